// The task on a screen that is not drawn. A script presses its buttons, moves the clock by hand, and
// waits for the expected step.

import Foundation
import Research
import ResearchUI
import TaskEngine
import Timebase
import ViewTree

/// A task controller with its host, its machine and its participant.
@MainActor
final class Stage: RSDTaskViewControllerDelegate {
    let controller: NotingTaskViewController
    let clock: ManualTimekeeper
    /// The calls of the machine's services.
    let services = ServiceLog()
    /// Whether the screen is on.
    var isInForeground = true
    /// What the participant has allowed.
    var authorization = RSDAuthorizationStatus.authorized
    private(set) var endings: [RSDTaskFinishReason] = []

    init(_ controller: NotingTaskViewController, _ clock: ManualTimekeeper) {
        self.controller = controller
        self.clock = clock
        controller.delegate = self
        controller.services = StepServices.silent.recorded(in: services)
        controller.services.isInForeground = { [weak self] in self?.isInForeground ?? true }
        controller.services.authorization = { [weak self] _ in
            self?.authorization ?? .authorized
        }
    }

    func taskController(
        _ taskController: any RSDTaskController,
        didFinishWith reason: RSDTaskFinishReason,
        error: (any Error)?
    ) { endings.append(reason) }

    /// The controller of the present step, if it is one of this example's subclasses.
    func shown<Controller>(as type: Controller.Type) throws -> Controller {
        guard let shown = controller.currentStepController as? Controller else {
            throw ScriptError("'\(step)' is not shown by a \(type)")
        }
        return shown
    }

    private var step: String { controller.currentStepController?.step.identifier ?? "nothing" }

    // MARK: What the participant does

    /// Waits for a step to be on the screen.
    func reach(_ identifier: String) async throws {
        var turns = 0
        while step != identifier {
            turns += 1
            guard turns < 10_000 else {
                throw ScriptError("'\(step)' is on the screen where '\(identifier)' should be")
            }
            await Task.yield()
        }
        await settle()
    }

    /// Waits for the run to end.
    func end(_ reason: RSDTaskFinishReason) async throws {
        var turns = 0
        while endings.isEmpty, turns < 10_000 {
            turns += 1
            await Task.yield()
        }
        guard endings == [reason] else {
            throw ScriptError("the run ended as \(endings), not once as \(reason)")
        }
    }

    /// Presses the button with a purpose.
    func press(_ action: RSDUIActionType) async throws {
        try await send(.tapped(controller.screen.button { $0.action == action.rawValue }))
    }

    /// Presses the button with a title.
    func press(titled title: String) async throws {
        try await send(.tapped(controller.screen.button { $0.title == title }))
    }

    /// The element whose names end in these.
    func element(_ names: String...) throws -> ViewID {
        try controller.screen.element("/" + names.joined(separator: "/"))
    }

    /// Does something with the screen.
    func send(_ event: ViewEvent) async throws {
        guard controller.receive(event) else {
            throw ScriptError("at '\(step)' nobody takes \(event)")
        }
        await settle()
    }

    /// Fires the running timer a number of times.
    func tick(_ count: Int = 1) async {
        for _ in 0..<count {
            await clock.advanceToNextWaking()
            await settle()
        }
    }
}

/// Lets all that is ready on the main actor run.
@MainActor
func settle() async {
    for _ in 0..<50 { await Task.yield() }
}

extension ViewNode {
    /// The uppermost button of a kind.
    func button(_ isMeant: (ButtonContent) -> Bool) throws -> ViewID {
        var found: ViewID?
        var others: [String] = []
        forEach { node in
            guard case .button(let button) = node.content else { return }
            if isMeant(button) { found = node.id }
            others.append(node.id.path)
        }
        guard let found else {
            throw ScriptError("the button is not on the screen, which has \(others)")
        }
        return found
    }

    /// The element whose path ends so.
    func element(_ end: String) throws -> ViewID {
        var found: ViewID?
        forEach { node in
            if node.id.path.hasSuffix(end) { found = found ?? node.id }
        }
        guard let found else { throw ScriptError("nothing on the screen is called \(end)") }
        return found
    }
}

/// The script does not fit the screen.
struct ScriptError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
