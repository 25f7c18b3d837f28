import Testing

@testable import ViewTree

@Suite("The accessibility of an element")
struct OwnAccessibilityTests {
    /// A content, and its label, value and hint.
    struct Told: Sendable, CustomTestStringConvertible {
        var content: ViewContent
        var told: ViewAccessibility

        init(_ content: ViewContent, _ label: String, _ value: String? = nil, hint: String? = nil) {
            self.content = content
            told = ViewAccessibility(label: label, value: value, hint: hint)
        }

        var testDescription: String { "\(told.label): \(told.value ?? "–")" }
    }

    static let all: [Told] = [
        Told(.group(GroupContent(.screen, title: "Walking")), "Walking"),
        Told(.group(GroupContent(.touchArea)), "touch area"),
        Told(.group(GroupContent(.touchArea, title: "Left")), "Left"),
        Told(.label(LabelContent("Read this.")), "Read this."),
        Told(.button(ButtonContent(title: "Go, dogs", action: "goForward")), "Go, dogs"),
        Told(.button(ButtonContent(title: nil, action: "goForward")), "Next"),
        Told(.button(ButtonContent(title: " ", action: "goBackward")), "Back"),
        Told(.button(ButtonContent(title: nil, action: "skip")), "Skip"),
        Told(.button(ButtonContent(title: nil, action: "cancel")), "Cancel"),
        Told(.button(ButtonContent(title: nil, action: "learnMore")), "Learn More"),
        Told(
            .button(ButtonContent(title: nil, action: "reviewInstructions")),
            "Review Instructions"
        ),
        Told(.button(ButtonContent(title: nil, action: "callADoctor")), "call a doctor"),
        Told(.button(ButtonContent(title: nil, icon: "close_x2-big")), "close x2 big"),
        Told(.button(ButtonContent(title: nil, icon: "openHTTPPage")), "open http page"),
        Told(.button(ButtonContent(title: nil, icon: "__")), "button"),
        Told(
            .button(ButtonContent(title: "Discard", isDestructive: true)),
            "Discard",
            hint: "cannot be undone"
        ),
        Told(.image(ImageContent(["a"], caption: "A phone on a belt")), "A phone on a belt"),
        Told(.progress(ProgressContent(done: 3, total: 8)), "progress", "step 3 of 8"),
        Told(
            .progress(ProgressContent(done: 3, total: 8, isEstimated: true)),
            "progress",
            "step 3 of about 8"
        ),
        Told(.progress(ProgressContent(done: 3, total: nil)), "progress", "step 3"),
        Told(.progress(ProgressContent(done: 3, total: 8, text: "3/8")), "progress", "3/8"),
        Told(.progress(ProgressContent(done: nil, total: nil)), "in progress"),
        Told(countdown(30, .running), "time left", "30 s"),
        Told(countdown(65, .running), "time left", "1 min 5 s"),
        Told(countdown(36_000, .running), "time left", "10 h"),
        Told(countdown(3661, .paused), "time left", "1 h 1 min 1 s, paused"),
        Told(countdown(30, .waiting), "time left", "30 s, not started"),
        Told(countdown(0, .over), "time left", "time is up"),
        Told(countdown(-5, .running), "time left", "0 s"),
        Told(countdown(Int.max, .running), "time left", "2562047788015215 h 30 min 7 s"),
        Told(countdown(Int.min, .running), "time left", "0 s"),
        Told(.section(SectionContent(title: "Food")), "Food"),
        Told(.section(SectionContent(title: "Food?", subtitle: "Today")), "Food? Today"),
        Told(.section(SectionContent()), "section"),
        Told(.section(SectionContent(title: "Food", isRequired: true)), "Food", hint: "required"),
        Told(.section(SectionContent(title: "Food", isRequired: false)), "Food"),
        Told(.cell(CellContent(title: "Apple", detail: "Red")), "Apple, Red"),
        Told(
            .cell(CellContent(title: "Apple", choice: .single, isSelected: true)),
            "Apple",
            "selected"
        ),
        Told(.cell(CellContent(title: "Apple", choice: .multiple)), "Apple", "not selected"),
        Told(.cell(CellContent(icon: "redApple", choice: .box)), "red apple", "not selected"),
        Told(.cell(CellContent(choice: .exclusive)), "choice", "not selected"),
        Told(.cell(CellContent(error: "Too much.")), "row", hint: "Too much."),
        Told(.cell(CellContent(isRequired: true)), "row", hint: "required"),
        Told(.cell(CellContent(isRequired: false)), "row"),
        Told(
            .cell(CellContent(isRequired: true, error: "Too much.")),
            "row",
            hint: "required, Too much."
        ),
        Told(.textField(TextFieldContent(text: "Jo", placeholder: "Name")), "Name", "Jo"),
        Told(.textField(TextFieldContent(text: "70", unit: "kg")), "text field", "70 kg"),
        Told(.textField(TextFieldContent(placeholder: "Weight", unit: "kg")), "Weight"),
        Told(
            .textField(TextFieldContent(text: "secret", placeholder: "Code", isSecure: true)),
            "Code",
            "hidden text"
        ),
        Told(.textField(TextFieldContent(isSecure: true)), "secure text field"),
        Told(picker(.date, [], [], text: "3 May"), "date", "3 May"),
        Told(picker(.single, [["a", "b"]], [1]), "picker", "b"),
        Told(picker(.columns, [["a"], ["b"]], [0, 0]), "picker", "a:b"),
        Told(picker(.height, [["1"], ["5", "6"]], [nil, 1]), "height", "6"),
        Told(picker(.time, [["1"]], [nil]), "time", "not selected"),
        Told(picker(.duration, [["1"]], [7, 9]), "duration", "not selected"),
        Told(picker(.weight, [["1"]], [-1]), "weight", "not selected"),
        Told(picker(.number, [], [0]), "number", "not selected"),
        Told(picker(.dateAndTime, [[]], [0]), "date and time", "not selected"),
        Told(slider(3, unit: "km"), "slider", "3 km", hint: "from 0 to 10.5"),
        Told(slider(0.1 + 0.2), "slider", "0.3", hint: "from 0 to 10.5"),
        Told(slider(-2.5), "slider", "-2.5", hint: "from 0 to 10.5"),
        Told(slider(nil, unit: "km"), "slider", "not set", hint: "from 0 to 10.5"),
        Told(slider(.infinity), "slider", "inf", hint: "from 0 to 10.5"),
        Told(slider(.nan), "slider", "nan", hint: "from 0 to 10.5"),
        Told(slider(1e300), "slider", "1e+300", hint: "from 0 to 10.5"),
        Told(.plot(PlotContent(stream: "a", lines: [], caption: "Your walk")), "Your walk"),
        Told(
            .plot(PlotContent(stream: "userAcceleration", lines: [])),
            "live plot: user acceleration"
        ),
        Told(.plot(PlotContent(stream: "", lines: [])), "live plot"),
        Told(.media(MediaContent(.film, address: "a", title: "How to walk")), "How to walk"),
        Told(.media(MediaContent(.page, address: "a")), "page"),
        Told(.media(MediaContent(.film, address: "a")), "film"),
        Told(.media(MediaContent(.camera, address: "a")), "camera"),
        Told(.media(MediaContent(.pictures, address: "a")), "pictures"),
        Told(.alert(AlertContent(title: "Cancel?", message: "Really")), "Cancel? Really"),
        Told(.alert(AlertContent(title: "Cancel", message: "Really?")), "Cancel, Really?"),
        Told(.alert(AlertContent(title: nil, message: "Really?")), "Really?"),
        Told(.alert(AlertContent(title: nil)), "alert"),
    ]

