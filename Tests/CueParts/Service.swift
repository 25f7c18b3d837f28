// A program that a test needs beside it; it ends with the test, however that ends.

package import SystemCalls

/// A program that ends when the value is released.
package final class Service: Sendable {
    package let program: RunningProgram
    private let wakeEvent = WakeEvent()

    package init(_ words: [String]) throws {
        program = try ChildProgram.start(words, input: [], signalling: wakeEvent)
    }

    deinit { end() }

    /// Kills it, and waits until it has ended.
    package func end() {
        program.kill()
        while program.ending == nil {
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(10))
        }
    }
}
