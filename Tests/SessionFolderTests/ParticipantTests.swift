// Whose a session is, and which of many are wanted.

import Foundation
import Testing
import Timebase

@testable import SessionFolder

@Suite("A participant")
struct ParticipantTests {
    @Test(
        "is labels, which a folder and a table can have as they are",
        arguments: [
            ("P07", nil), ("a-1", nil), (String(repeating: "x", count: 32), nil),
            ("", "is empty"), ("a/b", #"has "/" in it"#), ("..", #"has "." in it"#),
            ("Anna Müller", #"has " " in it"#), ("ü", #"has "ü" in it"#), ("-x", "begins with -"),
            ("a_b", #"has "_" in it"#), (String(repeating: "x", count: 33), "is longer than 32"),
            ("a\n", #"has "\n" in it"#),
        ] as [(String, String?)]
    )
    func labels(label: String, problem: String?) {
        for part in Participant.Part.allCases {
            var found: Participant.LabelProblem?
            do throws(Participant.LabelProblem) {
                let participant = try Participant(
                    subject: part == .subject ? label : nil,
                    visit: part == .visit ? label : nil,
                    group: part == .group ? label : nil
                )
                #expect(participant[part] == label)
            } catch {
                found = error
            }
            #expect((found == nil) == (problem == nil))
            if let problem, let found {
                #expect(found.what.hasPrefix(problem), "\(found)")
                #expect(found.part == part)
            }
        }
    }

    @Test("is in the name of a folder only where that is asked for")
    func names() throws {
        let name = { (participant: Participant?) in
            SessionName.name(
                start: Example.start.realtime,
                of: participant,
                identifier: "walk",
                run: Example.run
            )
        }
        let hidden = try Participant(subject: "P07", visit: "2")
        #expect(name(hidden) == name(nil))
        let named = try Participant(subject: "P07", visit: "2", named: [.visit, .subject])
        #expect(name(named) == "2026-11-21T101500Z_2_P07_walk_1f6a03bc")
        #expect(SessionName.parts(of: name(named))?.identifier == "2_P07_walk")
        #expect(throws: Participant.LabelProblem.self) {
            try Participant(subject: "P07", named: [.visit])
        }
    }

    @Test("is in the manifest as it was said, and a manifest without one has no key")
    func manifest() throws {
        var manifest = Example.manifest
        let none = String(decoding: try manifest.encoded(), as: UTF8.self)
        #expect(!none.contains("participant"))
        manifest.participant = try Participant(subject: "P07", group: "control")
        let bytes = try manifest.encoded()
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        #expect(text.contains(#""participant":{"group":"control","subject":"P07"}"#))
        #expect(try SessionManifest(decoding: bytes, where: "here") == manifest)
    }
}

@Suite("Which sessions are wanted")
struct SessionFilterTests {
    private func entry(_ change: (inout SessionManifest) throws -> Void) rethrows
        -> SessionEntry
    {
        var manifest = Example.manifest
        manifest.status = .finished
        try change(&manifest)
        return SessionEntry(name: "a", state: .ended, brief: SessionBrief(manifest))
    }

    private func takes(
        _ entry: SessionEntry,
        _ change: (inout SessionFilter) -> Void
    ) -> Bool {
        var filter = SessionFilter()
        change(&filter)
        return filter.takes(entry)
    }

    @Test("follows subject, task and day")
    func parts() throws {
        let one = try entry { $0.participant = try Participant(subject: "P07", visit: "2") }
        #expect(takes(one) { $0.participant = [.subject: "P07", .visit: "2"] })
        #expect(!takes(one) { $0.participant = [.subject: "P07", .visit: "1"] })
        #expect(!takes(entry { _ in }) { $0.participant = [.subject: "P07"] })
        #expect(takes(one) { $0.identifier = "WalkAndBalance" })
        #expect(!takes(one) { $0.identifier = "Walk" })
        #expect(takes(one) { ($0.firstDay, $0.lastDay) = ("2026-11-21", "2026-11-21") })
        #expect(!takes(one) { $0.firstDay = "2026-11-22" })
        #expect(!takes(one) { $0.lastDay = "2026-11-20" })
    }

    @Test("is answered by the codes that there are if no session has the wanted one")
    func unknownCodes() throws {
        var filter = SessionFilter()
        filter.participant = [.subject: "P99", .visit: "2"]
        func lines(_ subjects: ClosedRange<Int>) throws -> [String] {
            let entries = try subjects.map { number in
                try entry {
                    $0.participant = try Participant(subject: "P\(number)", visit: "2")
                }
            }
            return filter.unknownCodes(among: entries)
        }
        let start = "no session has the subject P99; "
        #expect(try lines(10...12) == [start + "they have P10, P11, P12"])
        #expect(try lines(10...30) == [start + "they have 21 other subjects"])
        #expect(try lines(98...99) == [])
        #expect(filter.unknownCodes(among: [entry { _ in }]).count == 2)
        #expect(filter.unknownCodes(among: []).first == start + "none has any subject")
        #expect(SessionFilter().unknownCodes(among: [entry { _ in }]).isEmpty)
    }

    @Test("follows how a session stands")
    func standings() {
        #expect(entry { _ in }.standing == .finished)
        #expect(entry { $0.endedEarly = true }.standing == .early)
        #expect(entry { $0.status = .recording }.standing == .left)
        for status in [SessionManifest.Status.cancelled, .failed, .interrupted] {
            #expect(entry { $0.status = status }.standing.rawValue == status.rawValue)
        }
        let broken = SessionEntry(name: "a", state: .ended, problem: "why")
        #expect(broken.standing == .unreadable)
        #expect(takes(broken) { _ in })
        #expect(takes(broken) { $0.standings = [.unreadable] })
        #expect(!takes(broken) { $0.standings = [.finished] })
        #expect(!takes(broken) { $0.identifier = "walk" })
    }
}
