// Many sessions by the command: whose they are, which there are, how all of them are, and that they can be deleted.

import FoundationEssentials
import Patience
import SessionFolder
import Testing

@testable import footfall

@Suite("Many sessions", .mayNotHang)
struct ManySessionsTests {
    private static let walk = [
        "record", "--source", "synthetic", "--speed", "max", "--duration", "1", "--quiet",
    ]

    /// Records a walk, and returns its folder.
    private func record(_ words: [String], in folder: borrowing TemporaryFolder) throws -> String {
        let ending = try ChildProcess.footfall(Self.walk + words, in: folder)
        try #require(ending.status == 0, "\(ending)")
        return ending.output.filter { !$0.isNewline }
    }

    @Test("are listed with their participant, as text and as JSON")
    func list() throws {
        let folder = try TemporaryFolder()
        let one = try record(["--subject", "P07", "--visit", "2"], in: folder)
        let other = try record(["--group", "control", "--name-by", "group"], in: folder)
        #expect(other.contains("_control_walk_"))
        #expect(!one.contains("P07"))
        let all = try ChildProcess.footfall(["list"], in: folder)
        #expect(all.status == 0)
        let rows = all.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows.first?.prefix(4) == ["session", "subject", "visit", "group"])
        #expect(rows.count == 4)
        #expect(rows.last?.prefix(4) == ["2", "sessions", "in", "Sessions,"])
        let some = try ChildProcess.footfall(["list", "--subject", "P07", "--json"], in: folder)
        #expect(some.output.contains(#""participant":{"subject":"P07","visit":"2"}"#))
        #expect(!some.output.contains("control"))
        let unknown = try ChildProcess.footfall(["list", "--subject", "P99"], in: folder)
        #expect(
            unknown.output
                == "  no session has the subject P99; they have P07\n0 sessions in Sessions, 0 B\n"
        )
        let none = try ChildProcess.footfall(["list", "--state", "left,failed"], in: folder)
        #expect(none.output == "0 sessions in Sessions, 0 B\n")
    }

    @Test("are listed only from a folder of sessions, and between days in their order")
    func listRefused() throws {
        let folder = try TemporaryFolder()
        let session = try record([], in: folder)
        let itself = try ChildProcess.footfall(["list", session], in: folder)
        #expect(itself.status == 1)
        #expect(itself.errors.contains("this is a session, and no folder of sessions; name the"))
        let days = ["list", "--from", "2026-12-02", "--to", "2026-12-01"]
        let wrong = try ChildProcess.footfall(days, in: folder)
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("--from: 2026-12-02 is later than --to 2026-12-01"))
    }

    @Test("have participant and notes in the first record of their journal")
    func fromTheBeginning() throws {
        let folder = try TemporaryFolder()
        let path = try record(
            ["--subject", "P07", "--note", "a brace", "--note", "on the left"],
            in: folder
        )
        let journal = try folder.bytes(
            of: "Sessions/\(path.split(separator: "/").last ?? "")/journal.json"
        )
        let first = String(decoding: journal, as: UTF8.self).split(separator: "\n")[1]
        #expect(first.contains(#""subject":"P07""#), "\(first)")
        #expect(first.contains("a brace"))
        let info = try ChildProcess.footfall(["info", path], in: folder)
        #expect(info.output.contains("\n  subject   P07\n"), "\(info.output)")
        #expect(info.output.contains("\n  note      on the left\n"))
        #expect(info.output.contains(", synthetic, clock of its timestamps: boottime\n"))
        #expect(info.output.contains("    accelerometer  100 samples, 100.0 Hz; g"))
        // A session that is recorded again is the same participant's.
        let again = try ChildProcess.footfall(
            ["replay", path, "--speed", "max", "--quiet"],
            in: folder
        )
        let second = again.output.filter { !$0.isNewline }
        let told = try ChildProcess.footfall(["info", second, "--json"], in: folder)
        #expect(told.output.contains(#""participant":{"subject":"P07"}"#), "\(told)")
    }

    @Test("are checked together, and the worst decides the status")
    func check() throws {
        let folder = try TemporaryFolder()
        let one = try record([], in: folder)
        let two = try record([], in: folder)
        let good = try ChildProcess.footfall(["check", "Sessions"], in: folder)
        #expect(good.status == 0)
        #expect(good.output.hasSuffix("2 sessions: 2 whole\n"), "\(good.output)")
        let name = "Sessions/\(two.split(separator: "/").last ?? "")/lowBack_motion.json"
        var bytes = try folder.bytes(of: name)
        bytes[bytes.count / 2] ^= 1
        try folder.write(bytes, to: name)
        let bad = try ChildProcess.footfall(["check", one, two, "nowhere"], in: folder)
        #expect(bad.status == 1)
        #expect(
            bad.output.hasSuffix("3 sessions: 1 whole, 1 damaged, 1 that cannot be checked\n"),
            "\(bad.output)"
        )
        #expect(bad.errorLines.contains { $0.hasPrefix("footfall: nowhere: ") })
        let json = try ChildProcess.footfall(["check", "Sessions", "--json"], in: folder)
        #expect(json.output.filter { $0 == "\n" }.count == 1)
        #expect(json.output.contains(#""verdict":"damaged""#))
        #expect(json.output.contains(#""verdict":"clean""#))
    }

    @Test("take a note after their end, which changes nothing that was recorded")
    func note() throws {
        let folder = try TemporaryFolder()
        let one = try record(["--note", "first"], in: folder)
        let place = "Sessions/\(one.split(separator: "/").last ?? "")"
        let samples = try folder.bytes(of: "\(place)/lowBack_motion.json")
        let ending = try ChildProcess.footfall(["note", one, "the strap had slipped"], in: folder)
        #expect(ending.status == 0, "\(ending)")
        #expect(try folder.bytes(of: "\(place)/lowBack_motion.json") == samples)
        let journal = String(decoding: try folder.bytes(of: "\(place)/journal.json"), as: UTF8.self)
        let last = journal.split(separator: "\n").dropLast().last
        #expect(last?.contains("the strap had slipped") == true)
        let check = try ChildProcess.footfall(["check", one], in: folder)
        #expect(check.status == 0, "\(check)")
        for note in ["first", "the strap had slipped"] {
            #expect(check.output.contains("\n  note: \(note)\n"), "\(check.output)")
        }
        let manifest = try folder.bytes(of: "\(place)/manifest.json")
        for (text, told) in [
            ("the strap had slipped", "it has that note already"), (" ", "a note is one line"),
            ("a\nb", "a note is one line"),
        ] {
            let refused = try ChildProcess.footfall(["note", one, text], in: folder)
            #expect(refused.status == 1)
            #expect(refused.errors.contains(told), "\(refused.errors)")
        }
        // A session of which somebody has changed the manifest is repaired first.
        let changed = String(decoding: manifest, as: UTF8.self)
            .replacing("\"status\" : \"finished\"", with: "\"status\" : \"recording\"")
        try folder.write(Array(changed.utf8), to: "\(place)/manifest.json")
        let open = try ChildProcess.footfall(["note", one, "more"], in: folder)
        #expect(open.status == 1 && open.errors.contains("footfall repair"), "\(open)")
        #expect(try folder.bytes(of: "\(place)/manifest.json") == Array(changed.utf8))
    }

    @Test("are exported as CSV tables, each to a new folder")
    func export() throws {
        let folder = try TemporaryFolder()
        let one = try record([], in: folder)
        _ = try record([], in: folder)
        let ending = try ChildProcess.footfall(["export", "Sessions", "-o", "Tables"], in: folder)
        #expect(ending.status == 0, "\(ending)")
        let name = one.split(separator: "/").last ?? ""
        #expect(ending.output.contains("/Tables/\(name)\n"), "\(ending.output)")
        #expect(ending.output.contains("\n  lowBack_motion.csv  101 rows\n"))
        let table = try folder.bytes(of: "Tables/\(name)/lowBack_motion.csv")
        #expect(table.starts(with: Array("uptime,timestamp,".utf8)))
        let again = try ChildProcess.footfall(["export", one, "-o", "Tables"], in: folder)
        #expect(again.status == 1)
        #expect(again.errors.contains("it is there already; delete it"), "\(again.errors)")
        let other = try ChildProcess.footfall(["export", one, "--to", "xlsx"], in: folder)
        #expect(other.status == 2)
        #expect(other.errors.contains("xlsx is no format of an export"), "\(other.errors)")
    }

    @Test("are exported with --quiet, which prints each path alone")
    func quietExport() throws {
        let folder = try TemporaryFolder()
        let one = try record(["--subject", "P07"], in: folder)
        let name = one.split(separator: "/").last ?? ""
        for (flag, format) in [("-q", "csv"), ("--quiet", "csv"), ("-q", "mcap"), ("-q", "bids")] {
            let place = "Quiet/\(format)\(flag)"
            let ending = try ChildProcess.footfall(
                ["export", one, "--to", format, "-o", place, flag],
                in: folder
            )
            #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending)")
            let end = format == "bids" ? "bids-q" : format == "mcap" ? "\(name).mcap" : "\(name)"
            #expect(ending.output.hasSuffix("/\(end)\n"), "\(ending.output)")
            #expect(ending.output.split(separator: "\n").count == 1, "\(ending.output)")
        }
        let both = try ChildProcess.footfall(["export", one, "-q", "--json"], in: folder)
        #expect(both.status == 2 && both.errors.contains("give one of the two"), "\(both)")
    }

    @Test("are exported as one BIDS dataset, which names the sessions that it leaves out")
    func dataset() throws {
        let folder = try TemporaryFolder()
        _ = try record(["--subject", "P07"], in: folder)
        let two = try record(["--subject", "P07"], in: folder)
        let command = ["export", "Sessions", "--to", "bids", "-o", "Dataset"]
        let ending = try ChildProcess.footfall(command, in: folder)
        #expect(ending.status == 0, "\(ending)")
        for run in 1...2 {
            let table =
                "sub-P07/motion/sub-P07_task-walk_tracksys-lowBackMotion_run-\(run)_motion.tsv"
            #expect(ending.output.contains("\n  \(table)  100 rows\n"), "\(ending.output)")
            #expect(try folder.bytes(of: "Dataset/\(table)").starts(with: Array("0\t".utf8)))
        }
        let again = try ChildProcess.footfall(command, in: folder)
        #expect(again.status == 1)
        #expect(again.errors.contains("it is there already; delete it"), "\(again.errors)")
        let file = "Sessions/\(two.split(separator: "/").last ?? "")/lowBack_motion.json"
        let bytes = try folder.bytes(of: file)
        try folder.write(Array(bytes.prefix(bytes.count / 2)), to: file)
        let torn = try ChildProcess.footfall(
            ["export", "Sessions", "--to", "bids", "-o", "Other", "--json"],
            in: folder
        )
        #expect(torn.status == 1 && torn.errors.contains("footfall repair"), "\(torn)")
        #expect(torn.output.contains("\"refused\":[\"") && torn.output.contains("\"rows\":100"))
    }

    @Test("are deleted all or none, and only with --yes")
    func delete() throws {
        let folder = try TemporaryFolder()
        let one = try record([], in: folder)
        let two = try record([], in: folder)
        let unasked = try ChildProcess.footfall(["delete", one], in: folder)
        #expect(unasked.status == 1)
        #expect(unasked.errors.contains("add --yes"))
        #expect(unasked.output.isEmpty)
        let refused = try ChildProcess.footfall(["delete", "--yes", one, "nowhere"], in: folder)
        #expect(refused.status == 1)
        #expect(try folder.names(in: "Sessions").count == 2)
        let gone = try ChildProcess.footfall(["delete", "-y", one, one, two], in: folder)
        #expect(gone.status == 0, "\(gone)")
        #expect(gone.output.split(separator: "\n").count == 2)
        #expect(try folder.names(in: "Sessions").isEmpty)
    }

    @Test(
        "are not recorded with an invalid code, name or note",
        arguments: [
            (["--subject", "a/b"], #"--subject a/b: it has "/" in it"#),
            (["--visit", ""], "--visit : the value is empty"),
            (["--name-by", "visit"], "no --visit is given"),
            (["--name-by", "age"], "age is no part of a name"),
            (["--note", ""], "the value is empty"),
        ]
    )
    func refused(words: [String], told: String) throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(Self.walk + words, in: folder)
        #expect(ending.status == 2)
        #expect(ending.errors.contains(told), "\(ending.errors)")
        #expect(try folder.names().isEmpty)
    }
}
