// By which hints a question of which type can be shown.

import Research
import Testing

@Suite("A hint of a question")
struct HintTests {
    /// The types, each with the hints that suit it; the first that a screen supports is usual.
    static let table: [(types: [String], hints: [RSDFormUIHint])] = [
        (["boolean"], [.list, .picker, .checkbox, .radioButton, .toggle]),
        (["date", "timestamp", "dateOnly", "time"], [.picker, .textfield]),
        (["decimal", "integer", "year"], [.textfield, .slider, .picker]),
        (["duration"], [.picker, .textfield]),
        (["fraction"], [.textfield, .picker]),
        (["string"], [.textfield, .multipleLine, .popover]),
        (["codable"], [.textfield, .multipleLine]),
        (["postalCode"], [.textfield]),
        (
            ["multipleChoice", "multipleChoice.integer", "multipleChoice.boolean"],
            [.list, .checkbox, .combobox]
        ),
        (
            ["singleChoice", "singleChoice.decimal", "singleChoice.codable"],
            [.list, .radioButton, .picker, .slider, .combobox, .checkbox]
        ),
        (["multipleComponent", "multipleComponent.year"], [.picker, .textfield]),
        (
            RSDFormDataType.MeasurementType.allCases.flatMap { measurement in
                RSDFormDataType.MeasurementRange.allCases.map {
                    "\(measurement.rawValue).\($0.rawValue)"
                }
            }, [.picker, .textfield]
        ),
        (["detail", "detail.string"], [.disclosureArrow, .link, .section, .popover, .button]),
    ]

    @Test(
        "is met where it suits the type and is supported, else the first that both is",
        arguments: table
    )
    func suits(types: [String], suitable: [RSDFormUIHint]) {
        for word in types {
            let type = RSDFormDataType(rawValue: word)
            #expect(type.validHints == suitable, "\(word)")
            for wish in RSDFormUIHint.standardHints {
                for supported in [
                    RSDFormUIHint.standardHints, RSDFormUIHint.tableHints, [wish], [],
                ] {
                    let isMet = suitable.contains(wish) && supported.contains(wish)
                    let other = suitable.first { supported.contains($0) } ?? .textfield
                    #expect(
                        type.hint(wished: wish, supported: supported) == (isMet ? wish : other),
                        "\(word), \(wish)"
                    )
                }
            }
            #expect(
                type.hint(wished: nil, supported: RSDFormUIHint.standardHints) == suitable[0]
            )
        }
    }

    @Test("is known for every type that a file can spell")
    func allTypes() {
        let known = Set(Self.table.flatMap(\.types).map { RSDFormDataType(rawValue: $0) })
        for base in RSDFormDataType.BaseType.allCases { #expect(known.contains(.base(base))) }
        for date in RSDFormDataType.DateType.allCases { #expect(known.contains(.date(date))) }
        for kind in RSDFormDataType.CollectionType.allCases {
            #expect(known.contains(.collection(kind, .string)))
        }
    }

    @Test(
        "that only an app knows, or of a type that only an app knows, is met where it is supported"
    )
    func ofApp() {
        let dial: RSDFormUIHint = "dial"
        let integer = RSDFormDataType.base(.integer)
        #expect(integer.hint(wished: dial, supported: [dial, .textfield]) == dial)
        #expect(integer.hint(wished: dial, supported: [.textfield]) == .textfield)
        let gait = RSDFormDataType(rawValue: "gait.left")
        #expect(gait.hint(wished: .list, supported: RSDFormUIHint.tableHints) == .list)
        #expect(gait.hint(wished: .slider, supported: RSDFormUIHint.tableHints) == .textfield)
        #expect(gait.hint(wished: nil, supported: RSDFormUIHint.tableHints) == .textfield)
    }

    @Test("to show choices in rows is met for a value of one kind only where there are choices")
    func choices() throws {
        let plain = try Forms.question("integer", #""uiHint":"list""#)
        #expect(plain.hint == .textfield)
        let field = RSDChoiceInputFieldObject(
            identifier: "a",
            choices: [RSDChoiceObject(value: .integer(1), text: "One")],
            dataType: .base(.integer),
            inputUIHint: .list
        )
        #expect(FormQuestion(field, locale: Forms.locale).hint == .list)
        field.inputUIHint = nil
        #expect(FormQuestion(field, locale: Forms.locale).hint == .textfield)
    }

    @Test(
        "to choose one of several is not met where several may be chosen, whatever the choices",
        arguments: ["picker", "slider", "radioButton"]
    )
    func oneOfSeveral(hint: String) throws {
        let keys = #""uiHint":"\#(hint)","choices":["arm","leg"]"#
        let all = RSDFormUIHint.standardHints
        func shown(_ type: String) throws -> FormQuestion {
            let field = try Forms.field(type: type, keys)
            return FormQuestion(field, supportedHints: all, locale: Forms.locale)
        }
        let several = try shown("multipleChoice")
        #expect(several.hint == .list && several.picker(at: Forms.now) == nil)
        #expect(try shown("singleChoice").hint == RSDFormUIHint(rawValue: hint))
    }
}
