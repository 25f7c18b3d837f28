// An app's own step and question, each declared in one file, work everywhere: in the task file, the check,
// the schema, on the screen and in the result.

import Foundation
import Research
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import TerminalHost

@Suite("An app's own step and question, each registered by one line")
@MainActor
struct OwnTypesTests {
    private static let json = """
        { "identifier": "t", "steps": [
          { "identifier": "b", "type": "breath", "title": "Breathe", "breaths": 2 },
          { "identifier": "f", "type": "form", "inputFields": [
            { "identifier": "q", "type": "temperature", "site": "ear", "prompt": "How warm?",
              "range": { "minimumValue": 30, "maximumValue": 45 } } ] },
          { "identifier": "end", "type": "completion", "title": "Thank you" } ] }
        """

    private let factory: RSDFactory

    init() throws {
        factory = RSDFactory(
            writingDatesIn: .utc,
            surroundings: FactorySurroundings(answerLocale: AnswerLocale(decimalSeparator: "."))
        )
        try factory.register(.breath)
        try factory.register(.temperature)
    }

    private func faults(_ json: String) -> [RSDTaskFileFault] {
        TaskFileCheck.faults(in: Data(json.utf8), factory: factory)
    }

    private func task(_ json: String = Self.json) throws -> RSDTaskObject {
        try #require(try factory.decodeTask(with: Data(json.utf8)) as? RSDTaskObject)
    }

    /// The task on a screen that knows the step.
    private func walk() throws -> KeyWalk {
        let run = try SampleRun(task: task(), by: factory)
        run.controller.screens.register(.breath)
        return KeyWalk(run)
    }

    @Test("are decoded, and the question has its kind")
    func decoded() throws {
        let steps = try task().steps
        #expect((steps[0] as? BreathStep)?.breaths == 2)
        let field = (steps[1] as? RSDFormUIStepObject)?.inputFields.first as? TemperatureField
        #expect(field?.site == "ear" && field?.kind.unit(nil) == "°C")
        #expect(field?.range is RSDNumberRangeObject)
        let ending = Self.json.replacing(#""temperature""#, with: #""temperature.night""#)
        let form = try task(ending).steps[1] as? RSDFormUIStepObject
        #expect(form?.inputFields.first?.kind.unit(nil) == "°C")
    }

    @Test("are checked: the right key or word is suggested, and a wrong range is refused")
    func checked() {
        #expect(faults(Self.json) == [])
        let key = faults(Self.json.replacing(#""breaths""#, with: #""breath""#))
        #expect(key.map(\.nearest) == ["breaths"])
        let site = faults(Self.json.replacing(#""site""#, with: #""sitte""#))
        #expect(site.map(\.nearest) == ["site"])
        let word = faults(Self.json.replacing(#""ear""#, with: #""eer""#))
        #expect(word.map(\.nearest) == ["ear"])
        let type = faults(Self.json.replacing(#""temperature""#, with: #""temprature""#))
        #expect(type.first?.nearest == "temperature")
        let bound = faults(
            Self.json.replacing(#""minimumValue": 30"#, with: #""minimumValue": 50"#)
        )
        #expect(bound.map(\.path.description) == ["steps[1].inputFields[0].range.maximumValue"])
    }

    @Test("are in the schema, with their own and the common keys")
    func inSchema() {
        let definitions = TaskFileSchema.schema(of: factory)["$defs"]
        let step = definitions?["step.breath"]?["properties"]
        #expect(step?["breaths"]?["type"] == .array(["integer", "null"]) && step?["title"] != nil)
        let field = definitions?["inputField.temperature"]?["properties"]
        #expect(field?["site"]?["enum"] == .array(["ear", "mouth", .null]))
        #expect(field?["range"]?["$ref"] == "#/$defs/numberRange")
    }

    @Test("appear on a terminal, take answers there, and are in the result")
    func shown() async throws {
        let walk = try walk()
        try await walk.run.reach("b")
        #expect(walk.run.controller.currentStepController is BreathStepViewController)
        try walk.go(to: "breath")
        walk.press(.enter)
        #expect(walk.page.text.contains { $0.contains("Breaths: 1") })
        walk.press(.enter)
        try await walk.run.reach("f")

        try walk.go(to: "q")
        walk.type("warm")
        walk.press(.enter)
        #expect(walk.page.text.contains { $0.contains("Write a temperature, as 37.2 or 99 F.") })
        walk.press(.enter)
        try walk.go(to: "q")
        for _ in "warm" { walk.press(.backspace) }
        walk.type("99.5 F")
        #expect(walk.page.text.contains { $0.contains("99.5 F") && $0.contains("°C") })
        walk.press(.enter)
        try walk.go(to: "goForward")
        walk.press(.enter)
        try await walk.run.reach("end")

        let result = try JSONDecoder().decode(JSONValue.self, from: Data(walk.run.result.utf8))
        let history = result["stepHistory"]?.elements ?? []
        #expect(history.first?["value"] == .integer(2))
        let answer = history.dropFirst().first?["inputResults"]?.elements.first
        #expect(answer?["value"] == .number(37.5))
        #expect(answer?["answerType"]?["formDataType"] == "temperature")
        #expect(answer?["answerType"]?["baseType"] == "decimal")
        #expect(answer?["answerType"]?["unit"] == "°C")
    }

    @Test("have a fallback: an unregistered question is `codable`, an unregistered screen a table")
    func unknown() async throws {
        let plain = RSDFactory()
        let anyRange = Self.json.replacing(#""range""#, with: #""bounds""#)
        let task = try plain.decodeTask(with: Data(anyRange.utf8)) as? RSDTaskObject
        let form = task?.steps[1] as? RSDFormUIStepObject
        #expect(form?.inputFields.first?.kind.answer == .codable)
        let walk = KeyWalk(try SampleRun(task: try self.task(), by: factory))
        try await walk.run.reach("b")
        #expect(walk.run.controller.currentStepController is RSDTableStepViewController)
    }
}