    @Test("comes from its content", arguments: all)
    func comesFromContent(sample: Told) {
        #expect(sample.content.ownAccessibility == sample.told)
    }

    @Test("is tested for each kind of content")
    func hasAll() throws {
        struct Kind: Decodable { var kind: String }
        let kinds = Set(
            try Self.all.compactMap { sample -> String? in
                // Numbers that are not finite cannot be encoded.
                guard let text = try? JSONText.of(sample.content) else { return nil }
                return try JSONText.read(Kind.self, text).kind
            }
        )
        #expect(kinds == Set(ViewContent.Kind.allCases.map(\.rawValue)))
    }

    @Test("has a label, unless the element is decorative", arguments: SampleContents.all)
    func hasLabel(sample: Pinned<ViewContent>) {
        let isOrnament = sample.value == .group(GroupContent(.stack))
        #expect(sample.value.ownAccessibility.isOrnament == isOrnament)
    }

    @Test(
        "is empty for a decorative element",
        arguments: GroupContent.Role.allCases.filter { $0 != .touchArea }.map {
            ViewContent.group(GroupContent($0))
        } + [
            .image(ImageContent(["leaves"])), .image(ImageContent(["leaves"], caption: " ")),
            .label(LabelContent("")), .label(LabelContent(" \n")),
        ]
    )
    func ornament(content: ViewContent) {
        #expect(content.ownAccessibility == ViewAccessibility(label: ""))
        #expect(content.ownAccessibility.isOrnament)
    }

