import PlainWords
import Testing
import ViewTree

@testable import TerminalHost

@Suite("The layout of a page")
struct PageLayoutTests {
    /// Terminal sizes; the last one is smaller than any real terminal.
    static let sizes = [(80, 24), (40, 12), (132, 50), (20, 6)]

    static let everything = Screens.step(
        header: [
            Screens.cancel,
            Screens.node("progress", .progress(ProgressContent(done: 2, total: 5))),
            Screens.label("Everything at once", .title),
            Screens.label("Read this first, and then answer what is asked below."),
        ],
        body: [
            Screens.node(
                "countdown",
                .countdown(
                    CountdownContent(secondsLeft: 23, durationInSeconds: 30, state: .running)
                )
            ),
            Screens.choices(["Left", "Right", "Both of them, one after the other"], selected: [1]),
            Screens.field("name", "Name", TextFieldContent(text: "Ada", placeholder: "Yours")),
            Screens.node(
                "picker",
                .picker(PickerContent(.number, columns: [["0", "1", "2"]], selected: [1]))
            ),
            Screens.node(
                "date",
                .picker(
                    PickerContent(
                        .date,
                        columns: [],
                        selected: [],
                        text: "1990-05-12",
                        dates: DateBounds(format: "yyyy-MM-dd", maximum: "2020-01-01")
                    )
                )
            ),
            Screens.node(
                "slider",
                .slider(SliderContent(minimum: 0, maximum: 10, step: 0.5, value: 6.5))
            ),
            Screens.node("image", .image(ImageContent(["foot"], caption: "A foot on a line"))),
            Screens.node(
                "plot",
                .plot(
                    PlotContent(stream: "lowBack", lines: ["x", "y"], unit: "g", caption: "Back")
                )
            ),
            Screens.node(
                "page",
                .media(MediaContent(.page, address: "https://example.org", title: "More"))
            ),
            Screens.label("It does not record.", .error),
        ],
        footer: [Screens.label("A note at the foot", .footnote)] + Screens.next
    )

    @Test("shows each kind of element with its value")
    func eachKind() throws {
        var plot: ViewID?
        Self.everything.forEach { if case .plot = $0.content { plot = $0.id } }
        let id = try #require(plot)
        func line(_ name: String, _ values: [Double?]) -> PlotReadings.Line {
            PlotReadings.Line(name: name, lows: values, highs: values)
        }
        let readings = PlotReadings(
            of: id,
            stream: "lowBack",
            newest: 1,
            interval: 0.1,
            unit: "g",
            lines: [line("x", [0, 0.5, 1]), line("y", [-1, nil, 1])]
        )
        let page = Screens.page(Self.everything, columns: 80, rows: 60, readings: [id: readings])
        for words in [
            "step 2 of 5", "time left: 23 s", "Everything at once", "Which one? (required)",
            "1 ( ) Left", "2 (•) Right", "[Ada ", "‹ 1 › 2/3", "[1990-05-12",
            "yyyy-MM-dd, until 2020-01-01", "├", "6.5", "from 0 to 10", "▣ A foot on a line",
            "Back", "x ", "▁▅█ 0…1 g", "▁·█ -1…1 g", "More", "https://example.org",
            "! It does not record.", "A note at the foot", "[Next] n", "[Back] b/Esc",
            "[Cancel] c", "F1 help",
        ] {
            #expect(page.whole.contains(words), "\(words) in\n\(page.whole)")
        }
    }

    @Test("shows the range of a number below its field")
    func range() {
        let field = TextFieldContent(text: "7", keyboard: .number)
        let cell = Screens.node(
            "cell",
            .cell(CellContent(title: "Weight")),
            [Screens.node("field", .textField(field), hint: "from 1 to 9")]
        )
        let page = Screens.page(Screens.step(body: [cell], footer: Screens.next))
        #expect(page.whole.contains("from 1 to 9"), "\(page.whole)")
    }

    @Test("shows the range of a measure below its columns")
    func rangeOfColumns() {
        let picker = PickerContent(.duration, columns: [["0 min", "1 min"]], selected: [nil])
        let node = Screens.node("picker", .picker(picker), hint: "from 1 min to 2 min")
        let page = Screens.page(Screens.step(body: [node], footer: Screens.next))
        #expect(page.whole.contains("from 1 min to 2 min"), "\(page.whole)")
    }

