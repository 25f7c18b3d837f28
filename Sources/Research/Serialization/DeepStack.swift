// Runs what may go deep where there is room for it: where it is, or on a thread of its own. The caller
// waits, as for any call; it may itself stand on a stack of a few hundred kilobytes.

internal import SystemCalls

/// A stack that holds the deepest document that is read.
enum DeepStack {
    /// What goes down by one bracket takes so much at most: several times what is measured, as hosts
    /// have types of their own.
    static let bytesPerBracket = 16 << 10
    private static let bytes = 64 << 20

    /// Runs what goes down by so many brackets, and answers what it answers.
    static func run<Value>(
        brackets: Int = NestingDepth.limit,
        _ body: () throws -> Value
    ) throws -> Value {
        // Memory that this thread has used before need not be cleared again, as a new stack would be.
        if (brackets + 1) * bytesPerBracket <= SystemThread.stackLeft { return try body() }
        return try runOnThread(body)
    }

    private static func runOnThread<Value>(_ body: () throws -> Value) throws -> Value {
        let answer = Answer<Value>()
        try withoutActuallyEscaping(body) { body in
            let work = Work(body)
            let thread = try SystemThread.spawn(name: "decode", stackBytes: bytes) {
                answer.result = Result { try work.body() }
            }
            thread.join()
        }
        guard let result = answer.result else {
            preconditionFailure("The thread has ended without an answer.")
        }
        return try result.get()
    }

    // Used by one thread only, which the other waits for.
    private final class Work<Value>: @unchecked Sendable {
        let body: () throws -> Value

        init(_ body: @escaping () throws -> Value) {
            self.body = body
        }
    }

    // Written by the one thread before the other has waited for its end.
    private final class Answer<Value>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }
}
