import FoundationEssentials
import Research
import Testing
import Timebase

@Suite("What a question says of itself")
struct FieldFactTests {
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
