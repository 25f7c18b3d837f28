import FoundationEssentials
import Research
import Testing
import Timebase

@Suite("What a question says of itself")
struct FieldFactTests {
    @Test(
        "is spelled in results with its whole type",
        arguments: [
            ("singleChoice", "singleChoice.string"), ("singleChoice.string", "singleChoice.string"),
            ("multipleChoice.integer", "multipleChoice.integer"), ("height", "height.adult"),
            ("height.adult", "height.adult"), ("weight.child", "weight.child"),
            ("bloodPressure", "bloodPressure.adult"), ("detail", "detail"), ("integer", "integer"),
        ]
    )
    func spelling(type: String, spelled: String) throws {
        let choice = type.hasSuffix("integer") ? "1" : #""a""#
        let question = try Forms.question(type, #""choices":[\#(choice)]"#)
        let data = try Forms.factory.createJSONEncoder().encode(question.answerType)
        let json = try Forms.factory.createJSONDecoder().decode(JSONValue.self, from: data)
        guard case .object(let keys) = json else { return #expect(Bool(false)) }
        #expect(keys["formDataType"] == .string(spelled))
    }

    @Test(
        "is the smallest of its units where no unit is named, whichever key is first",
        arguments: [
            (#""durationUnits":["hr","min"]"#, "min"), (#""durationUnits":["min","hr"]"#, "min"),
            (#""durationUnits":["hr"]"#, "hr"), (#""minimumValue":1"#, "s"), ("", "s"),
            (#""durationUnits":[]"#, "s"), (#""durationUnits":["min"],"unit":"hr""#, "hr"),
            (#""unit":"hr","durationUnits":["min"]"#, "hr"),
        ]
    )
    func durationUnit(range: String, unit: String) throws {
        let question = try Forms.question("duration", #""range":{\#(range)}"#)
        #expect(question.answerType.unit == unit)
    }

    @Test(
        "has the unit of a duration also for choices",
        arguments: ["singleChoice.duration", "multipleChoice.duration"]
    )
    func choiceUnit(type: String) throws {
        let question = try Forms.question(type, #""choices":[60,120]"#)
        #expect(question.answerType.unit == "s")
    }

    @Test(
        "follows the fields of a detail: its type that of the only one, and whether it is optional"
    )
    func detail() throws {
        func detail(_ fields: String, _ keys: String = "") throws -> any RSDInputField {
            try Forms.field(type: "detail", #""inputFields":[\#(fields)]\#(keys)"#)
        }
        let number = #"{"identifier":"n","type":"integer"}"#
        let word = #"{"identifier":"w","type":"string","optional":true}"#
        let range = #"{"identifier":"r","type":"decimal","range":{"maximumValue":3}}"#
        let one = FormQuestion(try detail(number), locale: Forms.locale)
        #expect(one.answerType.baseType == .integer && !one.isOptional)
        #expect(one.answerType.formDataType == .base(.integer))
        let optional = FormQuestion(try detail(word), locale: Forms.locale)
        #expect(optional.answerType.baseType == .string && optional.isOptional)
        let both = FormQuestion(try detail("\(number),\(word)"), locale: Forms.locale)
        #expect(both.answerType.baseType == .codable && !both.isOptional)
        let bounded = FormQuestion(try detail(range), locale: Forms.locale)
        #expect((bounded.range as? RSDNumberRangeObject)?.maximumValue == 3)
        #expect(try detail(number, #","optional":true"#).isOptional == false)
    }

    @Test("takes a time to the minute from one that was stored to the second")
    func storedTime() throws {
        let field = try Forms.field(type: "time", #""range":{"codingFormat":"HH:mm"}"#)
        let editor = Forms.editor([field], stored: ["a": .string("10:30:45")])
        let tenThirty = AnswerValue.date(Date(timeIntervalSince1970: 37_800))
        #expect(editor.groups[0].answer == .given(tenThirty))
        let text =
            #"{"identifier":"a","type":"answer","startDate":"2026-11-21T10:00:00.000Z","#
            + #""endDate":"2026-11-21T10:00:00.000Z","value":"10:30:45","#
            + #""answerType":{"baseType":"date","dateFormat":"HH:mm"}}"#
        let read = try Forms.factory.createJSONDecoder()
            .decode(RSDAnswerResultObject.self, from: Data(text.utf8))
        #expect(read.value == tenThirty)
    }

    @Test("is equal where only the type of the question differs")
    func answerTypes() {
        var typed = RSDAnswerResultType(baseType: .string)
        typed.formDataType = .collection(.singleChoice, .string)
        let plain = RSDAnswerResultType(baseType: .string)
        #expect(typed == plain && typed.hashValue == plain.hashValue)
        #expect(plain != RSDAnswerResultType(baseType: .integer))
    }

    @Test("keeps the words of a choice that is a fraction")
    func fractionChoice() throws {
        let question = try Forms.question("singleChoice.fraction", #""choices":["1/25","1/125"]"#)
        #expect(question.choices.map(\.text) == ["1/25", "1/125"])
        #expect(question.choices.map(\.value) == [.decimal(0.04), .decimal(0.008)])
    }

    @Test("follows the language around its form in the region of a postal code, unless that is set")
    func region() throws {
        var question = try Forms.question("postalCode")
        #expect(try question.answer(to: "94110", at: Forms.now) == .string(""))
        question.follow(AnswerLocale(regionCode: "US"))
        #expect(try question.answer(to: "94110", at: Forms.now) == .string("941**"))
        var canadian = try Forms.question("postalCode", locale: AnswerLocale(regionCode: "CA"))
        canadian.follow(AnswerLocale(regionCode: "US"))
        #expect(try canadian.answer(to: "K1A 0B1", at: Forms.now) == .string("K*****"))
    }
}
