// A task on a screen that no host draws: its controller, a clock that the test moves, and a delegate that
// logs its calls. A test reads the screen and sends events, as any host would.

import FoundationEssentials
import Patience
import Research
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

/// A task controller with its clock, its services and its delegate.
@MainActor
final class TaskStage: RSDTaskViewControllerDelegate {
    let clock: ManualTimekeeper
    let log = ServiceLog()
    let controller: RSDTaskViewController
    /// The log of the delegate, the views and the recorders, in order.
    let story = Story()
    var makesController: (any RSDStep) -> (any UIViewController & RSDStepController)? = { _ in nil }
    var makesAction: (any RSDAsyncActionConfiguration) -> (any RSDAsyncActionController)? = { _ in
        nil
    }
    var showsTaskInfo = false
    var failureResponse = TaskFailureResponse.giveUp
    private(set) var reasons: [RSDTaskFinishReason] = []
    private(set) var failure: (any Error)?

    init(
        _ task: any RSDTask,
        clock: ManualTimekeeper = ManualTimekeeper(),
        _ make: (RSDTaskViewModel) -> RSDTaskViewController = {
            RSDTaskViewController(taskViewModel: $0)
        }
    ) {
        self.clock = clock
        controller = make(RSDTaskViewModel(task: task, timekeeper: clock))
        setUp()
    }

    init(info: any RSDTaskInfoStep) {
        clock = ManualTimekeeper()
        controller = RSDTaskViewController(taskInfo: info, timekeeper: clock)
        setUp()
    }

    convenience init(steps: [any RSDStep], _ actions: [any RSDAsyncActionConfiguration] = []) {
        self.init(RSDTaskObject(identifier: "T", steps: steps, asyncActions: actions))
    }

    private func setUp() {
        controller.delegate = self
        var services = StepServices.silent.recorded(in: log)
        // Tests press buttons quickly on purpose.
        services.buttonPause = .zero
        controller.services = services
    }

    // MARK: Actions of a participant

    /// Comes on screen, and waits for the first step.
    func begin() async throws {
        controller.appear()
        await settle()
    }

    /// Yields 50 times, so that other tasks of the main actor run.
    func settle() async {
        for _ in 0..<50 { await Task.yield() }
    }

    /// Waits for a condition that depends on other threads.
    func settle(until isThere: () -> Bool) async {
        for _ in 0..<1_000_000 where !isThere() { await Task.yield() }
        await settle()
    }

    /// Waits until a step is on the screen, and may begin.
    func reach(
        _ identifier: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for _ in 0..<1000 where !isAt(identifier) { await Task.yield() }
        try #require(
            isAt(identifier),
            "'\(identifier)' is not on screen, but '\(step ?? "nothing")'",
            sourceLocation: sourceLocation
        )
        await settle()
    }

    private func isAt(_ identifier: String) -> Bool {
        guard step == identifier else { return false }
        return (controller.currentStepController as? RSDStepViewController)?.mayBegin ?? true
    }

    /// The step that is shown.
    var step: String? { controller.currentStepController?.step.identifier }

    /// Presses the topmost button with this action.
    func press(
        _ action: RSDUIActionType,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let button = button { $0.action == action.rawValue }
        try await tap(button, "a button for \(action)", sourceLocation)
    }

    /// Presses the topmost button with this title.
    func press(
        titled title: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await tap(button { $0.title == title }, "a button '\(title)'", sourceLocation)
    }

    private func tap(
        _ node: ViewNode?,
        _ what: String,
        _ sourceLocation: SourceLocation
    ) async throws {
        let node = try #require(node, "there is no \(what)", sourceLocation: sourceLocation)
        let isTaken = controller.receive(.tapped(node.id))
        #expect(isTaken, "nobody takes a tap on \(node.id)", sourceLocation: sourceLocation)
        await settle()
    }

    /// The last matching button on the screen, which is the topmost one.
    func button(_ isMeant: (ButtonContent) -> Bool) -> ViewNode? {
        var found: ViewNode?
        controller.screen.forEach { node in
            if case .button(let button) = node.content, isMeant(button) { found = node }
        }
        return found
    }

    /// The row with this title.
    func row(titled title: String) -> ViewID? {
        var found: ViewID?
        controller.screen.forEach { node in
            if case .cell(let cell) = node.content, cell.title == title { found = node.id }
        }
        return found
    }

    /// The texts of the labels on the screen, by role.
    var labels: [LabelContent.Role: String] {
        var labels: [LabelContent.Role: String] = [:]
        controller.screen.forEach { node in
            if case .label(let label) = node.content { labels[label.role] = label.text }
        }
        return labels
    }

    /// Whether the screen shows a loading indicator.
    var isWaitShown: Bool { controller.screen.node("screen/task/loading") != nil }

    /// Moves the clock to the timer's next tick, `count` times.
    func tick(_ count: Int = 1) async {
        for _ in 0..<count {
            await clock.advanceToNextTick()
            await settle()
        }
    }

    /// Moves the clock by a duration, and stops at each tick of the timer on the way.
    func pass(_ duration: Duration) async {
        let end = clock.now.advanced(by: duration)
        while true {
            guard let next = await clock.nextWaking(), next <= end else { break }
            clock.advance(by: max(.zero, clock.now.duration(to: next)))
            await settle()
            if clock.now == end { return }
        }
        clock.advance(by: clock.now.duration(to: end))
        await settle()
    }

    // MARK: Calls of the delegate

    func taskController(
        _ taskController: any RSDTaskController,
        didFinishWith reason: RSDTaskFinishReason,
        error: (any Error)?
    ) {
        story.add("\(reason)")
        reasons.append(reason)
        failure = error
    }

    func taskController(
        _ taskController: any RSDTaskController,
        readyToSave taskPath: RSDTaskPath
    ) { story.add("ready at \(taskPath.currentNode.currentStepIdentifier ?? "the end")") }

    func taskController(
        _ taskController: any RSDTaskController,
        remindLaterBy reminderIdentifier: String
    ) { story.add("remind by \(reminderIdentifier)") }

    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        viewControllerFor step: any RSDStep
    ) -> (any UIViewController & RSDStepController)? { makesController(step) }

    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        asyncActionControllerFor configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? { makesAction(configuration) }

    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        shouldShowTaskInfoFor step: any RSDTaskInfoStep
    ) -> Bool { showsTaskInfo }

    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        didFailWith error: any Error
    ) -> TaskFailureResponse {
        story.add("failure")
        return failureResponse
    }
}

