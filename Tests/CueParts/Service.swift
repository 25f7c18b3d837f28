// A program that a test needs beside it, ended with the test however that ends.

package import SystemCalls

/// A program that is ended with the test.
package final class Service: Sendable {
    package let program: RunningProgram
    private let bell = Doorbell()

    package init(_ words: [String]) throws {
        program = try ChildProgram.start(words, input: [], ringing: bell)
    }

    deinit { end() }

    /// Ends it, and waits until it has ended.
    package func end() {
        program.kill()
        while program.ending == nil { bell.wait(since: bell.count, upTo: .milliseconds(10)) }
    }
}
