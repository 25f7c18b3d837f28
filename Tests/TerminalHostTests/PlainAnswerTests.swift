import Testing
import ViewTree

@testable import TerminalHost

@Suite("A line that answers a question")
struct PlainAnswerTests {
    /// Answers to choose from; `last` is the kind of the last one.
    private static func rows(
        _ titles: [String],
        _ choice: CellContent.Choice = .multiple,
        last: CellContent.Choice? = nil
    ) -> ViewNode {
        Screens.node(
            "section",
            .section(SectionContent(title: "Which?")),
            titles.enumerated().map { place, title in
                let isLast = place == titles.count - 1
                return Screens.node(
                    "row-\(place + 1)",
                    .cell(CellContent(title: title, choice: isLast ? last ?? choice : choice))
                )
            }
        )
    }

    private func answer(_ line: String, to body: ViewNode) throws -> PlainAnswer {
        let scene = Scene(Screens.step(body: [body], footer: Screens.next))
        let question = try #require(scene.questions.first)
        return PlainAnswer(line, to: question, in: scene, HostWords(language: .english))
    }

    private func taps(_ answer: PlainAnswer) -> [ViewEvent]? {
        if case .events(let events, _) = answer { events } else { nil }
    }

    @Test(
        "is refused if it names an exclusive answer together with others",
        arguments: ["1, 3", "3 1", "1 2 3", "٣، ١"]
    )
    func exclusive(line: String) throws {
        let aids = Self.rows(["A stick", "A walker", "Nothing"], last: .exclusive)
        guard case .refused(let why) = try answer(line, to: aids) else {
            Issue.record("The line is taken.")
            return
        }
        #expect(
            HostWords(language: .english)(why)
                == "One of these answers excludes all others: choose it alone, or the others."
        )
        #expect(taps(try answer("3", to: aids)) == [.tapped("row-3")])
        #expect(taps(try answer("1, 2", to: aids)) == [.tapped("row-1"), .tapped("row-2")])
    }

    @Test(
        "that is a number means the row with that number, else the answer with that text",
        arguments: [
            ("2", "row-2"), ("٢", "row-2"), ("3", "row-3"), ("10", "row-1"), ("ten", nil),
            ("11", nil),
        ] as [(String, ViewID?)]
    )
    func numbers(line: String, row: ViewID?) throws {
        for choice in [CellContent.Choice.single, .multiple] {
            let doses = Self.rows(["10", "3", "2"], choice)
            #expect(taps(try answer(line, to: doses)) == row.map { [.tapped($0)] })
        }
    }

    @Test(
        "is the answer with that text if it is no row number alone, however its decimals are typed",
        arguments: [
            ("2,5", ["row-5"]), ("2.5", ["row-5"]), ("٢٫٥", ["row-5"]), ("1,5", ["row-3"]),
            ("2", ["row-2"]), ("2, 5", ["row-2", "row-5"]), ("2 5", ["row-2", "row-5"]),
            ("1,2", ["row-1", "row-2"]), ("3.0", ["row-6"]),
        ] as [(String, [ViewID])]
    )
    func decimals(line: String, rows: [ViewID]) throws {
        let titles = ["0,5", "1", "1,5", "2", "2,5", "3.0"]
        let taps = rows.map { ViewEvent.tapped($0) }
        #expect(self.taps(try answer(line, to: Self.rows(titles))) == taps)
        let single = try answer(line, to: Self.rows(titles, .single))
        #expect(rows.count == 1 ? self.taps(single) == taps : single == .refused(.plainOneOnly))
    }

    @Test(
        "ticks a box by its number, in digits of any script, or by its word",
        arguments: ["1", "١", "yes", "Yes"]
    )
    func box(line: String) throws {
        let box = Self.rows(["I agree"], .box)
        #expect(taps(try answer(line, to: box)) == [.tapped("row-1")])
        #expect(taps(try answer("2", to: box)) == [])
    }

    @Test("is refused if it both ticks a box and clears it", arguments: ["1 2", "2, 1"])
    func bothOfBox(line: String) throws {
        let box = Self.rows(["I agree"], .box)
        #expect(try answer(line, to: box) == .refused(.plainOneOnly))
    }

    @Test("goes to the run unchanged for a slider", arguments: ["1.500", "viel", "-7"])
    func slider(line: String) throws {
        let slider = Screens.node(
            "paces",
            .slider(SliderContent(minimum: 0, maximum: 3000, step: 1))
        )
        #expect(try answer(line, to: slider) == .events([.entered("paces", line)], saying: nil))
    }
}
