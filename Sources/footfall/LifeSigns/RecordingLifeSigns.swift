// What life signs report of a recording. The writer's thread publishes these counts anyway, so reading them does not
// disturb the recording.

internal import LifeSigns
internal import RecorderKinds
internal import Recording
internal import Research
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls

extension LifeSignTeller {
    /// Reports which session begins, and its participant.
    func begin(sessionAt path: String, of task: String, _ participant: Participant?) {
        let mark = SessionMark(folderName: FileSystem.name(of: path))
        let subject = participant?.subject
        tell { facts in
            facts.session = mark
            facts.task = SaidIdentifier(task)
            facts.tell(subject: subject)
        }
    }
}

extension SensorProbe {
    /// Makes the probes of a recorder: one for each stream of samples.
    ///
    /// - Parameters:
    ///   - recorder: The recorder; if it did not start, it may have no streams, and has one probe that tells so.
    ///   - name: Makes a name in life signs from the recorder's kind.
    /// - Returns: The probes, in the order of the streams.
    @MainActor
    static func probes(
        of recorder: any LiveRecorder,
        called name: (_ kind: String) -> String
    ) -> [SensorProbe] {
        guard recorder.streams.isEmpty, recorder.error != nil else {
            return recorder.streams.compactMap { SensorProbe(of: $0, by: recorder, called: name) }
        }
        let kind = recorder.configuration.asyncActionType.rawValue
        var probe = SensorProbe(
            recorder: name(kind),
            kind: kind,
            askedPerSecond: recorder.askedReadingsPerSecond
        ) { SensorReading() }
        probe.hasFailed = true
        return [probe]
    }

    /// Makes a probe that reads a stream's counts; `nil` for a stream that is a document, such as sound.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - recorder: The stream's recorder.
    ///   - name: Makes the name in life signs from the recorder's kind. Identifiers of a task file may leave the
    ///     board, but not those that a command makes, which contain placements and devices.
    @MainActor
    init?(
        of stream: any RecordingStream,
        by recorder: any LiveRecorder,
        called name: (_ kind: String) -> String
    ) {
        guard stream.document == nil else { return nil }
        let kind = recorder.configuration.asyncActionType.rawValue
        self.init(
            recorder: name(kind),
            kind: kind,
            askedPerSecond: recorder.askedReadingsPerSecond
        ) { [weak stream] in
            let progress = stream?.progress
            return SensorReading(
                samples: progress?.samples ?? 0,
                lost: progress?.lost ?? 0,
                last: progress?.last
            )
        }
        hasFailed = recorder.error != nil
    }
}

/// Reports a recording in life signs.
@MainActor
final class LifeSignWatch: RecordingWatch {
    private let teller: LifeSignTeller
    private let failures: [Task<Void, Never>]

    /// Begins to report the recording.
    init(_ recording: WatchedRecording, _ teller: LifeSignTeller) {
        self.teller = teller
        var numbers = RecorderNumbers()
        let watched = recording.recorders.flatMap { recorder in
            SensorProbe.probes(of: recorder) { numbers.next(of: $0) }
                .map { (recorder: recorder, probe: $0) }
        }
        teller.tell { [probes = watched.map(\.probe)] in $0.sensors = probes }
        teller.become(.recording)
        failures = watched.map { recorder, probe in
            Task { [name = probe.recorder] in
                await recorder.waitForEndOfSource()
                guard recorder.error != nil else { return }
                teller.tell { facts in
                    for index in facts.sensors.indices where facts.sensors[index].recorder == name {
                        facts.sensors[index].hasFailed = true
                    }
                }
            }
        }
    }

    func finish(samples: Int, losses: Int) {
        for failure in failures { failure.cancel() }
        teller.tell { facts in
            facts.count(ended: SensorReading(samples: samples, lost: losses))
            facts.sensors = []
        }
    }
}

/// Combines several observers of one recording.
@MainActor
final class RecordingWatches: RecordingWatch {
    private let watches: [any RecordingWatch]

    /// Combines those that are not `nil`; returns `nil` if none is left.
    init?(_ watches: [(any RecordingWatch)?]) {
        self.watches = watches.compactMap(\.self)
        if self.watches.isEmpty { return nil }
    }

    func finish(samples: Int, losses: Int) {
        for watch in watches { watch.finish(samples: samples, losses: losses) }
    }
}
