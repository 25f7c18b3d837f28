// How far the recorders of a station are. Their figures are read from where the writer's thread leaves them: nobody on
// the way of a sample knows that somebody looks.

internal import RecorderKinds
internal import Recording
internal import Research
internal import SessionRuns
internal import SystemCalls

/// Follows what a station records.
@MainActor
final class StationFollower: RunFollower {
    /// What there is to see of it.
    struct Look {
        var samples = 0
        var lost = 0
        /// The samples of each stream that gives them steadily, by its name.
        var steady: [String: Int] = [:]
    }

    /// Where the session is, once there is one.
    private(set) var session: String?
    var hasBegun: Bool { session != nil }
    private var recorders: [any LiveRecorder] = []
    /// The figures of what is closed.
    private var closed: (samples: Int, lost: Int)?
    private let onBegin: (String) -> Void

    /// A follower of nothing yet.
    ///
    /// - Parameter onBegin: Is told where the session is.
    init(onBegin: @escaping (String) -> Void) { self.onBegin = onBegin }

    func begin(sessionAt path: String) {
        session = path
        onBegin(path)
    }

    func watch(_ recording: WatchedRecording) -> any RecordingWatch {
        for recorder in recording.streams.compactMap(\.recorder) { add(recorder) }
        return Watch(self)
    }

    func add(_ recorder: any LiveRecorder) {
        guard !recorders.contains(where: { $0 === recorder }) else { return }
        recorders.append(recorder)
    }

    /// Looks at all of them.
    func look() -> Look {
        var look = Look()
        for recorder in recorders {
            for stream in recorder.streams where stream.document == nil {
                let progress = stream.progress
                look.samples = look.samples.addingClamped(progress.samples)
                look.lost = look.lost.addingClamped(progress.lost)
                // Nobody knows when the next key is pressed, and one that has failed says so itself.
                if !recorder.recordsEvents, recorder.error == nil, recorder.status == .running {
                    look.steady[stream.identifier] = progress.samples
                }
            }
        }
        if let closed { (look.samples, look.lost) = closed }
        return look
    }

    private final class Watch: RecordingWatch {
        private let follower: StationFollower

        init(_ follower: StationFollower) { self.follower = follower }

        func finish(samples: Int, losses: Int) {
            // Nothing of a recording that came to nothing; what there was is still to be read.
            if samples > 0 { follower.closed = (samples, losses) }
            follower.recorders = []
        }
    }
}