    @Test(
        "has short decimal numbers",
        arguments: [
            (0, "0"), (-0.0, "0"), (5, "5"), (-5, "-5"), (0.1 + 0.2, "0.3"), (2.05, "2.05"),
            (1.005, "1.005"), (-0.25, "-0.25"), (0.12345, "0.12345"), (1e-7, "1e-07"),
            (1e-12, "0"), (-1e-12, "0"), (999_999_999_999, "999999999999"),
            (1e14, "100000000000000"), (1e16, "1e+16"),
            (9.9999999999, "10"), (.pi, "3.141592653589793"),
            (-.infinity, "-inf"), (.nan, "nan"), (-1e300, "-1e+300"),
        ]
    )
    func number(number: Double, text: String) {
        #expect(Speaker.text(of: number) == text)
    }

    @Test("never contains a secret text", arguments: ["hunter2", " ", "\n"])
    func secret(text: String) {
        let told = ViewContent.textField(TextFieldContent(text: text, isSecure: true))
            .ownAccessibility
        #expect(told == ViewAccessibility(label: "secure text field", value: "hidden text"))
    }

    @Test(
        "is translated if the table has the language",
        arguments: [
            (Language.german, "Schritt 3 von 8"), ("de-AT", "Schritt 3 von 8"),
            (.arabic, "الخطوة 3 من 8"), ("tlh", "step 3 of 8"),
        ]
    )
    func language(language: Language, value: String) {
        let told = ViewContent.progress(ProgressContent(done: 3, total: 8))
            .accessibility(in: .builtIn, language: language)
        #expect(told.value == value)
    }

    @Test(
        "is translated for each kind of content",
        arguments: ViewContent.Kind.allCases
    )
    func eachLanguage(kind: ViewContent.Kind) throws {
        let content = Self.bare(kind)
        func told(_ language: Language) -> [String] {
            let told = content.accessibility(in: .builtIn, language: language)
            return [told.label, told.value, told.hint].compactMap(\.self).filter { $0 != "" }
        }
        let (english, german, arabic) = (told(.english), told(.german), told(.arabic))
        #expect(english == Self.bareWords(kind))
        #expect(german.count == english.count && arabic.count == english.count)
        for (own, other) in zip(german, english) {
            #expect(own != other && own.contains { $0.isLetter })
        }
        for own in arabic {
            #expect(own.contains { $0.isLetter } && !own.contains { $0.isASCII && $0.isLetter })
        }
    }

    /// A content without a text of its own.
    private static func bare(_ kind: ViewContent.Kind) -> ViewContent {
        switch kind {
        case .group: .group(GroupContent(.touchArea))
        case .label: .label(LabelContent(" "))
        case .image: .image(ImageContent(["a"], caption: " "))
        case .button: .button(ButtonContent(title: nil, isDestructive: true))
        case .progress: .progress(ProgressContent(done: 1, total: 2, isEstimated: true))
        case .countdown: countdown(3661, .paused)
        case .section: .section(SectionContent(isRequired: true))
        case .cell: .cell(CellContent(choice: .single, isRequired: true))
        case .textField: .textField(TextFieldContent(text: "x", isSecure: true))
        case .picker: picker(.weight, [["1"]], [nil])
        case .slider: slider(nil)
        case .plot: .plot(PlotContent(stream: "", lines: []))
        case .media: .media(MediaContent(.film, address: "a"))
        case .alert: .alert(AlertContent(title: nil))
        }
    }

