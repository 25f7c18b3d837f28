// Runs what may go deep on a thread with room for it. The caller waits, as for any call; it may
// itself stand on a stack of a few hundred kilobytes.

internal import SystemCalls

/// A stack that holds the deepest document that is read.
enum DeepStack {
    /// Runs `body` on a thread of its own, and answers what it answers.
    static func run<Value>(bytes: Int = 64 << 20, _ body: () throws -> Value) throws -> Value {
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
