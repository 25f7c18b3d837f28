// Reads the progress of a station's recorders. The writer's thread publishes these counts anyway, so reading them does
// not disturb the recording.

internal import RecorderKinds
internal import Recording
internal import Research
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls

/// Follows the recorders of a station.
@MainActor
final class StationFollower: RunFollower {
    /// The counts at one moment.
    struct Look {
        var samples = 0
        var lost = 0
        /// The sample counts of the streams that should send samples steadily, by name.
        var steady: [String: Int] = [:]
        /// The errors of the streams that did not start or have failed, by name; the recording goes on without them.
        var failed: [String: String] = [:]
        /// The devices that the settings name, by the name of the stream.
        fileprivate var devices: [String: String] = [:]

        /// Returns the name of a stream, with its device unless the name tells it: `lines2 (/dev/ttyUSB1)`.
        func title(of name: String) -> String {
            guard let device = devices[name], !name.contains(device) else { return name }
            return "\(name) (\(device))"
        }
    }

    /// The path of the session, once there is one.
    private(set) var session: String?
    private var recorders: [any LiveRecorder] = []
    /// The devices that the recorders' configurations name, by the recorder's name.
    private var devices: [String: String] = [:]
    /// The final counts of the closed recording.
    private var closed: (samples: Int, lost: Int)?
    private let onBegin: (String) -> Void

    /// Starts without a session.
    ///
    /// - Parameter onBegin: Called with the path of the session.
    init(onBegin: @escaping (String) -> Void) { self.onBegin = onBegin }

    func begin(sessionAt path: String) {
        session = path
        onBegin(path)
    }

    func watch(_ recording: WatchedRecording) -> any RecordingWatch {
        for recorder in recording.recorders { add(recorder) }
        return Watch(self)
    }

    func add(_ recorder: any LiveRecorder) {
        guard !recorders.contains(where: { $0 === recorder }) else { return }
        recorders.append(recorder)
        let entry = SessionManifest.Recorder(recorder.configuration)
        // A recorder of lines calls its device `port`.
        devices[entry.identifier] =
            (entry.configuration?["port"] ?? entry.configuration?["device"])?.text
    }

    /// Returns the present counts of all recorders.
    func look() -> Look {
        var look = Look()
        for recorder in recorders {
            let device = devices[recorder.configuration.identifier]
            look.devices[recorder.configuration.identifier] = device
            // A recorder that did not start may have no streams; the identifier of its first would be its own.
            if recorder.streams.isEmpty, let error = recorder.error {
                look.failed[recorder.configuration.identifier] = "\(error)"
            }
            for stream in recorder.streams where stream.document == nil {
                look.devices[stream.identifier] = device
                let progress = stream.progress
                look.samples = look.samples.addingClamped(progress.samples)
                look.lost = look.lost.addingClamped(progress.lost)
                // A task may record again what has failed: then the newer recorder counts.
                look.failed[stream.identifier] = recorder.error.map { "\($0)" }
                // Keys and position fixes come at any time, and a failed recorder reports its own error: neither
                // counts as stalled.
                if recorder.isSteady, recorder.error == nil, recorder.status == .running {
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
            // A recording that was not kept reports 0 samples and 0 losses. The station then shows the last counts of
            // the recorders instead.
            let last = follower.look()
            let isCounted = samples > 0 || losses > 0
            follower.closed = isCounted ? (samples, losses) : (last.samples, last.lost)
            follower.recorders = []
        }
    }
}
