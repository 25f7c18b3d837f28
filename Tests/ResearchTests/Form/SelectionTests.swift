import FoundationEssentials
import Research
import Testing

/// Rows that are tapped one after the other, and the final selection.
struct Touches: Sendable, CustomTestStringConvertible {
    var type: String
    var rows: [Int]
    var selected: Set<Int>
    var answer: FormAnswer
    /// Whether the last tap changed other rows.
    var reloads: Bool

    init(_ type: String, _ rows: [Int], _ selected: Set<Int>, _ answer: FormAnswer, _ reloads: Bool)
    {
        self.type = type
        self.rows = rows
        self.selected = selected
        self.answer = answer
        self.reloads = reloads
    }

    var testDescription: String { "\(type) \(rows)" }

    static func several(_ values: String...) -> FormAnswer {
        .given(.array(values.map(AnswerValue.string)))
    }

    static let single = [
        Touches("singleChoice", [0], [0], .given(.string("a")), false),
        Touches("singleChoice", [0, 1], [1], .given(.string("b")), true),
        Touches("singleChoice", [0, 0], [], .unanswered, false),
        Touches("singleChoice", [0, 1, 0], [0], .given(.string("a")), true),
        Touches("singleChoice", [3], [3], .given(nil), false),
        Touches("singleChoice", [0, 3], [3], .given(nil), true),
        Touches("singleChoice", [3, 3], [], .unanswered, false),
        Touches("singleChoice", [2, 0], [0], .given(.string("a")), true),
    ]

    static let multiple = [
        Touches("multipleChoice", [0], [0], several("a"), false),
        Touches("multipleChoice", [1, 0], [0, 1], several("a", "b"), false),
        Touches("multipleChoice", [0, 1, 0], [1], several("b"), false),
        Touches("multipleChoice", [0, 0], [], .unanswered, false),
        Touches("multipleChoice", [0, 1, 2], [2], several("only"), true),
        Touches("multipleChoice", [2, 0], [0], several("a"), true),
        Touches("multipleChoice", [2, 2], [], .unanswered, false),
        Touches("multipleChoice", [0, 1, 3], [3], .given(.array([])), true),
        Touches("multipleChoice", [3, 1], [1], several("b"), true),
        Touches("multipleChoice", [2, 3], [3], .given(.array([])), true),
        Touches("multipleChoice", [3, 2], [2], several("only"), true),
        Touches("multipleChoice", [3, 3], [], .unanswered, false),
    ]
}

@Suite("Choosing an answer")
struct SelectionTests {
    static let choices =
        #""choices":["a","b",{"value":"only","text":"Only","isExclusive":true},{"text":"None"}]"#

    @Test("selects rows, and deselects excluded ones", arguments: Touches.single + Touches.multiple)
    func chooses(touches: Touches) throws {
        var editor = Forms.editor([try Forms.field(type: touches.type, Self.choices)])
        #expect(!editor.allAnswersValid)
        var last: AnswerEditor.Change?
        for row in touches.rows { last = try editor.touch(row) }
        let group = editor.groups[0]
        #expect(group.selectedRows == touches.selected)
        #expect(group.answer == touches.answer)
        #expect(editor.allAnswersValid == !touches.selected.isEmpty)
        let change = try #require(last)
        let row = try #require(touches.rows.last)
        #expect(change.isSelected == touches.selected.contains(row))
        #expect(change.reloadSection == touches.reloads)
        #expect(group.items.map(group.isSelected) == (0..<4).map(touches.selected.contains))
    }

    @Test("ticks a box; an unticked box means no")
    func ticksBox() throws {
        let field = try Forms.field(type: "boolean", #""uiHint":"checkbox","prompt":"I agree""#)
        var editor = Forms.editor([field])
        #expect(editor.groups[0].items.map(\.content) == [.box(title: "I agree")])
        #expect(!editor.allAnswersValid)
        #expect(try editor.touch(0).isSelected)
        #expect(editor.groups[0].answer == .given(.boolean(true)))
        #expect(try !editor.touch(0).isSelected)
        #expect(editor.groups[0].answer == .given(.boolean(false)))
        #expect(editor.allAnswersValid)
    }

    @Test("offers the rows Yes and No without a checkbox")
    func offersYesAndNo() throws {
        var editor = Forms.editor([try Forms.field(type: "boolean")])
        #expect(try editor.touch(1).answer == .given(.boolean(false)))
        #expect(try editor.touch(0).answer == .given(.boolean(true)))
        #expect(try editor.touch(0).answer == .unanswered)
    }

    @Test("is refused in a row with a text field, and outside the rows")
    func refuses() throws {
        var editor = Forms.editor([try Forms.field(type: "string")])
        for place in [[0, 0], [0, 1], [0, -1], [7, 0], [0], [0, 0, 0]] {
            let error = #expect(throws: RSDInputFieldError.self) {
                try editor.select(at: IndexPath(indexes: place))
            }
            #expect(error?.errorCode == -1)
        }
    }
}

