// The members of the table controller that make and fill its rows.

import Foundation
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

private let sex =
    #"{"identifier":"sex","type":"singleChoice","prompt":"Sex","promptDetail":"At birth","#
    + #""choices":[{"value":"f","text":"Female","detail":"XX","icon":"venus"},"m"]}"#
private let age = #"{"identifier":"age","type":"integer","prompt":"Age"}"#
private let note = #"{"identifier":"note","type":"string","uiHint":"multipleLine"}"#

@Suite("`RSDTableStepViewController`: rows")
@MainActor
struct TableRowMemberTests {
    private func place(_ row: Int, _ section: Int = 0) -> IndexPath {
        IndexPath(row: row, section: section)
    }

    @Test("`numberOfSections(in:)` is the number of the form's sections")
    func numberOfSections() throws {
        let rig = try TableRig([sex, age, note])
        rig.controller.loadViewIfNeeded()
        let table = try #require(rig.controller.tableView)
        #expect(rig.controller.numberOfSections(in: table) == 0)
        rig.controller.appear()
        #expect(rig.controller.numberOfSections(in: table) == 2)
        #expect(table.numberOfSections == 2)
    }

    @Test(
        "`tableView(_:numberOfRowsInSection:)` is the number of a section's rows, and 0 elsewhere"
    )
    func numberOfRows() throws {
        let rig = try TableRig([sex, age, note])
        rig.controller.appear()
        let table = try #require(rig.controller.tableView)
        let counts = (-1...2).map { rig.controller.tableView(table, numberOfRowsInSection: $0) }
        #expect(counts == [0, 2, 2, 0])
    }

    @Test("`tableView(_:cellForRowAt:)` dequeues the cell of the row, and configures it")
    func cellForRow() throws {
        let rig = try TableRig([sex, age]) { Watched(step: $0, parent: $1) }
        rig.controller.appear()
        let table = try #require(rig.controller.tableView)
        let watched = try #require(rig.controller as? Watched)
        watched.calls = []
        let cell = rig.controller.tableView(table, cellForRowAt: place(1))
        #expect(watched.calls == ["dequeue [0, 1]", "configure [0, 1]"])
        #expect(cell.row.title == "m")
    }

    @Test("`dequeueCell(in:for:)` returns the row's present cell after every reload")
    func dequeueCell() throws {
        let rig = try TableRig([sex, age])
        rig.controller.appear()
        let table = try #require(rig.controller.tableView)
        let cells = table.cells
        #expect(cells.map(\.name) == ["sex[0]", "sex[1]", "age"])
        table.reloadData()
        table.reloadSections(IndexSet(0...1))
        table.reloadRows(at: [place(1), place(0, 1)])
        #expect(table.cells.elementsEqual(cells) { $0 === $1 })
    }