    private static func bareWords(_ kind: ViewContent.Kind) -> [String] {
        switch kind {
        case .group: ["touch area"]
        case .label, .image: []
        case .button: ["button", "cannot be undone"]
        case .progress: ["progress", "step 1 of about 2"]
        case .countdown: ["time left", "1 h 1 min 1 s, paused"]
        case .section: ["section", "required"]
        case .cell: ["choice", "not selected", "required"]
        case .textField: ["secure text field", "hidden text"]
        case .picker: ["weight", "not selected"]
        case .slider: ["slider", "not set", "from 0 to 10.5"]
        case .plot: ["live plot"]
        case .media: ["film"]
        case .alert: ["alert"]
        }
    }

    @Test("uses an app's own strings")
    func ownWords() {
        let table = StringTable.builtIn.merging(StringTable([.english: [.selected: "on"]]))
        let cell = ViewContent.cell(CellContent(title: "a", choice: .box, isSelected: true))
        #expect(cell.accessibility(in: table, language: .english).value == "on")
    }

    @Test(
        "has a date's format and its bounds",
        arguments: [
            ("1.2.", "3.4.", nil, nil, .english, "D.M., from 1.2. to 3.4."),
            ("1.2.", nil, nil, nil, .english, "D.M., from 1.2."),
            (nil, "3.4.", nil, nil, .english, "D.M., until 3.4."),
            (nil, nil, nil, nil, .english, "D.M."),
            (nil, nil, true, nil, .english, "D.M., not in the past"),
            ("1.2.", nil, nil, true, .english, "D.M., from 1.2., not in the future"),
            ("1.2.", nil, nil, nil, .german, "D.M., ab 1.2."),
            (nil, "3.4.", nil, nil, .german, "D.M., bis 3.4."),
            ("1.2.", nil, nil, nil, .arabic, "D.M.، ابتداءً من 1.2."),
            (nil, "3.4.", nil, nil, .arabic, "D.M.، حتى 3.4."),
        ] as [(String?, String?, Bool?, Bool?, Language, String)]
    )
    func dates(
        minimum: String?,
        maximum: String?,
        startsNow: Bool?,
        endsNow: Bool?,
        language: Language,
        hint: String
    ) {
        let bounds = DateBounds(
            format: "d.M.",
            form: "D.M.",
            minimum: minimum,
            maximum: maximum,
            startsNow: startsNow,
            endsNow: endsNow
        )
        let picker = PickerContent(.date, columns: [], selected: [], dates: bounds)
        for content in [ViewContent.picker(picker), .textField(TextFieldContent(dates: bounds))] {
            #expect(content.accessibility(in: .builtIn, language: language).hint == hint)
        }
    }

    @Test("has the raw format of a date without a readable one")
    func dateFormat() {
        let bounds = DateBounds(format: "d.M.")
        let picker = PickerContent(.date, columns: [], selected: [], dates: bounds)
        #expect(ViewContent.picker(picker).ownAccessibility.hint == "d.M.")
    }

    private static func countdown(_ seconds: Int, _ state: CountdownContent.State) -> ViewContent {
        .countdown(CountdownContent(secondsLeft: seconds, durationInSeconds: 60, state: state))
    }

    private static func picker(
        _ kind: PickerContent.Kind,
        _ columns: [[String]],
        _ selected: [Int?],
        text: String? = nil
    ) -> ViewContent {
        let content = PickerContent(
            kind,
            columns: columns,
            selected: selected,
            separator: ":",
            text: text
        )
        return .picker(content)
    }

    private static func slider(_ value: Double?, unit: String? = nil) -> ViewContent {
        .slider(SliderContent(minimum: 0, maximum: 10.5, value: value, unit: unit))
    }
}
