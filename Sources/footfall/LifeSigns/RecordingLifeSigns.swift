// What a recording tells of itself in life signs. Its figures are read from where the writer's thread leaves them: nobody
// on the way of a sample knows that somebody looks.

internal import LifeSigns
internal import RecorderKinds
internal import Recording
internal import Research
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls

extension LifeSignTeller {
    /// Says which session begins, and whose it is.
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
    /// A look at a recorder's stream of samples; `nil` of a stream that is a document, such as sound.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - recorder: Whose it is.
    ///   - name: What the recorder is called to others, by its kind: only a task file's identifiers may leave the
    ///     board, for those that a command makes tell placements and devices.
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

/// Watches a recording for its life signs.
@MainActor
final class LifeSignWatch: RecordingWatch {
    private let teller: LifeSignTeller
    private let failures: [Task<Void, Never>]

    /// Tells from now on what is recorded.
    init(_ recording: WatchedRecording, _ teller: LifeSignTeller) {
        self.teller = teller
        var numbers = RecorderNumbers()
        let watched = recording.streams.compactMap { watched in
            watched.recorder.flatMap { recorder in
                SensorProbe(of: watched.stream, by: recorder) { numbers.next(of: $0) }
                    .map { (recorder: recorder, probe: $0) }
            }
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

/// Several who watch one recording.
@MainActor
final class RecordingWatches: RecordingWatch {
    private let watches: [any RecordingWatch]

    /// All of some; `nil` where there is none.
    init?(_ watches: [(any RecordingWatch)?]) {
        self.watches = watches.compactMap(\.self)
        if self.watches.isEmpty { return nil }
    }

    func finish(samples: Int, losses: Int) {
        for watch in watches { watch.finish(samples: samples, losses: losses) }
    }
}
