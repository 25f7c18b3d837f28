// Each kind of element, in three languages, on two sizes of screen and line by line: a participant can read
// everything that matters about it.

import Testing
import ViewTree

@testable import TerminalHost

@Suite("Each kind of element")
struct EveryKindTests {
    /// A kind of element that shows some of the words, and the other texts that it must show.
    struct Kind: Sendable, CustomTestStringConvertible {
        var name: String
        var make: @Sendable (Language, [String]) -> ViewNode
        /// The host's own texts about it.
        var also: [StringKey] = []
        var signs: [String] = []
        var testDescription: String { name }
    }

    static let words: [Language: [String]] = [
        .english: ["Walking", "Standing", "Sitting"], .german: ["Gehen", "Überqueren", "Füße"],
        .arabic: ["المشي", "الوقوف", "الجلوس"],
    ]

    static let kinds: [Kind] = [
        Kind(name: "label") { _, words in Screens.label(words[0], .title) },
        Kind(name: "value") { _, words in Screens.label(words[0], .value) },
        Kind(name: "error") { _, words in Screens.label(words[0], .error) },
        Kind(
            name: "choices",
            make: { _, words in
                Screens.choices([words[1], words[2]], question: words[0])
            },
            also: [.required],
            signs: ["1", "2"]
        ),
        Kind(name: "several choices") { _, words in
            Screens.choices([words[1], words[2]], .multiple, question: words[0])
        },
        Kind(name: "box") { language, words in
            Screens.node("box", .cell(CellContent(title: words[0], choice: .box)), in: language)
        },
        Kind(name: "row") { language, words in
            Screens.node(
                "row",
                .cell(CellContent(title: words[0], detail: words[1])),
                in: language
            )
        },
        Kind(name: "refused cell") { language, words in
            Screens.node(
                "cell",
                .cell(CellContent(title: words[0], error: words[1])),
                in: language,
                [
                    Screens.node(
                        "cell/field",
                        .textField(TextFieldContent(text: words[2])),
                        in: language
                    )
                ]
            )
        },
        Kind(
            name: "field with a unit",
            make: { _, words in
                Screens.field("f", words[0], TextFieldContent(text: "61", unit: words[1]))
            },
            signs: ["61"]
        ),
        Kind(
            name: "columns",
            make: { language, words in
                Screens.node(
                    "columns",
                    .picker(
                        PickerContent(
                            .columns,
                            columns: [[words[0]], ["1", "2"], [words[1]]],
                            selected: [0, 1, 0]
                        )
                    ),
                    in: language
                )
            },
            signs: ["2"]
        ),
        Kind(
            name: "date",
            make: { language, words in
                Screens.node(
                    "cell-date",
                    .cell(CellContent(title: words[0])),
                    in: language,
                    [
                        Screens.node(
                            "date",
                            .picker(
                                PickerContent(
                                    .date,
                                    columns: [],
                                    selected: [],
                                    dates: DateBounds(
                                        format: "dd.MM.yyyy HH:mm",
                                        form: "TT.MM.JJJJ hh:mm",
                                        minimum: "01.01.1990 10:15",
                                        maximum: "24.12.2026 18:45",
                                        endsNow: true
                                    )
                                )
                            ),
                            in: language
                        )
                    ]
                )
            },
            signs: ["TT.MM.JJJJ", "hh:mm", "01.01.1990", "10:15", "24.12.2026", "18:45"]
        ),
        Kind(
            name: "slider",
            make: { language, words in
                Screens.node(
                    "slider",
                    .slider(SliderContent(minimum: 18, maximum: 99, value: 42, unit: words[0])),
                    in: language
                )
            },
            signs: ["18", "99", "42"]
        ),
        Kind(name: "image") { language, words in
            Screens.node("image", .image(ImageContent(["a"], caption: words[0])), in: language)
        },
        Kind(name: "plot") { language, words in
            Screens.node(
                "plot",
                .plot(PlotContent(stream: "s", lines: ["x"], caption: words[0])),
                in: language
            )
        },
        Kind(
            name: "page",
            make: { language, words in
                Screens.node(
                    "page",
                    .media(MediaContent(.page, address: "http://a.org", title: words[0])),
                    in: language
                )
            },
            signs: ["http://a.org"]
        ),
        Kind(name: "picture to take") { language, words in
            Screens.node(
                "camera",
                .media(MediaContent(.camera, address: "photo", title: words[0])),
                in: language
            )
        },
        Kind(
            name: "countdown",
            make: { language, _ in
                Screens.node(
                    "countdown",
                    .countdown(
                        CountdownContent(secondsLeft: 23, durationInSeconds: 30, state: .paused)
                    ),
                    in: language
                )
            },
            also: [.paused],
            signs: ["23"]
        ),
        Kind(
            name: "progress",
            make: { language, _ in
                Screens.node(
                    "progress",
                    .progress(ProgressContent(done: 2, total: 5)),
                    in: language
                )
            },
            signs: ["2", "5"]
        ),
        Kind(name: "progress without an end") { language, words in
            Screens.node(
                "progress",
                .progress(ProgressContent(done: nil, total: nil, text: words[0])),
                in: language
            )
        },
        Kind(name: "button") { _, words in Screens.button(words[0]) },
        Kind(name: "touch area") { language, words in
            Screens.node(
                "area",
                .group(GroupContent(.touchArea, title: words[0])),
                in: language
            )
        },
    ]