    @Test("has one line for each row, and no line is too wide", arguments: sizes)
    func fits(columns: Int, rows: Int) {
        for tree in [
            Self.everything, Screens.step(.german), Screens.step(.arabic),
            Screens.step(
                body: [Screens.label(String(repeating: "Fußgängerübergang ", count: 90))],
                footer: Screens.next
            ),
        ] {
            let page = Screens.page(tree, columns: columns, rows: rows)
            #expect(page.lines.count == rows)
            for line in page.lines { #expect(line.columns < columns, "\(page.whole)") }
        }
    }

    @Test(
        "keeps the time, the errors and the buttons visible at any scroll position",
        arguments: [(80, 24), (40, 12)],
        [0, 7, 1000]
    )
    func edges(size: (columns: Int, rows: Int), scroll: Int) {
        let page = Screens.page(Self.everything, columns: size.columns, rows: size.rows) {
            $0.followsFocus = false
            $0.scroll = scroll
        }
        for words in [
            "time left: 23 s", "It does not record.", "[Next]", "[Back]", "[Cancel]",
        ] {
            #expect(page.whole.contains(words), "\(words) in\n\(page.whole)")
        }
        #expect(page.whole.contains("▲") || page.whole.contains("▼"), "\(page.whole)")
    }

    @Test("shows all lines of a long text, page by page", arguments: [(80, 24), (40, 12)])
    func scrolls(columns: Int, rows: Int) {
        let words = (0..<300).map { "word\($0)" }
        let tree = Screens.step(
            body: [Screens.label(words.joined(separator: " "))],
            footer: Screens.next
        )
        var interaction = Interaction(tree)
        var seen: Set<String> = []
        for _ in 0..<100 {
            let page = interaction.page(columns: columns, rows: rows)
            for line in page.text { seen.formUnion(line.split(separator: " ").map(String.init)) }
            guard page.hasMoreBelow else { break }
            #expect(interaction.take(.pageDown).isEmpty)
        }
        #expect(words.allSatisfy(seen.contains))
    }

    @Test("scrolls to the field with the focus", arguments: [(80, 24), (40, 12)])
    func followsFocus(columns: Int, rows: Int) {
        let fields = (0..<30).map {
            Screens.field("field\($0)", "Question \($0)", TextFieldContent(text: "text \($0)"))
        }
        var interaction = Interaction(Screens.step(body: fields, footer: Screens.next))
        for place in 0..<30 {
            let page = interaction.page(columns: columns, rows: rows)
            #expect(page.whole.contains("▸ [text \(place) "), "\(page.whole)")
            _ = interaction.take(.tab)
        }
    }

    @Test("shows a question on top with its buttons, and hides the buttons below it")
    func alert() {
        let tree = Screens.step(
            header: [Screens.cancel],
            body: [Screens.field("name", "Name", TextFieldContent())],
            footer: Screens.next,
            onTop: [
                Screens.alert(
                    "Are you sure you want to cancel?",
                    nil,
                    [
                        Screens.button("Discard Results", isDestructive: true),
                        Screens.button("Continue", "cancel"),
                    ]
                )
            ]
        )
        for (columns, rows) in Self.sizes.prefix(2) {
            let page = Screens.page(tree, columns: columns, rows: rows)
            #expect(page.text[0] == "┃ Are you sure you want to cancel?")
            #expect(page.whole.contains("[Discard Results] d"))
            #expect(page.whole.contains("▸[Continue] c/Esc"))
            #expect(!page.whole.contains("[Next]"))
        }
    }

    @Test(
        "breaks a line between words, and after a hyphen or slash, but not inside a date",
        arguments: [
            ("to 12/24/2030", ["to", "12/24/2030"]), ("to 2030-12-24", ["to", "2030-12-24"]),
            ("as DD/MM/YYYY", ["as", "DD/MM/YYYY"]), ("your left-hand", ["your left-", "hand"]),
            ("walking and/or", ["walking", "and/or"]), ("thisone and/or", ["thisone and/", "or"]),
            (
                "ab \u{2066}يوم\u{200E}/\u{200E}شهر\u{2069}",
                ["ab", "\u{2066}يوم\u{200E}/\u{200E}شهر\u{2069}"]
            ),
        ]
    )
    func breaks(text: String, lines: [String]) {
        let width = lines.map(\.columns).max() ?? 0
        #expect(text.wrapped(to: width) == lines)
    }

    @Test("uses the language of the tree")
    func german() {
        let text = Screens.label(String(repeating: "Gehen Sie bis zur Linie. ", count: 60))
        let page = Screens.page(Screens.step(.german, body: [text]), columns: 80, rows: 12)
        #expect(page.whole.contains("weitere darunter (Bild ab)") && page.whole.contains("Hilfe"))
    }

    @Test("sets Arabic from the right edge, and numbers from left to right")
    func arabic() {
        let page = Screens.page(
            Screens.step(
                .arabic,
                header: [Screens.label("خطوة 12 من 30")],
                footer: [Screens.button("التالي", "goForward")]
            ),
            columns: 40,
            rows: 12
        )
        let line = page.lines[0].rendered(width: .max, inColour: false)
        #expect(line.columns == 39)
        #expect(line.contains("30") && line.contains("12"))
        // Seen from the left, the last number of the text comes first.
        let places = ["30", "12"].compactMap { line.range(of: $0)?.lowerBound }
        #expect(places.count == 2 && places[0] < places[1])
        #expect(line.first == " " && line.hasSuffix("  "))
        // The letters have their joined forms.
        #expect(line.unicodeScalars.contains { (0xFE70...0xFEFF).contains($0.value) })
        #expect(page.whole.contains("F1"))
    }

    @Test("removes control characters from a task's texts")
    func steersNothing() {
        let hostile = "a\u{1B}[2Jb\u{9B}31mc\u{7}d\u{202E}e\u{0}\rf\u{85}g\u{2028}h"
        let tree = Screens.step(
            header: [Screens.label(hostile, .title)],
            body: [
                Screens.choices([hostile], question: hostile),
                Screens.field(
                    "x",
                    hostile,
                    TextFieldContent(text: hostile, placeholder: hostile, unit: hostile)
                ),
                Screens.node(
                    "p",
                    .picker(PickerContent(.single, columns: [[hostile]], selected: [0]))
                ),
                Screens.node(
                    "plot",
                    .plot(PlotContent(stream: "s", lines: [hostile], unit: hostile))
                ),
                Screens.label(hostile, .error),
            ],
            footer: [Screens.button(hostile, "goForward")]
        )
        let page = Screens.page(tree, rows: 50)
        for line in page.lines {
            let text = line.rendered(width: .max, inColour: false)
            #expect(
                !text.unicodeScalars.contains { $0.steersTheTerminal },
                "\(text.debugDescription)"
            )
        }
        #expect(page.whole.contains("a�[2Jb�31mc�d"))
    }
}

extension String {
    /// The range of the first occurrence of `part`.
    fileprivate func range(of part: String) -> Range<Index>? {
        indices.lazy.compactMap { start in
            self[start...].hasPrefix(part)
                ? start..<self.index(start, offsetBy: part.count) : nil
        }.first
    }
}
