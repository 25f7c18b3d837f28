// The study's own step and question, each registered in one line, from the task file to the result.

import Foundation
import GaitStudy
import Research
import ResearchUI
import TaskEngine
import Testing
import ViewTree

@Suite("The study's own step and question")
@MainActor
struct OwnTypesTests {
    private static let json = """
        { "identifier": "t", "steps": [
          { "identifier": "rises", "type": "chairRise", "title": "Stand up", "times": 2 },
          { "identifier": "form", "type": "form", "inputFields": [
            { "identifier": "shoe", "type": "shoeSize", "prompt": "Which shoes do you wear?",
              "range": { "minimumValue": 30, "maximumValue": 50 } } ] },
          { "identifier": "done", "type": "completion", "title": "Thank you" } ] }
        """

    private let factory = RSDFactory()

    init() throws {
        try factory.register(.chairRise)
        try factory.register(.shoeSize)
    }

    private func nearest(_ json: String) -> [String?] {
        TaskFileCheck.faults(in: Data(json.utf8), factory: factory).map(\.nearest)
    }

    @Test("are read and checked, and a wrong key or word is suggested")
    func checked() throws {
        #expect(nearest(Self.json) == [])
        #expect(nearest(Self.json.replacing(#""times""#, with: #""time""#)) == ["times"])
        let word = nearest(Self.json.replacing(#""shoeSize""#, with: #""shoesize""#))
        #expect(word.first == "shoeSize")
        let bound = nearest(Self.json.replacing(#""minimumValue""#, with: #""minimmValue""#))
        #expect(bound == ["minimumValue"])
    }

    @Test("are in the schema")
    func inSchema() throws {
        let schema = try JSONEncoder().encode(TaskFileSchema.schema(of: factory))
        let text = String(decoding: schema, as: UTF8.self)
        #expect(text.contains("inputField.shoeSize") && text.contains("step.chairRise"))
        #expect(text.contains("How often somebody is to stand up"))
    }

    @Test("are shown and answered, and are in the result")
    func shown() async throws {
        let task = try factory.decodeTask(with: Data(Self.json.utf8))
        let run = RSDTaskViewController(task: task)
        run.services = .silent
        run.services.buttonPause = .zero
        run.screens.register(.chairRise)
        run.appear()

        try await press("rise", in: run)
        #expect(shows("1", in: run))
        try await press("rise", in: run)
        let field = try await element("field", in: run)
        run.receive(.entered(field, "big"))
        run.receive(.ended(field))
        #expect(shows("Write a shoe size, as 41 or UK 8.", in: run))
        // An alert on top of the form reports the fault.
        run.receive(.tapped(try #require(uppermostButton(of: run))))
        run.receive(.entered(field, "UK 8"))
        try await press("goForward", in: run)
        _ = try await element("done", in: run)

        let data = try factory.createJSONEncoder().encode(run.taskViewModel.taskResult)
        let result = try JSONDecoder().decode(Result.self, from: data)
        #expect(result.stepHistory[0].value == 2)
        let answer = try #require(result.stepHistory[1].inputResults?.first)
        #expect(answer.value == 41)
        #expect(
            answer.answerType == ["formDataType": "shoeSize", "baseType": "integer", "unit": "EU"]
        )
    }

    /// The part of a result in JSON that these tests check.
    private struct Result: Decodable {
        struct Answer: Decodable {
            var value: Int?
            var answerType: [String: String]?
            var inputResults: [Answer]?
        }

        var stepHistory: [Answer]
    }

    /// The element with a name, if it is on the screen.
    private func element(_ name: String, in run: RSDTaskViewController) async throws -> ViewID {
        var found: ViewID?
        for _ in 0..<1000 where found == nil {
            await Task.yield()
            run.screen.forEach { if $0.id.names.contains(where: { $0 == name }) { found = $0.id } }
        }
        return try #require(found, "nothing on the screen is called '\(name)'")
    }

    private func uppermostButton(of run: RSDTaskViewController) -> ViewID? {
        var last: ViewID?
        run.screen.forEach { if case .button = $0.content { last = $0.id } }
        return last
    }

    private func press(_ name: String, in run: RSDTaskViewController) async throws {
        run.receive(.tapped(try await element(name, in: run)))
    }

    private func shows(_ text: String, in run: RSDTaskViewController) -> Bool {
        var isShown = false
        run.screen.forEach { node in
            switch node.content {
            case .label(let label): isShown = isShown || label.text == text
            case .cell(let cell): isShown = isShown || cell.error == text
            default: break
            }
        }
        return isShown
    }
}
