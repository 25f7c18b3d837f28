import FoundationEssentials
import Testing
import Timebase

@testable import SessionFolder

/// Identifiers that somebody, or something, may well come with.
let hostileIdentifiers = [
    "", ".", "..", "../../etc/passwd", "/", "a/b", "a b", "a.b", "manifest", "manifest.json",
    "Manifest", "taskResult", "answers", "metadata", "nul\u{0}byte", "new\nline", "\r\n", "\u{7F}",
    "🚶‍♀️", "größe", "e\u{301}", "日本", "-rf", "--", "~", "$(reboot)", "`id`", "a\\b", "con:",
    String(repeating: "x", count: 10_000), String(repeating: "é/", count: 5_000),
    String(repeating: "x", count: 119) + "..", "\u{202E}fdp", "%2e%2e%2f", "a\u{200B}b",
]

func isSafe(_ name: String) -> Bool {
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.".utf8)
    return !name.isEmpty && name.utf8.count <= 200 && name.utf8.allSatisfy(allowed.contains)
        && !name.hasPrefix(".") && !name.hasPrefix("-")
}

@Suite("The name of a session's folder")
struct SessionNameTests {
    @Test("says when the session began, in UTC, its identifier, and its run")
    func saysWhatRan() {
        let name = SessionName.name(
            start: Example.start.realtime,
            identifier: "WalkAndBalance",
            run: Example.run
        )
        #expect(name == "2026-11-21T101500Z_WalkAndBalance_1f6a03bc")
    }

    @Test("is a plain name, whatever the identifier is", arguments: hostileIdentifiers)
    func isPlain(identifier: String) {
        let name = SessionName.name(
            start: Example.start.realtime,
            identifier: identifier,
            run: Example.run
        )
        #expect(isSafe(name))
        #expect(!name.contains("."))
        #expect(name.hasPrefix("2026-11-21T101500Z_"))
        #expect(name.hasSuffix("_1f6a03bc"))
    }

    @Test("differs for each further attempt")
    func countsOn() {
        let names = (1...20).map {
            SessionName.name(
                start: Example.start.realtime,
                identifier: "Walk",
                run: Example.run,
                attempt: $0
            )
        }
        #expect(Set(names).count == 20)
        #expect(names[1] == "2026-11-21T101500Z_Walk_1f6a03bc_2")
    }

    @Test(
        "can be split into its parts again",
        arguments: ["Walk", "a_b_c", "", "1f6a03bc", "7"],
        1...3
    )
    func readsBack(identifier: String, attempt: Int) throws {
        let name = SessionName.name(
            start: Example.start.realtime,
            identifier: identifier,
            run: Example.run,
            attempt: attempt
        )
        let parts = try #require(SessionName.parts(of: name))
        #expect(parts.identifier == (identifier.isEmpty ? "session" : identifier))
        #expect(parts.run == "1f6a03bc")
        #expect(
            parts.start.nanosecondsSince1970
                == Example.start.realtime.nanosecondsSince1970 / 1_000_000_000 * 1_000_000_000
        )
    }

    @Test(
        "is distinguished from other folder names",
        arguments: hostileIdentifiers + [
            "Documents", "2026-11-21", "2026-11-21T101500Z", "2026-11-21T101500Z_Walk",
            "2026-11-21T101500Z_Walk_1f6a03bg", "2026-13-21T101500Z_Walk_1f6a03bc",
            "2026-11-21T101500Z_Walk_1f6a03bc_x", "2026-11-21T101500Z_1f6a03bc",
            ".2026-11-21T101500Z_Walk_1f6a03bc", "9999-11-21T101500Z_Walk_1f6a03bc",
        ]
    )
    func isToldApart(name: String) {
        #expect(SessionName.parts(of: name) == nil)
    }
}

@Suite("The names of a session's sample files")
struct SampleFileNamesTests {
    @Test("consist of the sections' identifiers and the logger's")
    func joinsSections() {
        var names = SampleFileNames()
        #expect(
            names.next(sections: ["walk", "outbound"], logger: "motion", fileExtension: "json")
                == "walk_outbound_motion.json"
        )
        #expect(names.next(logger: "motion", fileExtension: "csv") == "motion.csv")
        let compressed = names.next(logger: "motion", fileExtension: "json.zst")
        #expect(compressed == "motion_2.json.zst")
    }

    @Test("are plain, whatever the identifiers are", arguments: hostileIdentifiers)
    func arePlain(identifier: String) {
        var names = SampleFileNames()
        let alone = names.next(logger: identifier, fileExtension: "json")
        let within = names.next(
            sections: [identifier, identifier],
            logger: identifier,
            fileExtension: "json"
        )
        let ending = names.next(logger: "motion", fileExtension: identifier)
        #expect([alone, within, ending].allSatisfy(isSafe))
        #expect(Set([alone, within, ending]).count == 3)
        let stem = alone.prefix { $0 != "." }.lowercased()
        #expect(!SampleFileNames.reserved.contains(stem))
    }

    @Test("never repeat, however similar the identifiers are")
    func neverRepeat() {
        var names = SampleFileNames()
        var given: [String] = []
        for _ in 1...3 {
            for identifier in hostileIdentifiers {
                given.append(names.next(logger: identifier, fileExtension: "json"))
                given.append(names.next(logger: identifier.uppercased(), fileExtension: "csv"))
            }
        }
        let stems = given.map { $0.prefix { $0 != "." }.lowercased() }
        #expect(Set(stems).count == given.count)
    }

    @Test("keep a logger's identifier if the sections' are too long")
    func keepsTheLogger() {
        var names = SampleFileNames()
        let long = String(repeating: "s", count: 200)
        let name = names.next(sections: [long], logger: "motion", fileExtension: "json")
        #expect(name.hasSuffix("_motion.json"))
    }

    @Test("skip names that existing files have")
    func passOverTaken() {
        var names = SampleFileNames(taken: ["motion.json", "motion_2.json.torn", "notes.txt"])
        #expect(names.next(logger: "motion", fileExtension: "json") == "motion_3.json")
        #expect(names.next(logger: "Notes", fileExtension: "csv") == "Notes_2.csv")
    }

    @Test(
        "are accepted in a manifest only if they stay in the folder",
        arguments: [
            ("motion.json", true), ("", false), (".", false), ("..", false), ("../x", false),
            ("a/b", false), ("/etc/passwd", false), ("nul\u{0}", false),
            (String(repeating: "x", count: 256), false), ("größe.json", true),
        ]
    )
    func stayInFolder(name: String, stays: Bool) {
        #expect(SampleFileNames.staysInFolder(name) == stays)
    }
}
