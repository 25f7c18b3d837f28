// An async action that a test controls, and that logs its calls.

import Foundation
import Research
import ResearchUI
import TaskEngine
import Timebase

struct ActionConfiguration: RSDRestartableRecorderConfiguration {
    var identifier: String
    var startStepIdentifier: String?
    var stopStepIdentifier: String?
    var asyncActionType: RSDAsyncActionType { "scripted" }
    var requiresBackgroundAudio = false
    var shouldDeletePrevious = false

    init(_ identifier: String, start: String? = nil, stop: String? = nil) {
        self.identifier = identifier
        startStepIdentifier = start
        stopStepIdentifier = stop
    }
}

struct ScriptedFailure: Error {}

@MainActor
final class CallLog {
    var lines: [String] = []
}

@MainActor
final class ScriptedAction: RSDAsyncActionController {
    weak var delegate: (any RSDAsyncActionControllerDelegate)?
    private(set) var status = RSDAsyncActionStatus.idle
    private(set) var isPaused = false
    private(set) var result: (any RSDResult)?
    private(set) var error: (any Error)?
    let configuration: any RSDAsyncActionConfiguration
    let path: any RSDPathComponent

    var denies = false
    var cannotStart = false
    var startsByItself = true
    var stopsByItself = true
    /// Whether it ends only some time after `cancel()`, like a recorder that closes files.
    var isCancelledLate = false
    private let log: CallLog
    private var stopWaiters: [CheckedContinuation<Void, Never>] = []

    init(
        _ configuration: any RSDAsyncActionConfiguration,
        _ path: any RSDPathComponent,
        _ log: CallLog
    ) {
        self.configuration = configuration
        self.path = path
        self.log = log
    }

    private func note(_ call: String) { log.lines.append("\(configuration.identifier) \(call)") }

    /// Whether a start or a stop waits for `release()`.
    var isStopWaiting: Bool { !stopWaiters.isEmpty }

    func requestPermissions() async throws -> RSDAsyncActionStatus {
        note("asked")
        await Task.yield()
        if denies {
            error = ScriptedFailure()
            status = .failed
            throw ScriptedFailure()
        }
        status = .permissionGranted
        return status
    }

    func start() async throws {
        note("starting")
        if !startsByItself { await withCheckedContinuation { stopWaiters.append($0) } }
        guard status < .finished else { throw ScriptedFailure() }
        await Task.yield()
        if cannotStart {
            error = ScriptedFailure()
            status = .failed
            throw ScriptedFailure()
        }
        status = .running
        note("running")
    }

    func stop() async throws -> (any RSDResult)? {
        note("stopping")
        if !stopsByItself, status < .finished {
            await withCheckedContinuation { stopWaiters.append($0) }
        }
        end(.finished)
        return result
    }

    /// Lets a waiting start or stop go on.
    func release() {
        let waiters = stopWaiters
        stopWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    func fail(with failure: any Error = ScriptedFailure()) {
        error = failure
        end(.failed)
        delegate?.asyncActionController(self, didFailWith: failure)
    }

    func pause() {}
    func resume() {}

    func cancel() {
        note("cancelled")
        guard isCancelledLate else { return endCancelled() }
        Task { endCancelled() }
    }

    private func endCancelled() {
        end(.cancelled)
        release()
    }

    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {
        note("at \(taskPath.stepPath(to: step.identifier))")
    }

    private func end(_ status: RSDAsyncActionStatus) {
        guard status > self.status else { return }
        if self.status == .running {
            note("over")
            result = RSDResultObject(
                identifier: configuration.identifier,
                startDate: Date(timeIntervalSince1970: 0)
            )
        }
        self.status = status
    }
}

extension TaskEngine {
    /// Sets limits that a busy machine does not reach; a test of a limit sets its own.
    func waitsAsLongAsATest() {
        startLimit = .seconds(3600)
        stopLimit = .seconds(3600)
    }
}

/// A task, its engine, and the actions that it made.
@MainActor
final class Stage: TaskEngineDelegate, RSDTaskViewControllerDelegate {
    private(set) var engine: TaskEngine
    let log = CallLog()
    var actions: [String: ScriptedAction] = [:]
    var prepare: (ScriptedAction) -> Void = { _ in }
    var failureResponse = TaskFailureResponse.giveUp
    var finished: [TaskFinishReason] = []
    var readyResults: [any RSDTaskResult] = []

