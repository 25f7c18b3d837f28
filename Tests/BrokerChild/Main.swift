// A broker's child by itself, for tests: those run in a program that nobody can start as one.

import Broker
import SystemCalls

@main
enum Child {
    static func main() { SandboxedChild.runIfAsked([BrokerService.service]) }
}
