import FoundationEssentials
import Research
import Testing

@Suite("A copy of a step")
struct StepCopyTests {
    private static let words = RSDFactory().declared[.step].all
        .compactMap { member in member.words.map { Word(word: member.word, words: $0) } }
        .filter { $0.words.underlay == nil }

    struct Word: Sendable, CustomTestStringConvertible {
        let word: String
        let words: RSDWords

        var testDescription: String { word }
    }

    @Test("is written as the step is, each key with each kind of value", arguments: words)
    func everyKey(word: Word) throws {
        let factory = RSDFactory()
        for object in VocabularySamples.objects(word.words, type: word.word) {
            let bytes = try factory.createJSONEncoder().encode(object)
            let step = try factory.decodeStep(bytes)
            let copyable = try #require(step as? any RSDCopyStep)
            var expected = try factory.written(step)
            expected["identifier"] = "copy"
            #expect(try factory.written(copyable.copy(with: "copy")) == expected)
        }
    }

    @Test("keeps all the members that a step of every kind has")
    func everyMember() throws {
        let factory = RSDFactory()
        let step = try factory.createJSONDecoder()
            .decode(RSDUIStepObject.self, from: Data(UIStepMemberTests.json.utf8))
        var expected = try factory.written(step)
        #expect(expected.count == 16, "\(expected.keys.sorted())")
        expected["identifier"] = "copy"
        #expect(try factory.written(step.copy(with: "copy")) == expected)
    }
}

extension RSDFactory {
    fileprivate func decodeStep(_ bytes: Data) throws -> any RSDStep {
        struct Read: Decodable {
            var step: any RSDStep

            init(from decoder: any Decoder) throws {
                step = try decoder.factory.decodeStep(from: decoder)
            }
        }
        return try createJSONDecoder().decode(Read.self, from: bytes).step
    }

    fileprivate func written(_ step: any RSDStep) throws -> [String: JSONValue] {
        let encodable = try #require(step as? any Encodable)
        return try createJSONDecoder()
            .decode([String: JSONValue].self, from: createJSONEncoder().encode(encodable))
    }
}

@Suite("What a summary shows")
struct SummaryAnswerTests {
    @Test("may have been recorded beside the steps of its own level, or of one within it")
    func recorded() {
        var inner = Sample.history(["i"], of: "s")
        inner.asyncResults = [Sample.answer("distance", .integer(120))]
        var result = Sample.history(["a"])
        let summary = RSDResultSummaryStepObject(identifier: "summary")
        summary.resultIdentifier = "steps"
        #expect(summary.shouldSkipStep(with: result, isPeeking: false))
        result.asyncResults = [Sample.answer("steps", .integer(240))]
        #expect(summary.answer(in: result)?.value == .integer(240))
        #expect(!summary.shouldSkipStep(with: result, isPeeking: false))
        result.stepHistory.append(inner)
        summary.resultIdentifier = "distance"
        #expect(summary.answer(in: result)?.value == .integer(120))
    }
}

@Suite("A permission")
struct PermissionTests {
    @Test("is asked for when the step is shown, and needed, unless a file says otherwise")
    func defaults() throws {
        func read(_ more: String) throws -> RSDStandardPermission {
            try JSONDecoder().decode(
                RSDStandardPermission.self,
                from: Data(#"{ "permissionType": "motion" \#(more) }"#.utf8)
            )
        }
        #expect(try read("").isRequestedIfNeeded)
        #expect(try !read("").isOptional)
        #expect(try !read(#", "requestIfNeeded": false"#).isRequestedIfNeeded)
        #expect(try read(#", "optional": true"#).isOptional)
        #expect(
            !RSDStandardPermission(permissionType: .motion, requestIfNeeded: false)
                .isRequestedIfNeeded
        )
    }
}