    init(_ task: any RSDTask, _ timekeeper: any Timekeeper = ImmediateTimekeeper()) {
        engine = TaskEngine(task: task, timekeeper: timekeeper)
        engine.waitsAsLongAsATest()
        engine.delegate = self
    }

    init(path: RSDTaskViewModel) {
        engine = TaskEngine(path: path)
        engine.waitsAsLongAsATest()
        engine.delegate = self
    }

    func taskEngine(
        _ engine: TaskEngine,
        stepControllerFor step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)? {
        log.lines.append("show \(step.identifier)")
        return PlainStepController(step, path)
    }

    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        viewControllerFor step: any RSDStep
    ) -> (any UIViewController & RSDStepController)? {
        log.lines.append("show \(step.identifier)")
        return nil
    }

    /// Runs the task on a screen to its end, with a participant.
    func run(with participant: any TaskParticipant) async -> TaskFinishReason {
        let controller = RSDTaskViewController(taskViewModel: engine.taskViewModel)
        controller.delegate = self
        controller.engine.delegate = self
        controller.engine.limits = engine.limits
        controller.engine.makers = engine.makers
        controller.engine.trackedData = engine.trackedData
        controller.engine.progressKeeper = engine.progressKeeper
        engine = controller.engine
        return await controller.run(with: participant)
    }

    func taskEngine(
        _ engine: TaskEngine,
        asyncActionControllerFor configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)? {
        guard configuration.asyncActionType == "scripted" else { return nil }
        let action = ScriptedAction(configuration, path, log)
        prepare(action)
        actions[configuration.identifier] = action
        return action
    }

    func taskEngine(_ engine: TaskEngine, didFailWith error: any Error) -> TaskFailureResponse {
        log.lines.append("failure")
        return failureResponse
    }

    func taskEngine(_ engine: TaskEngine, readyToSave path: RSDTaskViewModel) {
        log.lines.append("ready")
        readyResults.append(path.taskResult)
    }

    func taskEngine(
        _ engine: TaskEngine,
        didFinishWith reason: TaskFinishReason,
        error: (any Error)?
    ) {
        log.lines.append("\(reason)")
        finished.append(reason)
    }
}

/// A step controller that does nothing.
@MainActor
final class PlainStepController: RSDStepController {
    let step: any RSDStep
    let path: RSDTaskViewModel

    init(_ step: any RSDStep, _ path: RSDTaskViewModel) { (self.step, self.path) = (step, path) }

    func didFinishLoading() {}
}

/// Makes tasks.
@MainActor
enum Tasks {
    static func plain(
        _ steps: [any RSDStep],
        _ actions: [any RSDAsyncActionConfiguration] = []
    ) -> RSDTaskObject {
        RSDTaskObject(identifier: "T", steps: steps, asyncActions: actions)
    }

    static func step(_ identifier: String) -> RSDUIStepObject {
        RSDUIStepObject(identifier: identifier)
    }

    static func completion(_ identifier: String) -> RSDUIStepObject {
        RSDUIStepObject(identifier: identifier, type: .completion)
    }

    static func timed(_ identifier: String, _ seconds: Double) -> RSDActiveUIStepObject {
        let step = RSDActiveUIStepObject(identifier: identifier)
        step.duration = seconds
        step.commands = .transitionAutomatically
        return step
    }

    static func section(
        _ identifier: String,
        _ steps: [any RSDStep],
        _ actions: [any RSDAsyncActionConfiguration] = []
    ) -> RSDSectionStepObject {
        let section = RSDSectionStepObject(identifier: identifier, steps: steps)
        section.asyncActions = actions
        return section
    }
}

extension RSDTaskResult {
    /// The identifiers of the recordings at this level.
    var recorded: [String] { (asyncResults ?? []).map(\.identifier) }

    /// The result of a section.
    func section(_ identifier: String) -> (any RSDTaskResult)? {
        stepHistory.first { $0.identifier == identifier } as? any RSDTaskResult
    }
}
