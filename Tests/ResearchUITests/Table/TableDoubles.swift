// Steps and controllers that are other than the table expects: with questions of their own, other hints,
// other heights.

import FoundationEssentials
import Research
import Testing
import Timebase

@testable import ResearchUI

/// Has questions of its own, whatever the step asks.
final class OwnData: RSDTableStepViewController {
    lazy var own: RSDFormStepDataSource? =
        (try? TableRig.form([#"{"identifier":"age","type":"integer"}"#])).map {
            RSDFormStepDataSource(
                step: $0,
                parent: stepViewModel.taskViewModel,
                locale: AnswerLocale(offset: .utc)
            )
        }

    override var tableData: RSDFormStepDataSource? {
        get { own }
        set { super.tableData = newValue }
    }
}

/// A step that nobody sees.
struct UnseenStep: RSDStep {
    var identifier: String { "unseen" }
    var stepType: RSDStepType { "unseen" }
}

/// Knows sliders only.
final class SlidersOnly: RSDTableStepViewController {
    override class var supportedUIHints: Set<RSDFormUIHint> { [.slider] }
}

/// Knows sliders besides.
final class SlidersToo: RSDTableStepViewController {
    override class var supportedUIHints: Set<RSDFormUIHint> {
        super.supportedUIHints.union([.slider])
    }
}

final class Spacious: RSDTableStepViewController {
    override var constants: RSDTableStepLayoutConstants {
        RSDTableStepLayoutConstants(
            mainViewBottomMargin: 7,
            defaultRowHeight: 99,
            minimumHeaderHeight: 120
        )
    }
}

/// A step that makes a table of its own kind.
final class OwnTable: RSDUIStepObject {
    var askedHints: Set<RSDFormUIHint> = []
    weak var askedParent: (any RSDPathComponent)?

    @MainActor
    override func instantiateDataSource(
        with parent: (any RSDPathComponent)?,
        for supportedHints: Set<RSDFormUIHint>
    ) -> (any RSDTableDataSource)? {
        askedHints = supportedHints
        askedParent = parent
        return Rows()
    }

    /// One row that is chosen or not, answered by nobody's editor.
    @MainActor
    final class Rows: RSDTableDataSource {
        weak var delegate: (any RSDTableDataSourceDelegate)?
        var editor = AnswerEditor([
            FormQuestion(
                RSDChoiceInputFieldObject(
                    identifier: "yes",
                    choices: [RSDChoiceObject(value: .string("yes"), text: "Yes")],
                    dataType: .collection(.singleChoice, .string)
                ),
                locale: AnswerLocale()
            )
        ])
        let sections = [
            RSDTableSection(
                identifier: "only",
                index: 0,
                items: [
                    RSDTableItem(
                        identifier: "yes",
                        sectionIdentifier: "only",
                        rowIndex: 0,
                        reuseIdentifier: "list",
                        groupIndex: 0,
                        content: .choice(RSDChoiceObject(value: .string("yes"), text: "Yes"))
                    )
                ]
            )
        ]

        func itemGroup(at indexPath: IndexPath) -> RSDTableItemGroup? { editor.groups.first }

        func allAnswersValid() -> Bool { editor.groups[0].answer != .unanswered }

        func saveAnswer(_ input: AnswerInput, at place: IndexPath) throws(RSDInputFieldError) {}

        func selectAnswer(
            item: RSDTableItem,
            at indexPath: IndexPath
        ) throws(RSDInputFieldError) -> (isSelected: Bool, reloadSection: Bool) {
            let change = try editor.select(at: indexPath)
            delegate?.tableDataSource(self, didChangeAnswersIn: 0)
            return (change.isSelected, change.reloadSection)
        }
    }
}