    @Test("`reuseIdentifier(for:)` is the row's hint, or a placeholder outside the rows")
    func reuseIdentifier() throws {
        let rig = try TableRig([sex, age, note], keys: #""footnote":"Thanks""#)
        rig.controller.appear()
        let places = [place(0), place(0, 1), place(1, 1), place(0, 2), place(9), place(0, 9)]
        #expect(
            places.map { rig.controller.reuseIdentifier(for: $0) }
                == ["list", "textfield", "multipleLine", "footnote", "placeholder", "placeholder"]
        )
        // A number cannot be shown as a list.
        let odd = try TableRig([#"{"identifier":"n","type":"integer","uiHint":"list"}"#])
        odd.controller.appear()
        #expect(odd.controller.reuseIdentifier(for: place(0)) == "textfield")
        #expect(try odd.field("n").keyboard == .number)
    }

    @Test("`registerReuseIdentifierIfNeeded(_:)` keeps the registrations of a subclass")
    func register() throws {
        let rig = try TableRig([sex, age]) { OwnCells(step: $0, parent: $1) }
        rig.controller.appear()
        let table = try #require(rig.controller.tableView)
        #expect(table.cells.map { $0 is OwnCells.Cell } == [true, true, false])
        #expect(try rig.cell("sex[0]").title == "Female")
        #expect(table.isRegistered("textfield") && !table.isRegistered("image"))
        rig.controller.registerReuseIdentifierIfNeeded("image")
        #expect(table.isRegistered("image"))
    }

    @Test("`configure(cell:in:at:)` shows the row's texts, its icon, and whether it is selected")
    func configure() throws {
        let rig = try TableRig([sex, age, note])
        rig.controller.appear()
        #expect(
            try rig.cell("sex[0]")
                == CellContent(title: "Female", detail: "XX", icon: "venus", choice: .single)
        )
        let section = try #require(rig.node("table", "section0"))
        let told = SectionContent(title: "Sex", subtitle: "At birth", isRequired: true)
        #expect(section.content == .section(told))
        try rig.tap("sex[0]")
        #expect(try rig.cell("sex[0]").isSelected)
        #expect(try rig.cell("age") == CellContent(title: "Age", isRequired: true))
        #expect(try rig.field("age").returnKey == .next)
        #expect(try rig.field("note").hasSeveralLines)
        // Outside the rows, a cell stays empty.
        let stray = UITableViewCell()
        rig.controller.configure(cell: stray, in: rig.controller.tableView, at: place(5, 5))
        #expect(stray.row == CellContent())
    }

    @Test("`configure(cell:in:at:)` marks each question once as required or optional")
    func configureRequired() throws {
        func field(_ name: String, _ keys: String, isOptional: Bool) -> String {
            #"{"identifier":"\#(name)","optional":\#(isOptional),\#(keys)}"#
        }
        let choice = #""type":"singleChoice","choices":["m","f"]"#
        let yesOrNo = #""type":"boolean""#
        for isOptional in [true, false] {
            let rig = try TableRig([
                field("a", choice, isOptional: isOptional),
                field("b", #""type":"integer""#, isOptional: isOptional),
                field("c", #""type":"year""#, isOptional: !isOptional),
                // This question joins the section of the others.
                field("d", yesOrNo, isOptional: isOptional),
            ])
            rig.controller.appear()
            var told: [String: Bool?] = [:]
            rig.screen.forEach { node in
                let name = String(node.id.names.last ?? "")
                switch node.content {
                case .section(let section): told[name] = .some(section.isRequired)
                case .cell(let cell): told[name] = .some(cell.isRequired)
                default: break
                }
            }
            #expect(
                told == [
                    "section0": !isOptional, "a[0]": nil, "a[1]": nil, "section1": nil,
                    "b": !isOptional, "c": isOptional, "d[0]": !isOptional, "d[1]": nil,
                ]
            )
        }
    }

    @Test("`configure(cell:in:at:)` shows the picture and the footnote once, in rows")
    func footer() throws {
        let image =
            #""image":{"type":"fetchable","imageName":"arm","placementType":"iconAfter"}"#
        let rig = try TableRig([age], keys: #""footnote":"Thanks",\#(image)"#)
        rig.controller.appear()
        var pictures: [[String]] = []
        var footnotes: [String] = []
        rig.screen.forEach { node in
            if case .image(let image) = node.content { pictures.append(image.names) }
            if case .label(let label) = node.content, label.role == .footnote {
                footnotes.append(label.text)
            }
        }
        #expect(pictures == [["arm"]] && footnotes == ["Thanks"])
        #expect(rig.node("table", "section1", "image", "image") != nil)
        #expect(rig.node("table", "section1", "footnote", "text") != nil)
    }

    @Test("`configure(cell:in:at:)` shows the question above its choices if the section does not")
    func prompts() throws {
        let smoker =
            #"{"identifier":"smoker","type":"boolean","prompt":"Do you smoke?","#
            + #""promptDetail":"Or"}"#
        let rig = try TableRig([age, smoker])
        rig.controller.appear()
        // Yes and No join the section of the question before.
        let first = try #require(rig.node("section0", "smoker[0]"))
        #expect(
            first.children.map(\.content) == [
                .label(LabelContent("Do you smoke?", role: .title)),
                .label(LabelContent("Or", role: .detail)),
            ]
        )
        #expect(rig.node("section0", "smoker[1]")?.children.isEmpty == true)
        let alone = try TableRig([smoker])
        alone.controller.appear()
        #expect(alone.node("section0", "smoker[0]")?.children.isEmpty == true)
    }

    @Test("`configure(cell:in:at:)` shows all texts of a question with one row")
    func oneRow() throws {
        let rig = try TableRig([
            #"{"identifier":"a","type":"singleChoice","promptDetail":"Or not","choices":["yes"]}"#,
            #"{"identifier":"b","type":"dateOnly","placeholder":"Birth"}"#,
            #"{"identifier":"c","type":"string","placeholder":"Name"}"#,
            #"{"identifier":"d","type":"boolean","uiHint":"checkbox","prompt":"D","#
                + #""promptDetail":"Tick"}"#,
        ])
        rig.controller.appear()
        #expect(
            rig.node("a[0]")?.children.map(\.content)
                == [.label(LabelContent("Or not", role: .detail))]
        )
        #expect(try rig.cell("b").title == "Birth")
        #expect(try rig.cell("c").title == nil && rig.field("c").placeholder == "Name")
        #expect(try rig.cell("d").detail == "Tick")
        #expect(rig.node("b", "picker")?.accessibility.label == "Birth")
        #expect(rig.node("c", "field")?.accessibility.label == "Name")
    }

    @Test("`configure(cell:in:at:)` shows Yes and No in the participant's language")
    func yesAndNo() throws {
        let fields = [
            #"{"identifier":"a","type":"boolean"}"#,
            #"{"identifier":"b","type":"boolean","uiHint":"picker"}"#,
        ]
        let rig = try TableRig(fields)
        rig.host.words = StepWords(language: Language("de"))
        rig.controller.appear()
        #expect(try rig.cell("a[0]").title == "Ja" && rig.cell("a[1]").title == "Nein")
        #expect(try rig.picker("b").columns == [["Ja", "Nein"]])
        try rig.pick("b", 1)
        #expect(try rig.picker("b").text == "Nein")
        #expect(rig.answers == ["b": .boolean(false)])
    }

    @Test("`instantiatePickerView(textInputItem:indexPath:)` makes the question's picker, if any")
    func pickers() throws {
        let numbers = { (last: Int) in
            #"{"identifier":"n","type":"integer","uiHint":"picker","range":{"minimumValue":1,"#
                + #""maximumValue":\#(last)}}"#
        }
        func made(_ field: String) throws -> (any RSDPickerViewProtocol & UIView)? {
            let rig = try TableRig([field])
            rig.controller.appear()
            let item = try #require(rig.controller.inputItem(at: place(0)))
            return rig.controller.instantiatePickerView(textInputItem: item, indexPath: place(0))
        }
        #expect(try made(numbers(500)) is UIPickerView)
        #expect(try made(numbers(501)) is UISlider)
        #expect(try made(#"{"identifier":"d","type":"dateOnly"}"#) is UIDatePicker)
        let height = try made(#"{"identifier":"h","type":"height","range":{"stepInterval":1}}"#)
        #expect((height as? UIPickerView)?.kind == .height)
        // A height with fractions has no picker, and is typed.
        #expect(try made(#"{"identifier":"h","type":"height"}"#) == nil)
        #expect(try made(#"{"identifier":"s","type":"string"}"#) == nil)
    }

    @Test("`instantiatePickerView(textInputItem:indexPath:)` may return nil, for a text field")
    func noPicker() throws {
        let rig = try TableRig([#"{"identifier":"d","type":"dateOnly"}"#]) {
            Typing(step: $0, parent: $1)
        }
        rig.controller.appear()
        try rig.answer("d", "1990-05-12")
        #expect(rig.answers["d"] == .date(Date(timeIntervalSince1970: 642_470_400)))
    }
}

/// A controller that logs the calls of its hooks.
private final class Watched: RSDTableStepViewController {
    var calls: [String] = []

    override func dequeueCell(
        in tableView: UITableView,
        for indexPath: IndexPath
    ) -> UITableViewCell {
        calls.append("dequeue \(indexPath.map { $0 })")
        return super.dequeueCell(in: tableView, for: indexPath)
    }

    override func configure(
        cell: UITableViewCell,
        in tableView: UITableView,
        at indexPath: IndexPath
    ) {
        calls.append("configure \(indexPath.map { $0 })")
        super.configure(cell: cell, in: tableView, at: indexPath)
    }
}

/// A controller with its own cells for choices.
private final class OwnCells: RSDTableStepViewController {
    final class Cell: UITableViewCell {}

    override func registerReuseIdentifierIfNeeded(_ reuseIdentifier: String) {
        if reuseIdentifier == "list", !tableView.isRegistered("list") {
            tableView.register(Cell.self, forCellReuseIdentifier: "list")
        }
        super.registerReuseIdentifierIfNeeded(reuseIdentifier)
    }
}

/// A controller without pickers.
private final class Typing: RSDTableStepViewController {
    override func instantiatePickerView(
        textInputItem: RSDTextInputTableItem,
        indexPath: IndexPath
    ) -> (any RSDPickerViewProtocol & UIView)? { nil }
}
