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

    private func study(_ text: String) throws(SessionError) -> StudyFile {
        try StudyFile(decoding: Array(text.utf8), where: "study.json")
    }

    private func refusal(_ work: () throws(SessionError) -> Void) -> String? {
        do throws(SessionError) {
            try work()
            return nil
        } catch {
            return error.description
        }
    }

    @Test("says what the manifest keeps, and what the folder's name tells")
    func told() throws {
        let study = try study(whole)
        #expect(study.told.title == "Gait" && study.told.licence == "CC0")
        #expect(study.told.placements == ["lowBack": "L5"])
        let given = try Participant(subject: "P07", visit: "two")
        #expect(try study.participant(given)?.named == [.visit, .subject])
        // What is not given, the name cannot tell; what somebody asks for goes ahead of it.
        #expect(try study.participant(try Participant(subject: "P07"))?.named == [.subject])
        let named = try Participant(subject: "P07", visit: "two", named: [.subject])
        #expect(try study.participant(named)?.named == [.subject])
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
        let study = try study(whole)
        let given = try Participant(subject: subject, visit: visit, group: group)
        let found = refusal { () throws(SessionError) in
            _ = try study.participant(given.isEmpty ? nil : given)
        }
        #expect((found == nil) == (problem == nil))
        if let problem { #expect(found?.contains(problem) == true, "\(found ?? "")") }
    }

    @Test("asks for placements that it knows, and for notes")
    func others() throws {
        let study = try study(whole)
        #expect(
            refusal { () throws(SessionError) in try study.require(placements: ["lowBack"]) } == nil
        )
        #expect(
            refusal { () throws(SessionError) in try study.require(placements: []) }?
                .contains("wants a placement") == true
        )
        #expect(
            refusal { () throws(SessionError) in try study.require(placements: ["wrist"]) }?
                .contains("it has lowBack") == true
        )
        #expect(
            refusal { () throws(SessionError) in try study.requireNoNote() }?
                .contains("wants a note") == true
        )
        let free = try self.study("{}")
        #expect(try free.participant(nil) == nil)
        try free.require(placements: ["anywhere"])
        try free.requireNoNote()
    }

    @Test(
        "is refused with a fault of its own, each told",
        arguments: [
            ("{", "study.json: "), ("[]", "study.json: "),
            (#"{"subject":"P"}"#, "no study has the key 'subject'"),
            (#"{"subjects":"P1)|(?:.*"}"#, "`subjects` is no regular expression"),
            (#"{"subjects":"P["}"#, "`subjects` is no regular expression"),
            (#"{"visits":["a b"]}"#, "`visits` has \"a b\""),
            (#"{"required":["sensor"]}"#, "required"),
            (#"{"title":7}"#, "title"),
        ]
    )
    func faults(text: String, problem: String) {
        let found = refusal { () throws(SessionError) in _ = try study(text) }
        #expect(found?.contains(problem) == true, "\(found ?? "nothing")")
    }

    @Test("answers a code at once, whatever its pattern is")
    func patience() throws {
        let study = try study(#"{"subjects":"(a+)+b"}"#)
        let code = try Participant(subject: String(repeating: "a", count: 32))
        #expect(refusal { () throws(SessionError) in _ = try study.participant(code) } != nil)
    }
}
