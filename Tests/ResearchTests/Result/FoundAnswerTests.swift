import FoundationEssentials
import Research
import Testing

@Suite("Answers in results")
struct FoundAnswerTests {
    private static let epoch = Date(timeIntervalSince1970: 0)

    private func answer(_ identifier: String, _ value: Int?) -> RSDAnswerResultObject {
        RSDAnswerResultObject(
            identifier: identifier,
            answerType: .integer,
            value: value.map(AnswerValue.integer),
            startDate: Self.epoch
        )
    }

    private func form(_ identifier: String, _ results: [any RSDResult]) -> RSDCollectionResultObject
    {
        RSDCollectionResultObject(
            identifier: identifier,
            startDate: Self.epoch,
            inputResults: results
        )
    }

    @Test(
        "are found by their question, in forms, sections and what went on beside; the last of several"
    )
    func found() {
        let section = Sample.history(["page"], of: "section")
        var task = Sample.history(["first"])
        task.stepHistory += [form("one", [answer("q", 1)]), section, form("two", [answer("q", 2)])]
        task.asyncResults = [form("beside", [answer("q", 3), answer("steps", 4)])]
        #expect(task.findAnswerResult(with: "q")?.value == .integer(2))
        #expect(task.findAnswerResult(with: "steps")?.value == .integer(4))
        #expect(task.findAnswerResult(with: "first") == nil)
        var inner = section
        inner.stepHistory.append(answer("deep", 5))
        task.stepHistory[2] = inner
        #expect(task.findAnswerResult(with: "deep")?.value == .integer(5))
        #expect(answer("q", 6).findAnswerResult(with: "q")?.value == .integer(6))
        #expect(answer("q", 6).findAnswerResult(with: "p") == nil)
    }

    @Test("of a collection are those that were given, by question")
    func answers() {
        let collection = form("form", [answer("a", 1), answer("b", nil), form("c", [])])
        #expect(collection.answers() == ["a": .integer(1)])
    }

    @Test("give way to a later one of the same question, and can be taken away")
    func removed() {
        var collection = form("form", [answer("a", 1), answer("b", 2)])
        let replaced = collection.appendInputResults(with: answer("a", 3)) as? any RSDAnswerResult
        #expect(replaced?.value == .integer(1))
        #expect(collection.inputResults.map(\.identifier) == ["b", "a"])
        let removed = collection.removeInputResult(with: "b") as? any RSDAnswerResult
        #expect(removed?.value == .integer(2))
        #expect(collection.removeInputResult(with: "b") == nil)
        #expect(collection.answers() == ["a": .integer(3)])
    }

    @Test(
        "are of the same type if they are read alike, whatever type of question was answered",
        arguments: [
            RSDAnswerResultType(baseType: .integer),
            RSDAnswerResultType(baseType: .string, sequenceType: .array),
            RSDAnswerResultType(baseType: .string, dateFormat: "HH:mm"),
            RSDAnswerResultType(baseType: .string, unit: "cm"),
            RSDAnswerResultType(baseType: .string, sequenceSeparator: "-"),
            {
                var type = RSDAnswerResultType.string
                type.dateLocaleIdentifier = "de_DE"
                return type
            }(),
        ]
    )
    func types(other: RSDAnswerResultType) {
        #expect(other != .string)
        #expect(RSDAnswerResultType(baseType: .string, formDataType: .base(.year)) == .string)
    }

    @Test("and other results of the field's initialisers are dated when they are made")
    func dated() {
        let before = Date()
        let results: [any RSDResult] = [
            RSDResultObject(identifier: "a"), RSDCollectionResultObject(identifier: "b"),
            RSDAnswerResultObject(identifier: "c", answerType: .boolean, value: .boolean(true)),
            RSDFileResultObject(identifier: "d"), RSDTaskResultObject(identifier: "e"),
            RSDErrorResultObject(identifier: "f", error: CancellationError()),
        ]
        let after = Date()
        #expect(results.map(\.identifier) == ["a", "b", "c", "d", "e", "f"])
        #expect(results.allSatisfy { (before...after).contains($0.startDate) })
        #expect(results.allSatisfy { $0.endDate == $0.startDate })
    }
}
