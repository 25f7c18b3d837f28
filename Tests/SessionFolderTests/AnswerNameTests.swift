import FoundationEssentials
import Research
import Testing

@testable import SessionFolder

@Suite("The file of a session's answers")
struct AnswerNameTests {
    private static let epoch = Date(timeIntervalSince1970: 0)

    private static func answer(_ question: String, _ value: Int?) -> RSDAnswerResultObject {
        RSDAnswerResultObject(
            identifier: question,
            answerType: RSDAnswerResultType(baseType: .integer),
            value: value.map(AnswerValue.integer),
            startDate: epoch
        )
    }

    private static func form(
        _ identifier: String,
        _ answers: [any RSDResult]
    ) -> RSDCollectionResultObject {
        RSDCollectionResultObject(
            identifier: identifier,
            startDate: epoch,
            inputResults: answers
        )
    }

    private static func level(
        _ identifier: String,
        _ results: [any RSDResult]
    ) -> RSDTaskResultObject {
        RSDTaskResultObject(
            identifier: identifier,
            taskRunUUID: UUID(),
            startDate: epoch,
            stepHistory: results
        )
    }

    private static func names(_ results: [any RSDResult]) throws -> [String: Int] {
        let bytes = try TaskAnswers.document(of: level("task", results), RSDFactory())
        return try JSONDecoder().decode([String: Int].self, from: Data(bytes ?? Array("{}".utf8)))
    }

    @Test("names a question once that is called like its form")
    func namedOnce() throws {
        #expect(try Self.names([Self.form("age", [Self.answer("age", 7)])]) == ["age": 7])
        let two = [Self.answer("age", 7), Self.answer("size", 8)]
        #expect(try Self.names([Self.form("age", two)]) == ["age": 7, "age_size": 8])
    }

    @Test("says the innermost section of a question, and no other")
    func innermost() throws {
        let inner = Self.level("inner", [Self.form("q", [Self.answer("q", 1)])])
        #expect(try Self.names([Self.level("outer", [inner])]) == ["inner_q": 1])
    }

    @Test("numbers the names that two questions would share")
    func numbered() throws {
        func outer(_ identifier: String, _ value: Int) -> RSDTaskResultObject {
            Self.level(identifier, [Self.level("inner", [Self.answer("q", value)])])
        }
        #expect(
            try Self.names([outer("first", 1), outer("second", 2)])
                == ["inner_q": 1, "inner_q-2": 2]
        )
    }

    @Test("leaves out questions without an answer")
    func unanswered() throws {
        #expect(try Self.names([Self.form("f", [Self.answer("q", nil)])]).isEmpty)
    }
}