    /// The texts that an element must show: its own words, the host's texts and the signs.
    private static func wanted(_ kind: Kind, _ tree: ViewNode, _ language: Language) -> [String] {
        let words = words[language] ?? []
        var told = ""
        tree.forEach { told += " \($0.content)" }
        let own = words.filter { told.contains($0.debugDescription) || told.contains($0) }
        return own + kind.also.map { HostWords.table.string($0, in: language) } + kind.signs
    }

    @Test(
        "shows all its texts on the screen",
        arguments: kinds,
        [Language.english, .german, .arabic]
    )
    func onScreen(kind: Kind, language: Language) {
        let element = kind.make(language, Self.words[language] ?? [])
        let tree = Screens.step(language, body: [element], footer: Screens.next)
        for (columns, rows) in [(80, 24), (40, 12)] {
            var interaction = Interaction(tree)
            var seen = ""
            for _ in 0..<10 {
                let page = interaction.page(columns: columns, rows: rows)
                seen += page.whole + "\n"
                guard page.hasMoreBelow else { break }
                _ = interaction.take(.pageDown)
            }
            for word in Self.wanted(kind, element, language) {
                // As displayed: the letters of some words go from right to left.
                let standing = BidirectionalLine.standing(
                    StyledLine(word, .plain),
                    language == .arabic ? .rightToLeft : .leftToRight
                ).rendered(width: .max, inColour: false)
                #expect(seen.contains(standing), "\(word) at \(columns) in\n\(seen)")
            }
        }
    }

    @Test("is complete line by line", arguments: kinds, [Language.english, .german, .arabic])
    func inLines(kind: Kind, language: Language) {
        let element = kind.make(language, Self.words[language] ?? [])
        let tree = Screens.step(language, body: [element], footer: Screens.next)
        var talk = PlainDialogue(keepsLines: false)
        var said = ""
        for deed in talk.take(tree) {
            if case .say(let text) = deed { said += text + "\n" }
        }
        for _ in 0..<3 {
            for deed in talk.take(line: "s") {
                if case .say(let text) = deed { said += text + "\n" }
            }
        }
        for word in Self.wanted(kind, element, language) {
            #expect(said.contains(word), "\(word) in\n\(said)")
        }
    }

    @Test(
        "has the terminal's own texts in each language",
        arguments: [Language.german, .arabic]
    )
    func translated(language: Language) {
        #expect(HostWords.table.keys(in: language) == HostWords.table.keys(in: .english))
    }
}
