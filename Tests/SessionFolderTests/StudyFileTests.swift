// A study's file: what it asks for is asked for, and what does not fit is told before anything is recorded.

import Testing

@testable import SessionFolder

@Suite("A study's file")
struct StudyFileTests {
    private let whole = """
        { "title": "Gait", "licence": "CC0", "subjects": "P[0-9]{2}", "visits": ["one", "two"],
          "groups": ["a"], "placements": { "lowBack": "L5" },
          "required": ["subject", "placement", "note"], "nameBy": ["visit", "subject"] }
        """

    private func study(_ text: String) throws(StudyFaults) -> StudyFile {
        try StudyFile(decoding: Array(text.utf8), where: "study.json")
    }

    private func faults(_ text: String) -> [String] {
        do throws(StudyFaults) {
            _ = try study(text)
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    private func words(_ problems: [StudyProblem]) -> String {
        problems.map(\.description).joined(separator: "\n")
    }

    @Test("says what the manifest keeps, and what the folder's name tells")
    func told() throws {
        let study = try study(whole)
        #expect(study.told.title == "Gait" && study.told.licence == "CC0")
        #expect(study.told.placements == ["lowBack": "L5"])
        let given = try Participant(subject: "P07", visit: "two")
        #expect(study.naming(given)?.named == [.visit, .subject])
        // What is not given, the name cannot tell; what somebody asks for goes ahead of it.
        #expect(study.naming(try Participant(subject: "P07"))?.named == [.subject])
        let named = try Participant(subject: "P07", visit: "two", named: [.subject])
        #expect(study.naming(named)?.named == [.subject])
        #expect(study.naming(nil) == nil)
    }

    @Test(
        "refuses what does not fit it",
        arguments: [
            (nil, nil, nil, "wants a subject"),
            ("P7", nil, nil, "no code of the study; its codes match P[0-9]{2}"),
            ("xP07", nil, nil, "no code"), ("P07x", nil, nil, "no code"),
            ("P07", "three", nil, "it has one, two"),
            ("P07", nil, "b", "the group \"b\" is none"), ("P07", "one", "a", nil),
            ("P07", nil, nil, nil),
        ] as [(String?, String?, String?, String?)]
    )
    func participants(subject: String?, visit: String?, group: String?, problem: String?) throws {
        let given = try Participant(subject: subject, visit: visit, group: group)
        let problems = try study(whole).problems(
            of: given.isEmpty ? nil : given,
            besides: [.placement, .note]
        )
        #expect(problems.count == (problem == nil ? 0 : 1))
        if let problem { #expect(words(problems).contains(problem), "\(problems)") }
    }

    @Test("asks for placements that it knows, and for notes")
    func others() throws {
        let study = try study(whole)
        let given = try Participant(subject: "P07")
        #expect(study.problems(of: given, placements: ["lowBack"], notes: ["a"]).isEmpty)
        #expect(study.problems(of: given, notes: ["a"]) == [.missing(.placement)])
        #expect(study.problems(of: given, placements: ["lowBack"]) == [.missing(.note)])
        let wrists = ["wrist", "lowBack", "wrist"]
        #expect(
            words(study.problems(of: given, placements: wrists, notes: ["a"]))
                == #"the placement "wrist" is none of the study; it has lowBack"#
        )
        let free = try self.study("{}")
        #expect(free.naming(nil) == nil)
        #expect(free.problems(of: nil, placements: ["anywhere"]).isEmpty)
    }

    @Test("tells all that does not fit at once")
    func all() throws {
        let given = try Participant(visit: "three", group: "b")
        let problems = try study(whole).problems(of: given, placements: ["wrist"])
        #expect(
            problems == [
                .missing(.subject), .foreign(.visit, "three", known: ["one", "two"]),
                .foreign(.group, "b", known: ["a"]),
                .foreign(.placement, "wrist", known: ["lowBack"]), .missing(.note),
            ]
        )
        // To correct a session, nothing has to be given.
        let corrected = try study(whole).problems(of: given, besides: Set(StudyFile.Need.allCases))
        #expect(corrected.count == 2)
    }

    @Test(
        "is refused with a fault of its own, each told",
        arguments: [
            ("{", "study.json: "), ("[]", "study.json: it is not a JSON object"),
            ("null", "it is not a JSON object"),
            ("{\n\"title\": ]", "study.json: line 2"),
            (#"{"subject":"P"}"#, "no study has the key 'subject'"),
            (#"{"subjects":"P1)|(?:.*"}"#, "`subjects` is no regular expression"),
            (#"{"subjects":"P["}"#, "`subjects` is no regular expression"),
            (#"{"visits":["a b"]}"#, "`visits` has \"a b\""),
            (#"{"required":["sensor"]}"#, "`required[0]` is \"sensor\""),
            (#"{"required":["age"]}"#, "write subject, visit, group, placement or note"),
            (#"{"nameBy":["visit","age"]}"#, "`nameBy[1]` is \"age\""),
            (#"{"nameBy":["note"]}"#, "write subject, visit or group"),
            (#"{"title":7}"#, "`title`"), (#"{"title":null}"#, "`title`"),
            (#"{"subjects":""}"#, "`subjects`"), (#"{"licence":" "}"#, "`licence`"),
            (#"{"visits":[]}"#, "`visits` has no code"), (#"{"groups":{}}"#, "`groups` is no list"),
            (#"{"placements":{}}"#, "`placements`"),
            (#"{"placements":{"a":1}}"#, "`placements.a` is no text"),
            (#"{"title":"a","title":"b"}"#, "`title`"),
        ]
    )
    func mistakes(text: String, problem: String) {
        let found = faults(text)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(problem) == true, "\(found)")
    }

    @Test("tells all that is wrong with it at once")
    func manyMistakes() {
        let found = faults(
            #"{"titel":"a","subjects":"P[","visits":[],"required":["age","subject"]}"#
        )
        #expect(found.count == 4, "\(found)")
        #expect(found.allSatisfy { $0.hasPrefix("study.json: ") })
    }

    @Test("answers a code at once, whatever its pattern is")
    func patience() throws {
        let study = try study(#"{"subjects":"(a+)+b"}"#)
        let code = try Participant(subject: String(repeating: "a", count: 32))
        #expect(study.problems(of: code).count == 1)
    }
}