@Suite("The initial answer of a question")
struct PresetTests {
    static let words = #""choices":["a","b",{"text":"None"}]"#

    @Test("is the default answer")
    func isDefault() throws {
        let one = try Forms.field(type: "singleChoice", #""defaultAnswer":"b",\#(Self.words)"#)
        #expect(Forms.editor([one]).groups[0].selectedRows == [1])
        let two = try Forms.field(
            type: "multipleChoice",
            #""defaultAnswer":["b","a"],\#(Self.words)"#
        )
        #expect(Forms.editor([two]).groups[0].answer == Touches.several("a", "b"))
        let bare = try Forms.field(type: "multipleChoice", #""defaultAnswer":"a",\#(Self.words)"#)
        #expect(Forms.editor([bare]).groups[0].answer == Touches.several("a"))
        let picked = try Forms.field(
            type: "multipleComponent",
            #""choices":[["a"],["b","c"]],"defaultAnswer":["a","c"]"#
        )
        #expect(Forms.editor([picked]).groups[0].answer == Touches.several("a", "c"))
        let date = try Forms.field(
            type: "date",
            #""range":{"codingFormat":"yyyy-MM-dd","defaultDate":"1990-05-12"}"#
        )
        #expect(
            try Forms.editor([date]).groups[0].answer
                == .given(.date(Forms.date("1990-05-12T00:00:00.000Z")))
        )
    }

    @Test("is none if the default date is not in the range")
    func isInRange() throws {
        let keys = #""range":{"defaultDate":"2000-02-29","allowPast":false}"#
        let field = try Forms.field(type: "dateOnly", keys)
        #expect(Forms.editor([field]).groups[0].answer == .unanswered)
    }

    @Test("is none if the default answer is no choice")
    func isKnown() throws {
        let field = try Forms.field(type: "singleChoice", #""defaultAnswer":"x",\#(Self.words)"#)
        #expect(Forms.editor([field]).groups[0].answer == .unanswered)
    }

    private func result(
        _ value: AnswerValue?,
        _ base: RSDAnswerResultType.BaseType = .string,
        _ sequence: RSDAnswerResultType.SequenceType? = nil
    ) -> RSDAnswerResultObject {
        RSDAnswerResultObject(
            identifier: "a",
            answerType: RSDAnswerResultType(baseType: base, sequenceType: sequence),
            value: value,
            startDate: Forms.now
        )
    }

    @Test("is that of the earlier result, then the stored one, then the default")
    func isEarlier() throws {
        let field = try Forms.field(type: "singleChoice", #""defaultAnswer":"b",\#(Self.words)"#)
        func answer(_ previous: RSDAnswerResultObject?, stored: AnswerValue? = nil) -> FormAnswer {
            Forms.editor(
                [field],
                previous: previous.map { [$0] } ?? [],
                stored: stored.map { ["a": $0] } ?? [:]
            ).groups[0].answer
        }
        #expect(answer(result(.string("a")), stored: .string("b")) == .given(.string("a")))
        #expect(answer(nil, stored: .string("a")) == .given(.string("a")))
        #expect(answer(result(nil)) == .given(nil))
        // An answer of another type is ignored.
        #expect(answer(result(.integer(1), .integer)) == .given(.string("b")))
        #expect(answer(result(.array([.string("a")]), .string, .array)) == .given(.string("b")))
        let several = try Forms.field(type: "multipleChoice", Self.words)
        #expect(
            Forms.editor([several], previous: [result(.string("a"))]).groups[0].answer
                == .unanswered
        )
    }

    @Test("is the first valid one, and a stored answer is validated like an input")
    func isNextThatFits() throws {
        let cups = try Forms.field(type: "integer", #""range":{"minimumValue":1,"maximumValue":9}"#)
        func answer(_ field: any RSDInputField, _ stored: AnswerValue) -> FormAnswer {
            Forms.editor([field], stored: ["a": stored]).groups[0].answer
        }
        #expect(answer(cups, .integer(3)) == .given(.integer(3)))
        #expect(answer(cups, .decimal(3)) == .given(.integer(3)))
        #expect(answer(cups, .string("3")) == .given(.integer(3)))
        for value in [
            AnswerValue.integer(10), .decimal(2.5), .boolean(true), .array([.integer(3)]),
        ] {
            #expect(answer(cups, value) == .unanswered)
        }
        let word = try Forms.field(type: "singleChoice", #""defaultAnswer":"b",\#(Self.words)"#)
        #expect(answer(word, .string("a")) == .given(.string("a")))
        #expect(answer(word, .string("gone")) == .given(.string("b")))
        let editor = Forms.editor([word], previous: [result(.string("gone"))])
        #expect(editor.groups[0].answer == .given(.string("b")))
    }

    @Test("is the row without a value after an empty multiple choice")
    func isNoneOfThem() throws {
        let field = try Forms.field(type: "multipleChoice", Self.words)
        let editor = Forms.editor([field], previous: [result(.array([]), .string, .array)])
        #expect(editor.groups[0].selectedRows == [2])
        #expect(editor.groups[0].answer == .given(.array([])))
    }
}

@Suite("The sections of a form")
struct SectionTests {
    private let text = #"{"identifier":"t","type":"string","prompt":"Text"}"#
    private let box = #"{"identifier":"x","type":"boolean","uiHint":"checkbox"}"#
    private let yesNo = #"{"identifier":"y","type":"boolean","prompt":"Yes?","promptDetail":"D"}"#
    private let height = #"{"identifier":"h","type":"height"}"#
    private let list =
        #"{"identifier":"l","type":"singleChoice","prompt":"P","promptDetail":"D","choices":["a","b"]}"#
    private let column =
        #"{"identifier":"w","type":"singleChoice","uiHint":"picker","choices":["a","b"]}"#

    private func layout(_ fields: [String]) throws -> [[String]] {
        Forms.editor(try fields.map(Forms.field)).sections.map { $0.items.map(\.identifier) }
    }

    @Test("combine questions where they may, and separate the others")
    func joins() throws {
        #expect(try layout([text, box, text]) == [["t", "x", "t"]])
        #expect(try layout([text, list, text]) == [["t"], ["l[0]", "l[1]"], ["t"]])
        #expect(try layout([list, list]) == [["l[0]", "l[1]"], ["l[0]", "l[1]"]])
        #expect(try layout([text, column, text]) == [["t"], ["w"], ["t"]])
        // These get their own section only if they come first.
        #expect(try layout([height, text]) == [["h"], ["t"]])
        #expect(try layout([text, height, text]) == [["t", "h", "t"]])
        #expect(try layout([yesNo, text]) == [["y[0]", "y[1]"], ["t"]])
        #expect(try layout([text, yesNo, text]) == [["t", "y[0]", "y[1]", "t"]])
    }

    @Test("have the prompt as their title if there are several rows")
    func haveTitles() throws {
        let fields = try [text, list, column, yesNo].map(Forms.field)
        let sections = Forms.editor(fields).sections
        #expect(sections.map(\.title) == [nil, "P", nil, "Yes?"])
        #expect(sections.map(\.subtitle) == [nil, "D", nil, "D"])
        #expect(sections.map(\.index) == [0, 1, 2, 3])
        #expect(sections.allSatisfy { $0.items.map(\.rowIndex) == Array($0.items.indices) })
    }

    @Test("end with the image and the footnote")
    func endWithFooter() throws {
        let footer = TableFooter(imageName: "shoe", footnote: "Thanks")
        let editor = Forms.editor([try Forms.field(text)], footer: footer)
        #expect(editor.sections.count == 2)
        #expect(
            editor.sections[1].items.map(\.content) == [.image(named: "shoe"), .text("Thanks")]
        )
        #expect(editor.sections[1].items.allSatisfy { $0.groupIndex == nil })
        #expect(editor.groupIndex(at: IndexPath(row: 0, section: 1)) == nil)
    }

    @Test("have distinct rows also for equal questions")
    func nameRows() throws {
        let editor = Forms.editor(try [list, list].map(Forms.field))
        let items = editor.sections.flatMap(\.items)
        #expect(Set(items).count == items.count)
    }
}
