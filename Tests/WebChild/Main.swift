// A server's child by itself, for tests: those run in a program that nobody can start as one.

import Glibc
import SystemCalls
import WebServer

@main
enum Child {
    static func main() {
        // What a child does that somebody has taken over: it has others reach nobody at the socket, and ends.
        signal(SIGUSR1) { _ in
            shutdown(5, Int32(SHUT_RDWR))
            _exit(0)
        }
        SandboxedChild.runIfAsked([WebService.service])
    }
}
