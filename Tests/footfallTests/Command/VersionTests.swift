import FoundationEssentials
import Research
import SessionFolder
import Testing

@testable import footfall

/// A task file of one of the field's versions, and what nothing reads in it.
private enum VersionTask: String, CaseIterable {
    case two = "Version2"
    case three = "Version3"
    case four = "Version4"

    /// Keys that nothing reads where they stand: each is told where it stands first.
    var droppedKeys: [String] {
        switch self {
        case .two: ["interruptionPolicy", "readAloudRate", "hue"]
        case .three: ["resultBundle", "compositeImageName", "prefetch", "ringTone", "anchorTexts"]
        case .four: ["webConfig", "label"]
        }
    }

    /// Objects of types that nobody has registered, by their identifiers or the keys at which they stand, each with
    /// its keys that nothing reads.
    var plainObjects: [(object: String, type: String, keys: [String])] {
        switch self {
        case .two:
            [
                (
                    "board", "balanceBoard",
                    ["duration", "commands", "spokenInstructions", "boardSize"]
                ),
                ("steps", "pedometer", ["sampleWindow"]),
            ]
        case .three:
            [("skip", "shareResults", ["recipients"]), ("strength", "gripDial", ["dialColor"])]
        case .four:
            [
                (
                    "sleepAndSteps", "assessment",
                    [
                        "versionString", "schemaIdentifier", "estimatedMinutes",
                        "interruptionHandling",
                    ]
                ),
                (
                    "slept", "choiceQuestion",
                    ["optional", "singleChoice", "baseType", "choices", "surveyRules"]
                ),
                ("hours", "simpleQuestion", ["inputItem"]),
            ]
        }
    }

    /// Steps without a type, which are plain ones, with their keys that nothing reads.
    var untyped: [(step: String, keys: [String])] {
        self == .three ? [("drawing", ["duration", "canvas"])] : []
    }

    /// The pictures and pages that it names.
    var files: [String] {
        switch self {
        case .two: ["walker.png"]
        case .three: ["close.png", "hand1.png", "hand2.png", "chair.png", "pen.png", "hands.html"]
        case .four: ["moon.png", "up1.png", "up2.png"]
        }
    }

    /// What is answered.
    var answers: String {
        switch self {
        case .two: #"{"falls":{"hasFallen":true},"howOften":{"count":2,"where":"out"}}"#
        case .three: #"{"hand":{"hand":"left"},"pain":{"pain":3}}"#
        case .four: #"{"coffee":{"cups":1.5}}"#
        }
    }

    /// The names and values of the answers that the run keeps.
    var kept: [String: JSONValue] {
        switch self {
        case .two:
            [
                "falls_hasFallen": .boolean(true), "howOften_count": .integer(2),
                "howOften_where": "out",
            ]
        case .three: ["hand": "left", "more_pain": .integer(3)]
        case .four: ["coffee_cups": .number(1.5)]
        }
    }

    /// The last step that is shown.
    var lastStep: String { self == .four ? "completion" : "thanks" }

    static var folder: String {
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/FieldTasks"
    }

    var text: String {
        get throws {
            let data = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(rawValue).json"))
            return String(decoding: data, as: UTF8.self)
        }
    }
}

@Suite("Task files of the field's versions 2, 3 and 4")
struct VersionTests {
    /// What is told of a task, in the three places.
    private struct Told {
        var validated: [String]
        var ran: ChildProcess.Ending
        var manifest: [String]
        var answers: [String: JSONValue]
        var steps: [String]

        /// Those of the three that do not tell what a line does, whatever they say of what to do.
        func silent(on line: String) -> [String] {
            let what = line.prefix { $0 != ";" }
            return [
                validated.contains { $0.hasPrefix("  note: \(what)") } ? nil : "validate",
                ran.errorLines.contains { $0.contains("note: task.json: \(what)") } ? nil : "run",
                manifest.contains { $0.hasPrefix("task.json: \(what)") } ? nil : "manifest",
            ].compactMap { $0 }
        }
    }

