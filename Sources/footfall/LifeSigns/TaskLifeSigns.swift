// What the run of a task tells of itself in life signs: which step it stands at, by its identifier, and what records
// there. Somebody looks once a second: a step that is over sooner is nobody's news.

internal import LifeSigns
internal import Recording
internal import RecorderKinds
internal import Research
internal import SessionRuns
internal import TaskEngine
internal import TaskSession

/// Looks at a run for its life signs.
@MainActor
final class TaskLifeSigns {
    private let teller: LifeSignTeller
    private weak var session: TaskSession?
    /// Those that were made and have not ended.
    private var recorders: [any LiveRecorder] = []
    private var looking: Task<Void, Never>?

    init(_ teller: LifeSignTeller) { self.teller = teller }

    /// Looks at a run until it is over.
    func follow(_ session: TaskSession) {
        self.session = session
        looking = Task { [weak self] in
            while !Task.isCancelled {
                self?.look()
                try? await Task.sleep(for: .seconds(1), clock: .continuous)
            }
        }
    }

    /// Looks at a recorder, too.
    func add(_ recorder: any LiveRecorder) { recorders.append(recorder) }

    /// Looks no more: the run is over.
    func finish() {
        looking?.cancel()
        look()
    }

    /// A look at a recorder, whose identifier whoever made the study has given it.
    private static func probe(
        of stream: any RecordingStream,
        by recorder: any LiveRecorder
    ) -> SensorProbe? {
        SensorProbe(of: stream, by: recorder) { _ in stream.identifier }
    }

    private func look() {
        guard let session else { return }
        let ended = recorders.filter {
            $0.status.rawValue >= RSDAsyncActionStatus.finished.rawValue
        }
        recorders.removeAll { recorder in ended.contains { $0 === recorder } }
        let probes = recorders.filter {
            $0.status.rawValue >= RSDAsyncActionStatus.running.rawValue
        }
        .flatMap { recorder in
            recorder.streams.compactMap { Self.probe(of: $0, by: recorder) }
        }
        let readings = ended.flatMap { recorder in
            recorder.streams.compactMap { Self.probe(of: $0, by: recorder)?.read() }
        }
        let step = session.engine.currentStepController.map { controller in
            let path = controller.path.stepPath(to: controller.step.identifier)
            return SaidIdentifier(path.split(separator: "/").dropFirst().joined(separator: "/"))
        }
        teller.tell { facts in
            facts.step = step
            facts.sensors = probes
            for reading in readings { facts.count(ended: reading) }
        }
        teller.become(probes.isEmpty ? .inTask : .recording)
    }
}
