// A form out of a few words of JSON, shown before a host that writes down what it is asked.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

/// A table controller with all that is around it.
@MainActor
final class TableRig {
    let rig: StepRig<RSDTableStepViewController>

    var controller: RSDTableStepViewController { rig.controller }
    var host: WrittenHost { rig.host }
    var level: RSDTaskViewModel { rig.level }

    /// A controller for a form with these questions, which is not shown yet.
    convenience init(
        _ fields: [String],
        keys: String = "",
        locale: AnswerLocale = AnswerLocale(offset: .utc),
        _ make: (any RSDStep, RSDTaskViewModel) -> RSDTableStepViewController = {
            RSDTableStepViewController(step: $0, parent: $1)
        }
    ) throws {
        let form = try Self.form(fields, keys: keys, locale: locale)
        self.init([form, Steps.instruction("end")], make)
    }

    /// A controller for the first of several steps.
    init(
        _ steps: [any RSDStep],
        _ make: (any RSDStep, RSDTaskViewModel) -> RSDTableStepViewController = {
            RSDTableStepViewController(step: $0, parent: $1)
        }
    ) {
        rig = StepRig(steps, make)
    }

    /// A form with these questions.
    static func form(
        _ fields: [String],
        keys: String = "",
        locale: AnswerLocale = AnswerLocale(offset: .utc)
    ) throws -> RSDFormUIStepObject {
        let factory = RSDFactory(
            writingDatesIn: .utc,
            surroundings: FactorySurroundings(answerLocale: locale)
        )
        let more = keys.isEmpty ? "" : "\(keys),"
        let text = """
            {"identifier":"form","type":"form",\(more)"inputFields":[\(fields.joined(separator: ","))]}
            """
        let task = try factory.decodeTask(
            with: Data(#"{"identifier":"task","steps":[\#(text)]}"#.utf8)
        )
        return try #require(task.stepNavigator.step(with: "form") as? RSDFormUIStepObject)
    }

    // MARK: What is on the screen

    var screen: ViewNode { controller.screen }

    /// The element whose names end in these.
    func node(_ names: String...) -> ViewNode? { screen.first(endingIn: names) }

    func id(_ names: String...) throws -> ViewID {
        let found = screen.first(endingIn: names)
        return try #require(found, "nothing on the screen is called \(names)").id
    }

    func cell(_ row: String) throws -> CellContent {
        guard case .cell(let cell)? = node(row)?.content else { throw NothingShown(name: row) }
        return cell
    }

    func field(_ row: String) throws -> TextFieldContent {
        guard case .textField(let field)? = node(row, "field")?.content else {
            throw NothingShown(name: row)
        }
        return field
    }

    func picker(_ row: String) throws -> PickerContent {
        guard case .picker(let picker)? = node(row, "picker")?.content else {
            throw NothingShown(name: row)
        }
        return picker
    }

    func slider(_ row: String) throws -> SliderContent {
        guard case .slider(let slider)? = node(row, "slider")?.content else {
            throw NothingShown(name: row)
        }
        return slider
    }

    /// What lies on top of the screen, if it is a question or a message.
    var alert: UIAlertController? { controller.controllersOnTop.last as? UIAlertController }

    /// The question whose field has the keys.
    var focus: String? {
        controller.activeTextField.flatMap { controller.tableItem(for: $0)?.identifier }
    }

    var isNextEnabled: Bool { controller.nextButton?.isEnabled ?? false }

    // MARK: What is done

    func tap(_ row: String) throws { #expect(controller.receive(.tapped(try id(row)))) }

    func enter(_ text: String, in row: String) throws {
        #expect(controller.receive(.entered(try id(row, "field"), text)))
    }

    /// Enters a text and leaves the field.
    func answer(_ row: String, _ text: String) throws {
        try enter(text, in: row)
        #expect(controller.receive(.ended(try id(row, "field"))))
    }

    func pick(_ row: String, _ rows: Int?...) throws {
        #expect(controller.receive(.picked(try id(row, "picker"), rows)))
    }

    func close() { alert.map { alert in alert.actions.first.map(alert.choose) } }

    // MARK: What is answered

    var answers: [String: AnswerValue?] {
        let result = level.taskResult.findResult(for: "form") as? any RSDCollectionResult
        let pairs = (result?.inputResults ?? []).map { ($0.identifier, $0 as? any RSDAnswerResult) }
        return Dictionary(pairs.map { ($0.0, $0.1?.value) }) { _, last in last }
    }
}

/// Nothing of a kind is on the screen by that name.
struct NothingShown: Error {
    var name: String
}

/// Writes down which hooks were called, in order.
@MainActor
class HookedTable: RSDTableStepViewController {
    var calls: [String] = []

    func note(_ call: String = #function) { calls.append(call) }

    override func setupModel() {
        note()
        super.setupModel()
    }
    override func answersDidChange(in section: Int) {
        note("answersDidChange(in: \(section))")
        super.answersDidChange(in: section)
    }
}
