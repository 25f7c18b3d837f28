// The members of the table controller that make and show the table.

import Foundation
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

private let age = #"{"identifier":"age","type":"integer","prompt":"Age"}"#
private let name = #"{"identifier":"name","type":"string","optional":true}"#
private let sex =
    #"{"identifier":"sex","type":"singleChoice","prompt":"Sex","choices":["f","m"]}"#

@Suite("`RSDTableStepViewController`: the table")
@MainActor
struct TableMemberTests {
    /// The kinds of elements right under the table.
    private func parts(_ rig: TableRig) -> [String] {
        (rig.node("form", "table") ?? rig.node("read", "table"))?.children.map { node in
            switch node.content {
            case .group(let group): group.role.rawValue
            case .section: "section"
            default: "other"
            }
        } ?? []
    }

    @Test("`tableView` is made with the view, unless a layout has set one")
    func tableView() throws {
        let rig = try TableRig([sex, age])
        #expect(rig.controller.tableView == nil)
        rig.controller.appear()
        #expect(rig.controller.tableView.superview === rig.controller.view)
        #expect(parts(rig) == ["header", "section", "section", "footer"])

        let own = UITableView(name: "ours")
        RSDLayouts.register(nib: "TableMemberTests") { controller in
            (controller as? RSDTableStepViewController)?.tableView = own
        }
        defer { RSDLayouts.unregister("TableMemberTests") }
        let other = RSDTableStepViewController(nibName: "TableMemberTests", bundle: nil)
        other.stepViewModel = RSDStepViewModel(step: Steps.instruction(), parent: nil)
        other.appear()
        #expect(other.tableView === own)
        #expect(own.superview === other.view)
        #expect(own.dataSource === other && own.delegate === other)
    }

    @Test("`tableData` has the form's questions once the view will appear, and reports answers")
    func tableData() throws {
        let rig = try TableRig([sex, age])
        #expect(rig.controller.tableData == nil)
        rig.controller.loadViewIfNeeded()
        #expect(rig.controller.tableData == nil)
        rig.controller.appear()
        let data = try #require(rig.controller.tableData)
        #expect(data.sections.map(\.items.count) == [2, 1])
        #expect(data.delegate === rig.controller)
        // The table shows data that the host sets.
        let form = try TableRig.form([age])
        rig.controller.tableData = RSDFormStepDataSource(
            step: form,
            parent: nil,
            locale: AnswerLocale()
        )
        #expect(parts(rig) == ["header", "section", "footer"])
        #expect(try rig.cell("age").title == "Age")
    }

    @Test("`tableData` of a subclass is the data that the table shows, validates and saves")
    func ownTableData() throws {
        let rig = try TableRig([sex]) { OwnData(step: $0, parent: $1) }
        let own = try #require((rig.controller as? OwnData)?.own)
        rig.controller.appear()
        #expect(own.delegate === rig.controller)
        #expect(try rig.field("age").keyboard == .number)
        #expect(rig.node("sex[0]") == nil && !rig.isNextEnabled)
        try rig.answer("age", "61")
        #expect(own.itemGroup(at: IndexPath(row: 0, section: 0))?.answer == .given(.integer(61)))
        #expect(rig.answers == ["age": .integer(61)] && rig.isNextEnabled)
        // `setupModel()` does not replace the subclass's data.
        rig.controller.setupModel()
        #expect(rig.node("sex[0]") == nil && rig.isNextEnabled)
        #expect(rig.controller.tableItem(for: rig.controller.textFields.first)?.identifier == "age")
        rig.controller.goForward()
        #expect(rig.host.requests.last == "forward")
    }

    @Test(
        "`tableData` has no sections for a step without questions, whose footnote stays at the bottom"
    )
    func noQuestions() throws {
        let step = Steps.instruction("read")
        step.title = "Read this"
        step.footnote = "Thanks"
        let rig = TableRig([step, Steps.instruction("end")])
        rig.controller.appear()
        #expect(rig.controller.tableData?.sections.isEmpty == true)
        #expect(parts(rig) == ["header", "footer"])
        #expect(rig.rig.labels == [.title: "Read this", .footnote: "Thanks"])
        #expect(rig.isNextEnabled)
        #expect(rig.level.taskResult.findResult(for: "read") is RSDResultObject)
    }

    @Test("`formStep` is the step, if it has questions")
    func formStep() throws {
        #expect(try TableRig([age]).controller.formStep?.inputFields.map(\.identifier) == ["age"])
        let plain = TableRig([Steps.instruction()])
        #expect(plain.controller.formStep == nil)
    }

