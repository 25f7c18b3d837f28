// A participant with a keyboard and no terminal: `Interaction` turns each key into events, which go
// to the run.

import Foundation
import Research
import ResearchUI
import Testing
import ViewTree

@testable import TerminalHost

@MainActor
final class KeyWalk {
    let run: SampleRun
    private(set) var interaction: Interaction
    private var followed: FollowedRun?
    /// All keys so far.
    private(set) var keys: [Key] = []

    init(_ run: SampleRun) {
        self.run = run
        interaction = Interaction(run.controller.screen)
        followed = FollowedRun(run.controller, show: { [weak self] in self?.interaction.take($0) })
        run.controller.appear()
        followed?.flush()
    }

    func press(_ pressed: Key...) { for key in pressed { press(key) } }

    private func press(_ key: Key) {
        keys.append(key)
        for deed in interaction.take(key) {
            if case .tell(let event) = deed { run.controller.receive(event) }
        }
        followed?.flush()
    }

    func type(_ text: String) { for letter in text.unicodeScalars { press(.text(letter)) } }

    /// Presses Tab until the focus is on an element with this name in its path.
    func go(to name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isThere = { self.interaction.state.focus?.id.path.contains("/\(name)") ?? false }
        for _ in 0..<300 where !isThere() { press(.tab) }
        try #require(
            isThere(),
            "no key leads to '\(name)', but to \(String(describing: interaction.state.focus))",
            sourceLocation: sourceLocation
        )
    }

    var page: Page {
        PageLayout(scene: interaction.scene, state: interaction.state, columns: 80, rows: 24)
            .page()
    }
}

/// How a participant answers a question of `SampleData/Tasks/FortyQuestions.json` by keys.
enum KeyDeed {
    case digits(String)
    case space
    case type(String)
    case lines([String])
    case turn([Int])
    case open([(question: String, text: String)])
}

let fortyKeys: KeyValuePairs<String, KeyDeed> = [
    "agree": .space, "smoker": .digits("12"), "moment": .type("2026-11-21T10:15:00.250Z"),
    "stamp": .type("2026-11-21T10:15:00.000+01:00"), "birth": .type("1990-05-12"),
    "wakes": .type("07:30:00"), "tremor": .type("4.75"), "pain": .type("6.5"),
    "sleep": .turn([7, 45]), "share": .type("1 3/4"), "age": .type("61"), "cups": .turn([3]),
    "paces": .type("8340"), "name": .type("Ada L."), "story": .lines(["First.", "Then."]),
    "mood": .type("fair"), "since": .type("2014"), "any": .type("a word"), "sex": .digits("13"),
    "stage": .digits("2"), "hand": .turn([1]), "dose": .digits("1"), "aches": .digits("321"),
    "days": .digits("3122"), "meal": .turn([1, 0]), "code": .turn([0, 1]), "tall": .type("173"),
    "tallChild": .type("1.2 m"), "tallBaby": .type("50"), "heavy": .type("68"),
    "heavyChild": .type("23.5"), "heavyBaby": .turn([3, 9]), "pressure": .turn([70, 60]),
    "pressureChild": .type("100/60"), "pressureBaby": .turn([20, 20]), "postal": .type("K1A 0B6"),
    "drug": .open([("drugName", "Levodopa"), ("drugDose", "100")]),
    "doctor": .open([("doctorName", "Dr. No")]), "visits": .type("4"), "gait": .type("stiff"),
]

extension KeyWalk {
    func act(_ deed: KeyDeed, on question: String) throws {
        try go(to: question)
        switch deed {
        case .space: press(.text(" "))
        case .digits(let digits): type(digits)
        case .type(let text):
            type(text)
            press(.enter)
        case .lines(let lines):
            for (place, line) in lines.enumerated() {
                if place > 0 { press(.enter) }
                type(line)
            }
            press(.tab)
        case .turn(let rows):
            for (column, row) in rows.enumerated() {
                if column > 0 { press(.tab) }
                press(.home)
                for _ in 0..<row { press(.right) }
            }
        case .open(let entries):
            press(.enter)
            for entry in entries {
                try go(to: entry.question)
                type(entry.text)
            }
            try go(to: "goForward")
            press(.enter)
        }
    }
}