/// A log of what has happened, in order.
@MainActor
final class Story {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func clear() { lines = [] }
}

/// A recorder that logs its calls.
@MainActor
final class StagedAction: RSDAsyncActionController {
    struct Configuration: RSDRestartableRecorderConfiguration {
        var identifier: String
        var startStepIdentifier: String?
        var stopStepIdentifier: String?
        var asyncActionType: RSDAsyncActionType = "staged"
        var requiresBackgroundAudio = false
        var shouldDeletePrevious = false
    }

    let takesMarks = true
    weak var delegate: (any RSDAsyncActionControllerDelegate)?
    private(set) var status = RSDAsyncActionStatus.idle
    let isPaused = false
    private(set) var result: (any RSDResult)?
    private(set) var error: (any Error)?
    let configuration: any RSDAsyncActionConfiguration
    let path: any RSDPathComponent
    private let story: Story
    /// Whether start and stop wait for `release()`.
    var isSlow = false
    /// The error that its start reports and throws.
    var obstacle: (any Error)?
    /// The error that it reports just before its start returns.
    var lateObstacle: (any Error)?
    private var waiter: CheckedContinuation<Void, Never>?
    /// Whether a start or a stop waits for `release()`.
    var isWaitedFor: Bool { waiter != nil }
    /// The start date of its result, in seconds since 1970.
    var startSeconds = 0.0
    /// The name of the file that its result names; `nil` for a result without a file.
    var file: String?

    init(
        _ configuration: any RSDAsyncActionConfiguration,
        _ path: any RSDPathComponent,
        _ story: Story
    ) {
        self.configuration = configuration
        self.path = path
        self.story = story
    }

    func requestPermissions() async throws -> RSDAsyncActionStatus {
        status = .permissionGranted
        return status
    }

    func start() async throws {
        if isSlow { await withCheckedContinuation { waiter = $0 } }
        if let obstacle {
            error = obstacle
            status = .failed
            // `AsyncActionLifecycle` also calls the delegate before the start throws.
            delegate?.asyncActionController(self, didFailWith: obstacle)
            throw obstacle
        }
        guard status < .finished else {
            throw RecorderError.cancelled(identifier: configuration.identifier)
        }
        status = .running
        story.add("\(configuration.identifier) runs")
        if let lateObstacle {
            await Task.yield()
            fail(with: lateObstacle)
        }
    }

    func release() {
        waiter?.resume()
        waiter = nil
    }

    func stop() async throws -> (any RSDResult)? {
        if isSlow { await withCheckedContinuation { waiter = $0 } }
        end(.finished)
        return result
    }

    func fail(with error: any Error) {
        self.error = error
        end(.failed)
        delegate?.asyncActionController(self, didFailWith: error)
    }

    func mark(_ name: String, at instant: BootInstant?) {
        story.add("\(configuration.identifier) marked \(name) at \(instant?.seconds ?? -1)")
    }

    func pause() {}
    func resume() {}
    func cancel() {
        end(.cancelled)
        release()
    }
    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {}

    private func end(_ status: RSDAsyncActionStatus) {
        guard status > self.status else { return }
        if self.status == .running {
            let startDate = Date(timeIntervalSince1970: startSeconds)
            if let file {
                result = RSDFileResultObject(
                    identifier: configuration.identifier,
                    startDate: startDate,
                    relativePath: file
                )
            } else {
                result = RSDResultObject(
                    identifier: configuration.identifier,
                    startDate: startDate
                )
            }
        }
        self.status = status
        story.add("\(configuration.identifier) \(status == .finished ? "stops" : "\(status)")")
    }
}

struct StagedFailure: Error {}
