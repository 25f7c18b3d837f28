// What it costs to make a task of a file, compared with what it costs Foundation to make dictionaries of the same
// bytes: 10,000 steps one after the other, and 200 sections inside each other.

import Foundation
import Research

struct TaskDecodeBenchmark {
    private let arguments: Arguments
    private let isOurs: Bool

    init(_ arguments: Arguments, ours isOurs: Bool) {
        self.arguments = arguments
        self.isOurs = isOurs
    }

    func run() throws {
        try pinAsAsked(arguments)
        let isDeep = arguments.text("shape", "wide") == "deep"
        let file = isDeep ? Self.deep : Self.wide
        let passes = isDeep ? 200 : 5
        let factory = RSDFactory()
        // The fastest pass counts: time that a shared machine adds is not the decoder's.
        var fastest = Int64.max
        for _ in 0..<passes {
            fastest = min(fastest, try processorTimeTaken { try read(file, factory) })
        }
        try Report.json(
            Measurement(
                program: isOurs ? "footfall" : "task-serialization",
                nanoseconds: Double(fastest),
                records: 1,
                bytes: file.count
            )
        )
    }

    private func read(_ file: Data, _ factory: RSDFactory) throws {
        if isOurs {
            _ = try factory.decodeTask(with: file)
        } else {
            _ = try JSONSerialization.jsonObject(with: file)
        }
    }

    private static var wide: Data {
        let steps = (0..<10_000).map { number in
            """
            {
              "identifier": "step\(number)", "type": "\(number % 3 == 0 ? "active" : "instruction")",
              "title": "Title of step \(number)", "text": "Walk straight ahead for 30 seconds.",
              "detail": "Some detail to it.", "duration": 30, "commands": ["vibrate", "playSound"],
              "spokenInstructions": { "start": "Go", "end": "Stop" },
              "actions": { "goForward": { "type": "default", "buttonTitle": "Go" } }
            }
            """
        }
        return Data(#"{ "identifier": "t", "steps": [\#(steps.joined(separator: ",\n"))] }"#.utf8)
    }

    private static var deep: Data {
        var inner = #"{ "identifier": "a", "type": "instruction" }"#
        for number in 0..<200 {
            inner = #"{ "identifier": "s\#(number)", "type": "section", "steps": [\#(inner)] }"#
        }
        return Data(#"{ "identifier": "t", "steps": [\#(inner)] }"#.utf8)
    }
}
