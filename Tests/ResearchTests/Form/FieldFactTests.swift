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
}
