import FoundationEssentials
import Research
import Testing
import Timebase

@Suite("The vocabulary of task files")
struct TaskVocabularyTests {
    private static let families: [RSDFamily] = [
        .task, .step, .action, .asyncAction, .image, .colors, .transformer, .result,
    ]

    private static let declared = RSDFactory.withRecorders.declared

    /// The words of all families, but for the transform: what is written again is the step itself.
    private static let words =
        families.flatMap { family in
            declared[family].all.compactMap { member in
                member.words.map { Word(family: family, word: member.word, words: $0) }
            }.filter { $0.words.underlay == nil }
        } + [
            Word(
                family: .asyncAction,
                word: "airQuality",
                words: RSDFamily.asyncAction.fallback
            )
        ]

    struct Word: Sendable, CustomTestStringConvertible {
        let family: RSDFamily
        let word: String
        let words: RSDWords

        var testDescription: String { "\(family) \(word)" }
    }

    @Test("is decoded and encoded, each key with each kind of value", arguments: words)
    func roundTrip(word: Word) throws {
        let factory = RSDFactory.withRecorders
        for object in VocabularySamples.objects(word.words, type: word.word) {
            let (document, path) = Self.document(of: .object(object), in: word.family)
            let bytes = try factory.createJSONEncoder().encode(document)
            let again: Data
            do {
                if word.family == .result {
                    let read = try factory.createJSONDecoder()
                        .decode(RSDCollectionResultObject.self, from: bytes)
                    again = try factory.createJSONEncoder().encode(read)
                } else {
                    again = try factory.encodeTask(factory.decodeTask(with: bytes))
                }
            } catch {
                Issue.record("\(object): \(error)")
                continue
            }
            let written = try factory.createJSONDecoder().decode(JSONValue.self, from: again)
            #expect(written[path]?.plain == JSONValue.object(Self.shortest(object)).plain)
        }
    }

    /// An object as it is written: all kinds of events are what is recorded without the key, too.
    private static func shortest(_ object: VocabularySamples.Object) -> VocabularySamples.Object {
        object.filter { key, value in key != "events" || value != .array([.string("all")]) }
    }

    @Test("of async actions is read by a type for each word, which knows their keys")
    func asyncActionTypes() throws {
        let factory = RSDFactory.withRecorders
        for member in factory.declared[.asyncAction].all {
            let action: JSONValue = .object(["identifier": "m", "type": .string(member.word)])
            let (document, _) = Self.document(of: action, in: .asyncAction)
            let bytes = try factory.createJSONEncoder().encode(document)
            let read = try factory.decodeTask(with: bytes).asyncActions?.first
            #expect(
                read != nil && !(read is RSDStandardAsyncActionConfiguration),
                "\(member.word)"
            )
        }
    }

    @Test("makes files that pass the check", arguments: words)
    func check(word: Word) throws {
        guard word.family != .result else { return }
        let factory = RSDFactory.withWordsOfRecorders
        for object in VocabularySamples.objects(word.words, type: word.word) {
            let (document, _) = Self.document(of: .object(object), in: word.family)
            let bytes = try factory.createJSONEncoder().encode(document)
            #expect(TaskFileCheck.faults(in: bytes, factory: factory) == [], "\(object)")
        }
    }

    /// A file that has an object at a place, and the way to the place.
    private static func document(
        of value: JSONValue,
        in family: RSDFamily
    ) -> (JSONValue, [String]) {
        func task(_ key: String, _ value: JSONValue) -> JSONValue {
            var object: [String: JSONValue] = ["identifier": "t", "type": "task"]
            // The step that is spoken of must be there.
            let steps: [JSONValue] = [
                .object(["identifier": "goal", "type": "instruction"])
            ]
            object["steps"] = .array(steps)
            if key == "steps", case .array(let own) = value {
                object["steps"] = .array(own + steps)
            }
            if key != "steps" { object[key] = value }
            return .object(object)
        }
        func step(_ type: String, _ key: String, _ value: JSONValue) -> JSONValue {
            let step: [String: JSONValue] = ["identifier": "s", "type": .string(type), key: value]
            return task("steps", .array([.object(step)]))
        }
        switch family {
        case .task:
            return (value, [])
        case .step:
            return (task("steps", .array([value])), ["steps", "0"])
        case .action:
            let actions = JSONValue.object(["goForward": value])
            return (step("active", "actions", actions), ["steps", "0", "actions", "goForward"])
        case .asyncAction:
            return (task("asyncActions", .array([value])), ["asyncActions", "0"])
        case .image:
            return (step("active", "image", value), ["steps", "0", "image"])
        case .colors:
            return (step("active", "colorMapping", value), ["steps", "0", "colorMapping"])
        case .transformer:
            let key = "taskTransformer"
            return (step("taskInfo", key, value), ["steps", "0", key])
        case .inputField, .surveyRule:
            return (
                step("form", "inputFields", .array([value])), ["steps", "0", "inputFields", "0"]
            )
        case .result:
            let collection: [String: JSONValue] = [
                "identifier": "c", "type": "collection", "inputResults": .array([value]),
                "startDate": "2026-11-21T10:15:00.123Z", "endDate": "2026-11-21T10:15:00.123Z",
            ]
            return (.object(collection), ["inputResults", "0"])
        }
    }
}
