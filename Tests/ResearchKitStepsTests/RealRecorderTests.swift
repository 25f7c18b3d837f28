// A recorder as they are, with a step in ResearchKit's manner that is left before it runs: that a stop came
// first is no failure of it.

import Research
import ResearchKitSteps
import ResearchUI
import SampleFile
import SampleStream
import Synchronization
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import Recording

@Suite("ORKStepViewController: a recorder that does not run yet when the step is left")
@MainActor
struct RealRecorderTests {
    let host = OrkHost()

    private func controller(_ recorder: HeldRecorder) -> ORKStepViewController {
        let step = ORKStep(RSDUIStepObject(identifier: "walk"))
        let controller = ORKStepViewController(step: step, result: nil)
        controller.timekeeper = ManualTimekeeper()
        controller.delegate = host
        controller.recorders = [recorder]
        return controller
    }

    @Test("has not failed where the participant was still asked", arguments: [true, false])
    func asked(isAnswered: Bool) async {
        let recorder = HeldRecorder(asks: true)
        let controller = controller(recorder)
        controller.appear()
        await until { recorder.isAsking }
        controller.goForward()
        await until { host.heard.last == "finished forward" }
        if isAnswered { recorder.answer() }
        await settle()
        #expect(host.heard == ["will appear", "finished forward"])
        #expect(recorder.status == .finished)
        recorder.answer()
    }

    @Test("has not failed where its source was still opening")
    func opening() async {
        let recorder = HeldRecorder()
        let controller = controller(recorder)
        controller.appear()
        await until { recorder.status == .starting }
        controller.goForward()
        await until { host.heard.last == "finished forward" }
        await settle()
        #expect(host.heard == ["will appear", "finished forward"])
        #expect(recorder.status == .finished)
    }

    @Test("that is cancelled as it opens for too long did not stop in time")
    func openingTooLong() async {
        let recorder = HeldRecorder(drainLimit: .seconds(3600))
        let controller = controller(recorder)
        controller.stopLimit = .milliseconds(1)
        controller.appear()
        await until { recorder.status == .starting }
        controller.goForward()
        await until { host.heard.last == "finished forward" }
        #expect(host.heard == ["will appear", "walk failed", "finished forward"])
        #expect(
            host.failures.map { $0 as? TaskEngineError }
                == [.stopTooSlow("walk", .milliseconds(1))]
        )
    }

    @Test("keeps nobody at the step when it has been given up already")
    func givenUp() async {
        let recorder = PlainRecorder("sensor")
        recorder.held = [.start, .stop]
        let step = ORKStep(RSDUIStepObject(identifier: "walk"))
        let controller = ORKStepViewController(step: step, result: nil)
        controller.delegate = host
        controller.recorders = [recorder]
        controller.startLimit = .milliseconds(1)
        controller.cancelLimit = .milliseconds(1)
        controller.appear()
        await until { host.heard.last == "sensor failed" }
        controller.goForward()
        await until { host.heard.last == "finished forward" }
        #expect(recorder.calls == [.ask, .start, .stop])
        #expect(host.heard == ["will appear", "sensor failed", "finished forward"])
        recorder.letGo()
    }
}

/// A recorder whose source opens for as long as nobody gives it up.
@MainActor
private final class HeldRecorder: RSDSampleRecorder {
    private struct Configuration: RSDAsyncActionConfiguration {
        let identifier = "walk"
        let asyncActionType: RSDAsyncActionType = "held"
        let startStepIdentifier: String? = nil
    }

    private let asks: Bool
    private var question: CheckedContinuation<Void, Never>?
    var isAsking: Bool { question != nil }

    init(asks: Bool = false, drainLimit: Duration = .milliseconds(1)) {
        self.asks = asks
        var environment = RecorderEnvironment(
            files: RecorderFiles(claim: { _ in FilePlace(path: "", relativePath: "") }),
            timekeeper: ManualTimekeeper()
        )
        environment.drainLimit = drainLimit
        environment.openingLimit = drainLimit
        super.init(
            configuration: Configuration(),
            path: RSDStandalonePath(identifier: "host"),
            environment: environment
        )
    }

    /// The participant allows it.
    func answer() { question.take()?.resume() }

    override func checkPermissions() async throws {
        if asks { await withCheckedContinuation { question = $0 } }
    }

    override func makeStreams() throws -> [any RecordingStream] { [HeldStream()] }
}

/// Opens for as long as nobody gives it up, and has nothing to keep.
private final class HeldStream: RecordingStream {
    let identifier = "walk"
    let schema = RecordSchema(RecordSchema.commonColumns)
    let progress = StreamProgress(samples: 0, lost: 0)
    private let waiting = Mutex<(@Sendable (StreamReport) -> Void)?>(nil)
    private let ended = Mutex<(@Sendable (StreamReport) -> Void)?>(nil)

    func start(_ setup: StreamSetup, report: @escaping @Sendable (StreamReport) -> Void) {
        waiting.withLock { $0 = report }
        ended.withLock { $0 = report }
    }
    func note(_ note: ControlNote, at instant: BootInstant) -> Bool { true }
    func stop(at instant: BootInstant) {}
    func abandon(at instant: BootInstant) {
        guard let report = waiting.withLock({ $0.take() }) else { return }
        report(.openAbandoned)
        report(.drained)
    }
    func closeFile() { ended.withLock { $0.take() }?(.closed(nil, failure: nil)) }
    func join() {}
}
