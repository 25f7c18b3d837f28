import FoundationEssentials
import Research
import Synchronization
import Testing

/// A decoder that counts how often it is asked for its keys.
private struct CountingDecoder: Decoder {
    let decoder: any Decoder
    let count: Count

    final class Count: Sendable {
        let asked = Mutex(0)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        count.asked.withLock { $0 += 1 }
        return try decoder.container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try decoder.unkeyedContainer()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try decoder.singleValueContainer()
    }
}

/// A step of which it is counted how often its keys are read.
private struct CountedStep: Decodable {
    let step: any RSDStep
    let asked: Int

    init(from decoder: any Decoder) throws {
        let count = CountingDecoder.Count()
        step = try decoder.factory.decodeStep(from: CountingDecoder(decoder: decoder, count: count))
        asked = count.asked.withLock { $0 }
    }
}

/// A step of an app, with keys of its own.
private struct TremorStep: RSDStep, Decodable {
    enum CodingKeys: String, CodingKey { case identifier, hands }

    let identifier: String
    let hands: [String]
    let stepType: RSDStepType = "tremor"
}

@Suite("An object of a file")
struct OpenDecoderTests {
    private let factory = RSDFactory()

    private func read(_ json: String) throws -> CountedStep {
        try factory.createJSONDecoder().decode(CountedStep.self, from: Data(json.utf8))
    }

    @Test(
        "has its keys read once, whoever looks at them",
        arguments: [
            #"{ "identifier": "a", "type": "active", "title": "t", "duration": 3 }"#,
            #"{ "identifier": "a", "type": "form", "inputFields": [{ "identifier": "q", "type": "string" }] }"#,
            #"{ "identifier": "a", "type": "completion", "resultIdentifier": "b" }"#,
            #"{ "identifier": "a", "type": "section", "steps": [] }"#,
            #"{ "identifier": "a", "type": "smell" }"#,
        ]
    )
    func once(json: String) throws {
        #expect(try read(json).asked == 1)
    }

    @Test("is read by types of apps by keys of their own")
    func ownKeys() throws {
        try factory.register(.init("tremor", TremorStep.self, "A step that waits for tremor."))
        let read = try read(#"{ "identifier": "a", "type": "tremor", "hands": ["left"] }"#)
        #expect((read.step as? TremorStep)?.hands == ["left"])
    }
}
