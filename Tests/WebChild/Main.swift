// A server's child by itself, for tests: those run in a program that nobody can start as one.

import SystemCalls
import WebServer

@main
enum Child {
    static func main() {
        SandboxedChild.runIfAsked([WebService.service])
    }
}
