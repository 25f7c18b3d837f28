// What a participant does with each question of `SampleData/Tasks/FortyQuestions.json`, by events alone.

import Research
import Testing
import ViewTree

@testable import ResearchUI

/// What a participant does with a question.
enum FormDeed {
    /// Taps rows, by what stands behind the question's name in theirs.
    case tap([String])
    /// Enters a text and leaves the field.
    case type(String)
    /// Enters lines into a field of several, with the key that begins another one.
    case lines([String])
    /// Picks a date.
    case date(String)
    /// Turns columns.
    case turn([Int])
    case slide(Double)
    /// Opens the form of the row, and enters texts there.
    case open([(question: String, text: String)])
}

/// What is done with each question, in the order of the form.
let fortyAnswers: KeyValuePairs<String, FormDeed> = [
    "agree": .tap([""]), "smoker": .tap(["[0]", "[1]"]),
    "moment": .date("2026-11-21T10:15:00.250Z"),
    "stamp": .type("2026-11-21T10:15:00.000+01:00"),
    "birth": .date("1990-05-12"), "wakes": .date("07:30:00"),
    "tremor": .type("4.75"), "pain": .type("6.5"), "sleep": .turn([7, 45]),
    "share": .type("1 3/4"), "age": .type("61"), "cups": .turn([3]), "paces": .slide(8342),
    "name": .type("Ada L."), "story": .lines(["First.", "Then."]), "mood": .type("fair"),
    "since": .type("2014"), "any": .type("a word"),
    "sex": .tap(["[0]", "[2]"]), "stage": .tap(["[1]"]), "hand": .turn([1]),
    "dose": .tap(["[0]"]), "aches": .tap(["[2]", "[1]", "[0]"]),
    "days": .tap(["[2]", "[0]", "[1]", "[1]"]), "meal": .turn([1, 0]), "code": .turn([0, 1]),
    "tall": .type("173"), "tallChild": .type("1.2 m"), "tallBaby": .type("50"),
    "heavy": .type("68"), "heavyChild": .type("23.5"), "heavyBaby": .turn([3, 9]),
    "pressure": .turn([70, 60]), "pressureChild": .type("100/60"), "pressureBaby": .turn([20, 20]),
    "postal": .type("K1A 0B6"),
    "drug": .open([("drugName", "Levodopa"), ("drugDose", "100")]),
    "doctor": .open([("doctorName", "Dr. No")]), "visits": .type("4"), "gait": .type("stiff"),
]

/// Somebody who answers questions on a screen.
@MainActor
struct FormParticipant {
    /// The controller whose screen is read, and which is sent the events.
    let controller: UIViewController

    func act(_ deed: FormDeed, on question: String) throws {
        switch deed {
        case .tap(let rows): for row in rows { try send(ViewEvent.tapped, question + row) }
        case .type(let text): try enter(text, in: question)
        case .lines(let lines):
            for (index, line) in lines.enumerated() {
                if index > 0 { try send(ViewEvent.pressedReturn, question, "field") }
                let end = try text(of: question).utf16.count
                try send({ .typed($0, replacing: end..<end, with: line) }, question, "field")
            }
            try send(ViewEvent.ended, question, "field")
        case .date(let text): try send({ .entered($0, text) }, question, "picker")
        case .turn(let rows): try send({ .picked($0, rows) }, question, "picker")
        case .slide(let place): try send({ .slid($0, place) }, question, "slider")
        case .open(let entries):
            try send(ViewEvent.tapped, question)
            for entry in entries { try enter(entry.text, in: entry.question) }
            try send(ViewEvent.tapped, "top-0", question, "table", "footer", "goForward")
        }
    }

    private func enter(_ text: String, in question: String) throws {
        try send({ .entered($0, text) }, question, "field")
        try send(ViewEvent.ended, question, "field")
    }

    private func send(_ event: (ViewID) -> ViewEvent, _ names: String...) throws {
        let id = try node(names).id
        #expect(controller.receive(event(id)), "nobody takes \(event(id))")
    }

    private func text(of question: String) throws -> String {
        guard case .textField(let field) = try node([question, "field"]).content else { return "" }
        return field.text
    }

    private func node(_ names: [String]) throws -> ViewNode {
        try #require(
            controller.screen.first(endingIn: names),
            "nothing on the screen is called \(names)"
        )
    }
}
