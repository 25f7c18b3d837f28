// What life signs report of a task's run: the identifier of its present step, and the running recorders. Both are read
// once a second, so a shorter step may not be reported.

internal import LifeSigns
internal import Recording
internal import RecorderKinds
internal import Research
internal import SessionRuns
internal import TaskEngine
internal import TaskSession

/// Reports a task's run in life signs.
@MainActor
final class TaskLifeSigns {
    private let teller: LifeSignTeller
    /// The session of the run, held until the last report: the run itself may be gone by then.
    private var session: TaskSession?
    /// The recorders that were made and have not ended.
    private var recorders: [any LiveRecorder] = []
    private var looking: Task<Void, Never>?

    init(_ teller: LifeSignTeller) { self.teller = teller }

    /// Reports a run until `finish()`.
    func follow(_ session: TaskSession) {
        self.session = session
        looking = Task { [weak self] in
            while !Task.isCancelled {
                self?.look()
                try? await Task.sleep(for: .seconds(1), clock: .continuous)
            }
        }
    }

    /// Reports a further recorder.
    func add(_ recorder: any LiveRecorder) { recorders.append(recorder) }

    /// Makes a last report and stops, since the run is over.
    ///
    /// Counts recorders of a failed run, too, that have not ended: nobody can read them later.
    func finish() {
        looking?.cancel()
        look(isLast: true)
        // The session holds the makers of its recorders, and these may hold this object.
        session = nil
        recorders = []
    }

    /// Makes a probe of a stream; its name is the identifier that the study's author has given the recorder.
    private static func probe(
        of stream: any RecordingStream,
        by recorder: any LiveRecorder
    ) -> SensorProbe? {
        SensorProbe(of: stream, by: recorder) { _ in stream.identifier }
    }

    private func look(isLast: Bool = false) {
        guard let session else { return }
        let ended = recorders.filter {
            isLast || $0.status.rawValue >= RSDAsyncActionStatus.finished.rawValue
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
