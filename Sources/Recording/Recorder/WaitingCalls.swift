// Stores the callers that wait for a recorder, and answers each once.

internal import Research

/// The callers that wait for a permission, a start, a stop or the end of the source.
struct WaitingCalls {
    var permission: [CheckedContinuation<RSDAsyncActionStatus, any Error>] = []
    var start: [CheckedContinuation<Void, any Error>] = []
    var stop: [CheckedContinuation<Void, any Error>] = []
    var sourceEnd: [CheckedContinuation<Void, Never>] = []

    mutating func answerPermission(_ answer: Result<RSDAsyncActionStatus, any Error>) {
        let waiting = permission
        permission = []
        for call in waiting { call.resume(with: answer) }
    }

    mutating func answerStart(_ answer: Result<Void, any Error>) {
        let waiting = start
        start = []
        for call in waiting { call.resume(with: answer) }
    }

    /// Refuses the latest start call; earlier ones keep waiting.
    mutating func refuseStart(_ error: RecorderError) {
        start.popLast()?.resume(throwing: error)
    }

    mutating func answerStop(_ answer: Result<Void, any Error>) {
        let waiting = stop
        stop = []
        for call in waiting { call.resume(with: answer) }
    }

    mutating func answerSourceEnd() {
        let waiting = sourceEnd
        sourceEnd = []
        for call in waiting { call.resume() }
    }
}
