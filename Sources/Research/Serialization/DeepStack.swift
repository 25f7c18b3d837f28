// Runs code that recurses deeply on a stack that is large enough: the current one or that of a new thread. The stack of
// the caller's thread may have only a few hundred kilobytes. The call returns when the code has finished.

internal import SystemCalls

/// Provides a stack for the deepest document that may be read.
enum DeepStack {
    /// The most stack that one nested bracket needs.
    ///
    /// It is several times the measured value, because hosts have decoders of their own.
    static let bytesPerBracket = 16 << 10
    private static let bytes = 64 << 20

    /// Runs `body`, which recurses at most `brackets` levels deep, and returns its value.
    static func run<Value>(
        brackets: Int = NestingDepth.limit,
        _ body: () throws -> Value
    ) throws -> Value {
        // The current stack is preferred: its memory is already in use, while a new stack must first be cleared.
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

    // Safe without a lock: only the new thread uses it, while the caller's thread waits.
    private final class Work<Value>: @unchecked Sendable {
        let body: () throws -> Value

        init(_ body: @escaping () throws -> Value) {
            self.body = body
        }
    }

    // Safe without a lock: the new thread writes it, and the caller's thread reads it only after joining that thread.
    private final class Answer<Value>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }
}