    @Test(
        "`doesSupportInputFields(in:)` says whether each question can be shown by one of its hints"
    )
    func doesSupportInputFields() throws {
        let fields = try TableRig.form([sex, age, name]).inputFields
        #expect(RSDTableStepViewController.doesSupportInputFields(in: fields))
        #expect(RSDTableStepViewController.doesSupportInputFields(in: []))
        #expect(!SlidersOnly.doesSupportInputFields(in: fields))
        #expect(SlidersOnly.doesSupportInputFields(in: [fields[1]]))
    }

    @Test("`doesSupport(_:)` is true for visible steps, and for forms with supported questions")
    func doesSupport() throws {
        let form = try TableRig.form([name])
        #expect(RSDTableStepViewController.doesSupport(form))
        #expect(RSDTableStepViewController.doesSupport(Steps.instruction()))
        #expect(SlidersOnly.doesSupport(Steps.instruction()))
        #expect(!SlidersOnly.doesSupport(form))
        #expect(!RSDTableStepViewController.doesSupport(UnseenStep()))
    }

    @Test("`supportedUIHints` are those of a table, and a subclass can add more")
    func supportedUIHints() throws {
        #expect(
            RSDTableStepViewController.supportedUIHints
                == [.list, .textfield, .multipleLine, .picker, .checkbox, .radioButton, .button]
        )
        let slid =
            #"{"identifier":"pain","type":"integer","uiHint":"slider","#
            + #""range":{"minimumValue":0,"maximumValue":10}}"#
        let plain = try TableRig([slid])
        plain.controller.appear()
        #expect(try plain.field("pain").keyboard == .number)
        let sliding = try TableRig([slid]) { SlidersToo(step: $0, parent: $1) }
        sliding.controller.appear()
        #expect(
            try sliding.slider("pain")
                == SliderContent(minimum: 0, maximum: 10, step: 1, value: nil)
        )
    }

    @Test("`shouldShowHeader` and `shouldShowFooter` control whether missing parts are made")
    func shouldShow() throws {
        let rig = try TableRig([sex])
        rig.controller.shouldShowHeader = false
        rig.controller.shouldShowFooter = false
        rig.controller.appear()
        #expect(parts(rig) == ["section"])
        #expect(rig.controller.navigationHeader == nil)
        #expect(rig.controller.navigationFooter == nil)
        // A header that the app has made is shown all the same.
        let made = try TableRig([sex])
        made.controller.shouldShowHeader = false
        made.controller.navigationHeader = RSDStepNavigationView.header()
        made.controller.appear()
        #expect(parts(made) == ["header", "section", "footer"])
    }

    @Test("`viewDidLoad()` puts header and footer into the table, unless they are in another view")
    func viewDidLoad() throws {
        let rig = try TableRig([sex])
        rig.controller.loadViewIfNeeded()
        let table = try #require(rig.controller.tableView)
        #expect(table.tableHeaderView === rig.controller.navigationHeader)
        #expect(table.tableFooterView === rig.controller.navigationFooter)
        #expect(rig.controller.navigationHeader?.superview === table)

        let elsewhere = try TableRig([sex])
        let panel = UIView(name: "panel")
        let header = RSDStepNavigationView.header()
        panel.addSubview(header)
        elsewhere.controller.navigationHeader = header
        elsewhere.controller.loadViewIfNeeded()
        #expect(header.superview === panel)
        #expect(elsewhere.controller.tableView.tableHeaderView == nil)
    }

    @Test("`viewWillAppear(_:)` makes the questions once, with their earlier answers")
    func viewWillAppear() throws {
        let rig = try TableRig([sex, age, name]) { HookedTable(step: $0, parent: $1) }
        rig.level.storedAnswers = ["form": ["age": .integer(44), "sex": .string("m")]]
        rig.controller.appear()
        rig.controller.disappear()
        rig.controller.appear()
        #expect((rig.controller as? HookedTable)?.calls.count == 1)
        #expect(try rig.field("age").text == "44")
        #expect(try rig.cell("sex[1]").isSelected && !rig.cell("sex[0]").isSelected)
        #expect(rig.answers == ["age": .integer(44), "sex": .string("m")])
        #expect(rig.isNextEnabled)
    }

    @Test("`viewDidAppear(_:)` focuses the first text field, if there is one")
    func viewDidAppear() throws {
        let rig = try TableRig([sex, age, name])
        rig.controller.appear()
        #expect(rig.focus == "age")
        #expect(try rig.field("age").isFocused && !rig.field("name").isFocused)
        let none = try TableRig([sex])
        none.controller.appear()
        #expect(none.focus == nil)
    }

    @Test("`viewWillDisappear(_:)` ends editing, and saves a valid text")
    func viewWillDisappear() throws {
        let rig = try TableRig([age, name])
        rig.controller.appear()
        try rig.enter("61", in: "age")
        rig.controller.disappear()
        #expect(rig.focus == nil)
        #expect(rig.answers == ["age": .integer(61)])
        // An invalid text raises no alert: the user can no longer correct it.
        rig.controller.appear()
        try rig.enter("old", in: "age")
        rig.controller.disappear()
        #expect(rig.alert == nil)
        #expect(rig.answers == ["age": .integer(61)])
    }

    @Test("`viewDidLayoutSubviews()` puts a sticky footer below the table, and any other into it")
    func viewDidLayoutSubviews() throws {
        let rig = try TableRig([sex])
        rig.controller.appear()
        let footer = try #require(rig.controller.navigationFooter)
        #expect(footer.superview === rig.controller.tableView)
        footer.isSticky = true
        rig.controller.viewDidLayoutSubviews()
        #expect(footer.superview === rig.controller.view)
        #expect(rig.controller.tableView.tableFooterView == nil)
        #expect(rig.node("form", "footer")?.style.placement == .sticky)
        footer.isSticky = false
        rig.controller.viewDidLayoutSubviews()
        #expect(footer.superview === rig.controller.tableView)
        // If the footer is already in its place, nothing changes.
        let before = rig.screen
        rig.controller.viewDidLayoutSubviews()
        #expect(rig.screen.isIdentical(to: before) || rig.screen == before)
    }

    @Test("`setupModel()` asks the step for its questions, with the hints that the class supports")
    func setupModel() throws {
        let step = OwnTable(identifier: "own")
        let rig = TableRig([step])
        rig.controller.setupModel()
        #expect(step.askedHints == RSDTableStepViewController.supportedUIHints)
        #expect(step.askedParent === rig.level)
        // The table shows those rows of the step's own table that describe their kind.
        #expect(rig.controller.tableData == nil)
        rig.controller.appear()
        #expect(try rig.cell("yes").choice == .single)
        #expect(!rig.isNextEnabled)
        try rig.tap("yes")
        #expect(try rig.cell("yes").isSelected)
        #expect(rig.isNextEnabled)
    }

    @Test("`setupModel()` without a run makes the controller keep the answers")
    func standsAlone() throws {
        let form = try TableRig.form([#"{"identifier":"age","type":"integer"}"#, name])
        let controller = RSDTableStepViewController(step: form, parent: nil)
        controller.appear()
        #expect(controller.saveAnswer(newValue: 61, at: IndexPath(row: 0, section: 0)))
        let result = try #require(controller.currentResult as? any RSDCollectionResult)
        #expect((result.findResult(with: "age") as? any RSDAnswerResult)?.value == .integer(61))
        #expect(controller.isForwardEnabled)
    }

    @Test("`setupHeader(_:)` sets the table's background, and the header's minimum height")
    func setupHeader() throws {
        let colors =
            #""colorMapping":{"type":"placementMapping","placement":{"body":"primary"}}"#
        let rig = try TableRig([sex], keys: colors) { Spacious(step: $0, parent: $1) }
        rig.controller.appear()
        #expect(rig.node("form", "table")?.style.background == RSDColor("primary").value)
        #expect(rig.controller.tableView.minimumHeaderHeightInPoints == 120)
    }

    @Test("`constants` are the table's heights and margins")
    func constants() throws {
        let rig = try TableRig([sex]) { Spacious(step: $0, parent: $1) }
        rig.controller.appear()
        #expect(rig.controller.tableView.bottomMarginInPoints == 7)
        #expect(rig.controller.tableView.rowHeightInPoints == 99)
        let plain = try TableRig([sex])
        plain.controller.appear()
        #expect(
            plain.controller.tableView.rowHeightInPoints
                == RSDTableStepLayoutConstants().defaultRowHeight
        )
    }

    @Test("`stop()` ends editing, saves the text, and stops the step's timer")
    func stop() throws {
        let rig = try TableRig([age])
        rig.controller.appear()
        rig.controller.start()
        try rig.enter("61", in: "age")
        rig.controller.stop()
        #expect(rig.focus == nil)
        #expect(rig.answers == ["age": .integer(61)])
        #expect(rig.controller.clock?.stoppedAt != nil)
    }

    @Test("`stop()` does not report an invalid text when the user goes back")
    func stopQuietly() throws {
        let rig = try TableRig([age])
        rig.controller.appear()
        try rig.enter("old", in: "age")
        rig.controller.goBack()
        #expect(rig.alert == nil)
        #expect(rig.answers.isEmpty)
        #expect(rig.host.requests == ["back"])
    }
}
