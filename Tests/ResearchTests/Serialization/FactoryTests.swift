import FoundationEssentials
import Research
import SystemCalls
import Testing
import Timebase

/// A result that an app brings along.
private struct TappingResult: RSDResult, Hashable {
    var identifier: String
    var type: RSDResultType = "tapping"
    var startDate: Date
    var endDate: Date
    var taps: Int
}

/// A factory that reads all its results as plain ones.
private final class PlainFactory: RSDFactory, @unchecked Sendable {
    override func decodeResult(from decoder: any Decoder) throws -> any RSDResult {
        try RSDResultObject(from: decoder)
    }
}

@Suite("A factory")
struct FactoryTests {
    private let tapping = TappingResult(
        identifier: "left",
        startDate: SampleResults.begin,
        endDate: SampleResults.end,
        taps: 42
    )

    private func encodedForm() throws -> Data {
        let form = RSDCollectionResultObject(
            identifier: "form",
            startDate: SampleResults.begin,
            inputResults: [tapping]
        )
        return try RSDFactory().createJSONEncoder().encode(form)
    }

    private func firstResult(by factory: RSDFactory) throws -> (any RSDResult)? {
        try factory.createJSONDecoder()
            .decode(RSDCollectionResultObject.self, from: encodedForm())
            .inputResults.first
    }

    @Test("decodes a type that was registered, wherever it is nested")
    func decodesRegistered() throws {
        let factory = RSDFactory()
        try factory.register(.init("tapping", TappingResult.self, "How often one tapped."))
        #expect(try firstResult(by: factory) as? TappingResult == tapping)
    }

    @Test("knows nothing of what was registered with another")
    func isAlone() throws {
        try RSDFactory().register(.init("tapping", TappingResult.self, "How often one tapped."))
        #expect(try firstResult(by: RSDFactory()) is RSDUnknownResultObject)
    }

    @Test("reads a task file by its path; an error names the file")
    func readsFile() throws {
        let folder = try ResourceFolder([
            "walk.json":
                #"{"identifier":"walk","steps":[{"identifier":"a","type":"instruction"}]}"#,
            "faulty.json": #"{"identifier":"walk","steps":[{"type":"instruction"}]}"#,
        ])
        let factory = RSDFactory()
        #expect(try factory.decodeTask(at: "\(folder.path)/walk.json").identifier == "walk")
        let faulty = #expect(throws: RSDTaskFileError.self) {
            try factory.decodeTask(at: "\(folder.path)/faulty.json")
        }
        let place = "\(folder.path)/faulty.json > steps[0]"
        #expect(faulty?.description.hasPrefix(place) == true, "\(faulty?.description ?? "")")
        let missing = #expect(throws: SystemError.self) {
            try factory.decodeTask(at: "\(folder.path)/none.json")
        }
        #expect(missing?.errno == .notFound)
        #expect(missing?.path == "\(folder.path)/none.json")
        #expect(missing?.remedy != nil)
    }

    @Test("can be subclassed to decode in its own way")
    func canBeSubclassed() throws {
        #expect(try firstResult(by: PlainFactory()) is RSDResultObject)
    }

    @Test("writes the same value as the same bytes, however its keys came about")
    func isDeterministic() throws {
        let encoder = RSDFactory(writingDatesIn: .utc).createJSONEncoder()
        var reversed = SampleResults.unknown
        reversed.userInfo = [:]
        for (key, value) in SampleResults.unknown.userInfo.sorted(by: { $0.key > $1.key }) {
            reversed.userInfo[key] = value
        }
        #expect(try encoder.encode(reversed) == encoder.encode(SampleResults.unknown))
    }
}

@Suite("A word of the vocabulary")
struct VocabularyTests {
    @Test("is a plain string in a file, and in the code")
    func isString() throws {
        let data = try JSONEncoder().encode(["type": RSDAsyncActionType.motion])
        #expect(String(decoding: data, as: UTF8.self) == #"{"type":"motion"}"#)
        let read = try JSONDecoder().decode([String: RSDAsyncActionType].self, from: data)
        #expect(read["type"] == "motion")
        #expect("\(RSDStepType.active)" == "active")
    }
}
