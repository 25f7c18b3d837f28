import FoundationEssentials
import Testing

@testable import footfall

@Suite("footfall validate")
struct ValidateCommandTests {
    static let sound = """
        {
            "identifier": "walk",
            "steps": [
                { "identifier": "intro", "type": "instruction", "title": "Walk", },
                { "identifier": "tap", "type": "tapping", "targets": 2 },
            ],
            "asyncActions": [{ "identifier": "motion", "type": "motion" }],
            "nobodyKnows": [1, 2, 3],
        }
        """

    private static func validate(_ text: String, _ words: String...) throws -> ChildProcess.Ending {
        let folder = try TemporaryFolder()
        try folder.write(Array(text.utf8), to: "task.json")
        return try ChildProcess.footfall(["validate", "task.json"] + words, in: folder)
    }

    /// The lines of a report without the notes of keys that nobody knows.
    private static func faultLines(_ ending: ChildProcess.Ending) -> [Substring] {
        ending.output.split(separator: "\n").filter { !$0.hasPrefix("  note: ") }
    }

    @Test("reports no faults for a valid file with extra commas and unknown keys")
    func sound() throws {
        let ending = try Self.validate(Self.sound)
        #expect(
            ending
                == ChildProcess.Ending(
                    status: 0,
                    output: """
                        task.json: the task 'walk' has no faults
                          note: nobodyKnows: the key 'nobodyKnows' is not read here
                          note: steps[1].targets: the key 'targets' is not read here

                        """,
                    errors: ""
                )
        )
    }

    @Test("reports notes as faults, and exits with 1, if it is strict")
    func strict() throws {
        let ending = try Self.validate(Self.sound, "--strict")
        #expect(
            ending
                == ChildProcess.Ending(
                    status: 1,
                    output: """
                        task.json: 2 faults
                          nobodyKnows: the key 'nobodyKnows' is not read here
                          steps[1].targets: the key 'targets' is not read here

                        """,
                    errors: ""
                )
        )
        let plain = Self.sound.replacing("\"nobodyKnows\": [1, 2, 3],", with: "")
            .replacing(", \"targets\": 2", with: "")
        #expect(try Self.validate(plain, "--strict").status == 0)
    }

    @Test("reports a fault with its place in the file and a remedy, and exits with 1")
    func oneFault() throws {
        let ending = try Self.validate(Self.sound.replacing("\"intro\"", with: "7"))
        #expect(ending.status == 1)
        #expect(ending.errors.isEmpty)
        let lines = Self.faultLines(ending)
        #expect(lines.first == "task.json: 1 fault")
        #expect(lines.last?.hasPrefix("  steps[0].identifier: ") == true, "\(ending.output)")
        #expect(lines.last?.contains("; ") == true, "a remedy: \(ending.output)")
    }

    @Test("reports a summary of a question that no step has")
    func summary() throws {
        let text = """
            { "identifier": "walk", "steps": [
              { "identifier": "mood", "type": "form",
                "inputFields": [{ "identifier": "pain", "type": "integer" }] },
              { "identifier": "score", "type": "feedback",
                "stepResultIdentifier": "mood", "resultIdentifier": "pian" } ] }
            """
        let ending = try Self.validate(text)
        #expect(ending.status == 1)
        #expect(
            ending.output == """
                task.json: 1 fault
                  steps[1].resultIdentifier: there is no question 'pian' in the step 'mood'; \
                write 'pain'

                """
        )
        #expect(try Self.validate(text.replacing("pian", with: "pain")).status == 0)
    }

    @Test("reports every fault of a file, with the nearest known name")
    func everyFault() throws {
        let text = Self.sound
            .replacing("\"intro\"", with: "7")
            .replacing("\"targets\": 2", with: "\"identifier\": \"tap\"")
            .replacing(
                "\"type\": \"motion\" }",
                with: "\"type\": \"motion\", \"startStepIdentifier\": \"tapp\" }"
            )
        let ending = try Self.validate(text)
        #expect(ending.status == 1)
        let lines = Self.faultLines(ending)
        #expect(lines.contains { $0.hasPrefix("  steps[0].identifier: ") }, "\(ending.output)")
        let start = lines.first { $0.hasPrefix("  asyncActions[0].startStepIdentifier: ") }
        #expect(start?.contains("tap") == true, "\(ending.output)")
        // The second 'identifier' of the step, which nobody reads.
        #expect(lines.contains { $0.contains("the key occurs here a second time") })
        #expect(lines.count == 4, "\(ending.output)")
    }

    @Test("reports unknown names of keys, each with the one that is meant")
    func unknownKeys() throws {
        let text = Self.sound.replacing(
            "{ \"identifier\": \"motion\", \"type\": \"motion\" }",
            with: """
                { "identifier": "keys", "type": "input", "includeKeys": ["KEY_A", "F13"],
                  "markers": [{ "key": "KEY_HEEL_", "marker": "heel" }] }
                """
        )
        let ending = try Self.validate(text)
        #expect(ending.status == 1)
        let lines = Self.faultLines(ending)
        #expect(lines.count == 3, "\(ending.output)")
        let included = lines.first { $0.hasPrefix("  asyncActions[0].includeKeys[1]: ") }
        #expect(included?.contains("KEY_F13") == true, "\(ending.output)")
        #expect(lines.contains { $0.hasPrefix("  asyncActions[0].markers[0].key: ") })
    }

    @Test("reports an empty device name, and a mark that is reserved or empty")
    func deviceAndMarks() throws {
        func lines(_ action: String) throws -> [Substring] {
            let motion = "{ \"identifier\": \"motion\", \"type\": \"motion\" }"
            return Self.faultLines(
                try Self.validate(Self.sound.replacing(motion, with: action))
            )
        }
        for type in ["input", "touch"] {
            let found = try lines(
                "{ \"identifier\": \"r\", \"type\": \"\(type)\", \"device\": \"\" }"
            )
            #expect(found.count == 2)
            let place = "  asyncActions[0].device: the name of the device is missing; "
            #expect(found.last?.hasPrefix(place) == true)
        }
        for (name, says) in [("start", "of its own"), ("stop", "of its own"), ("", "is missing")] {
            let marker = "{ \"key\": \"KEY_A\", \"marker\": \"\(name)\" }"
            let found = try lines(
                "{ \"identifier\": \"r\", \"type\": \"input\", \"markers\": [\(marker)] }"
            )
            #expect(found.count == 2)
            #expect(found.last?.contains(says) == true, "\(found)")
        }
    }

    @Test(
        "reports two recorders of one port, also under different names",
        arguments: [
            ("/dev/null", "/dev/../dev/null@9600", true), ("udp:5000", "udp:127.0.0.1:5000", true),
            ("-", "-", true), ("tcp:a:1", "tcp:a:1", true), ("tcp:a:1", "tcp:a:2", false),
            ("udp:127.0.0.1:5000", "udp:127.0.0.2:5000", false),
        ]
    )
    func onePort(first: String, second: String, isRefused: Bool) throws {
        let text = """
            { "identifier": "walk", "steps": [{ "identifier": "a", "type": "instruction" }],
              "asyncActions": [
                { "identifier": "left", "type": "lines", "port": "\(first)", "map": "v" },
                { "identifier": "motion", "type": "motion" },
                { "identifier": "right", "type": "lines", "port": "\(second)", "map": "v" } ] }
            """
        let ending = try Self.validate(text)
        #expect(ending.status == (isRefused ? 1 : 0), "\(ending.output)")
        let told =
            "\n  asyncActions[2].port: the recorder 'left' at asyncActions[0].port has this "
            + "port, too; give each a port of its own, or take one of the two out\n"
        #expect(ending.output.contains(told) == isRefused, "\(ending.output)")
    }

    @Test("reports the same to programs as one JSON object")
    func json() throws {
        struct Report: Decodable {
            struct Fault: Decodable {
                var path: String
            }
            var task: String?
            var faults: [Fault]
        }
        let sound = try Self.validate(Self.sound, "--json")
        let report = try JSONDecoder().decode(Report.self, from: Data(sound.output.utf8))
        #expect(report.task == "walk")
        #expect(report.faults.isEmpty)

        let torn = try Self.validate(String(Self.sound.dropLast(20)), "--json")
        #expect(torn.status == 1)
        let faults = try JSONDecoder().decode(Report.self, from: Data(torn.output.utf8)).faults
        #expect(faults.count == 1)
    }

    @Test("escapes control characters in a name")
    func hostile() throws {
        let text = Self.sound.replacing("\"walk\"", with: "\"w\\u001b[2Jalk\"")
        let ending = try Self.validate(text)
        #expect(ending.status == 0)
        #expect(ending.output.contains("\\u{1b}[2J"))
        #expect(!ending.output.utf8.contains(0x1B))
    }
}