    private static func told(_ version: VersionTask) throws -> Told {
        let folder = try TemporaryFolder()
        try folder.write(Array(version.text.utf8), to: "task.json")
        try folder.write(Array(version.answers.utf8), to: "answers.json")
        for file in version.files { try folder.write([0], to: file) }
        let validated = try ChildProcess.footfall(["validate", "task.json"], in: folder)
        let ran = try ChildProcess.footfall(
            [
                "run", "task.json", "--auto", "--source", "synthetic", "--speed", "max",
                "--answers", "answers.json", "-o", "Runs",
            ],
            in: folder
        )
        #expect(validated.status == 0, "\(validated.output)")
        let runs = "\(folder.path)/Runs"
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: runs).first,
            "\(ran.errors)"
        )
        let session = try Session(opening: "\(runs)/\(name)")
        func value(_ file: String) throws -> JSONValue {
            let data = try Data(contentsOf: URL(filePath: "\(runs)/\(name)/\(file)"))
            return try JSONDecoder().decode(JSONValue.self, from: data)
        }
        let history = try value("taskResult.json")["stepHistory"]?.elements ?? []
        return Told(
            validated: validated.output.split(separator: "\n").map(String.init),
            ran: ran,
            manifest: session.manifest.notes,
            answers: try JSONDecoder().decode(
                [String: JSONValue].self,
                from: Data(contentsOf: URL(filePath: "\(runs)/\(name)/answers.json"))
            ),
            steps: history.compactMap { $0["identifier"]?.text }
        )
    }

    @Test("run to their end, and keep what is answered", arguments: VersionTask.allCases)
    private func run(version: VersionTask) throws {
        let told = try Self.told(version)
        #expect(told.ran.status == 0, "\(told.ran.errors)")
        #expect(told.steps.last == version.lastStep)
        #expect(told.answers == version.kept)
    }

    @Test(
        "have each key and each type that nothing reads told by validate, on the run and in the manifest",
        arguments: VersionTask.allCases
    )
    private func dropped(version: VersionTask) throws {
        let told = try Self.told(version)
        let root = try RSDFactory().createJSONDecoder().decode(
            JSONValue.self,
            from: Data(Self.withoutCommasTooMany(version.text).utf8)
        )
        let expected = try Self.expected(of: version, in: Planted(root))
        #expect(expected.count >= 4)
        for line in expected {
            let matching = told.validated.filter { $0.hasPrefix("  note: \(line.beginning)") }
            let note = try #require(matching.first, "\(line): \(told.validated)")
            for key in line.keys { #expect(note.contains("'\(key)'"), "\(key): \(note)") }
            #expect(told.silent(on: String(note.dropFirst("  note: ".count))) == [], "\(note)")
        }
        // Nothing else is told: every note is of a word that the file has for it.
        let notes = told.validated.filter { $0.hasPrefix("  note: ") }
        #expect(notes.count == expected.count, "\(notes)")
    }

    /// The beginning of a note, and the keys that it has to name.
    private struct Line {
        var beginning: String
        var keys: [String] = []
    }

    private static func expected(of version: VersionTask, in planted: Planted) throws -> [Line] {
        let keys = try version.droppedKeys.map { key in
            let place = try #require(planted.keys[key], "the file has no '\(key)'")
            return Line(beginning: "\(place): the key '\(key)' is not read here")
        }
        let plain = try version.plainObjects.map { object, type, keys in
            let found = planted.objects.first { $0.type == type && $0.name == object }
            let place = try #require(found?.place, "the file has no '\(type)'")
            return Line(
                beginning: "\(place)type: nobody has registered the type '\(type)': ",
                keys: keys
            )
        }
        let untyped = try version.untyped.map { step, keys in
            let found = planted.objects.first { $0.type == nil && $0.name == step }
            let place = try #require(found?.place, "the file has no '\(step)'").dropLast()
            return Line(beginning: "\(place): the step has no type: ", keys: keys)
        }
        return keys + plain + untyped
    }

    private static func withoutCommasTooMany(_ text: String) -> String {
        text.replacing(/,(\s*[}\]])/) { $0.1 }
    }
}

/// What a file has, and where: found without any knowledge of what is read.
private struct Planted {
    /// Where each key stands first, in the order of the alphabet at each level.
    var keys: [String: String] = [:]
    /// Each object: its identifier, or the key that it stands at; its type; what its keys begin with.
    var objects: [(name: String, type: String?, place: String)] = []

    init(_ root: JSONValue) { add(root, at: "", called: "") }

    private mutating func add(_ value: JSONValue, at place: String, called name: String) {
        switch value {
        case .object(let members):
            let inner = place.isEmpty ? "" : "\(place)."
            let name = members["identifier"]?.text ?? name
            objects.append((name, members["type"]?.text, inner))
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                if keys[key] == nil { keys[key] = "\(inner)\(key)" }
                add(member, at: "\(inner)\(key)", called: key)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                add(element, at: "\(place)[\(index)]", called: name)
            }
        case .null, .boolean, .integer, .unsigned, .number, .string: break
        }
    }
}
