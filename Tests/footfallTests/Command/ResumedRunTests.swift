import FoundationEssentials
import Glibc
import Patience
import SessionFolder
import Testing

@testable import footfall

@Suite("A killed run that is gone on with", .mayNotHang)
struct ResumedRunTests {
    /// A session whose run was killed behind its first questions.
    private static func killed(
        in folder: borrowing TemporaryFolder,
        _ answers: String
    ) throws -> String {
        try RunEndingTests.prepare(folder, answers)
        let child = try RunEndingTests.startWalking(in: folder)
        child.send(SIGKILL)
        #expect(child.ending().status == -SIGKILL)
        return "Sessions/\(try #require(try folder.sessions().first))"
    }

    private static func line(_ session: String) -> [String] {
        [
            "run", "task.json", "--auto", "--source", "synthetic", "--speed", "max", "--continue",
            session,
        ]
    }

    @Test("tells which answers come too late, and uses the others", arguments: [true, false])
    func otherAnswers(isJSON: Bool) throws {
        let folder = try TemporaryFolder()
        let session = try Self.killed(in: folder, #"{"mood": {"isGood": true}}"#)
        let others = #"{"mood": {"isGood": false, "score": 3}, "after": {"isTired": true}}"#
        try folder.write(Array(others.utf8), to: "others.json")
        let words = Self.line(session) + ["--answers", "others.json"] + (isJSON ? ["--json"] : [])
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 3, "\(ending.errors)")
        let notes = ["mood.isGood", "mood.score"].map {
            "others.json: \($0): this answer is not used: the run had passed the step before it was "
                + "taken up again, and keeps what it had there; to use it, start a new run, without --continue"
        }
        if isJSON {
            #expect(try RunEndingTests.Report(ending.output).notes == notes)
        } else {
            let told = ending.errorLines.filter { $0.contains("others.json") }
            #expect(told == notes.map { "footfall: note: \($0)" })
        }
        let kept = try Session(opening: "\(folder.path)/\(session)").manifest.notes
        #expect(kept.suffix(2) == notes, "\(kept)")
        let answers = try RunEndingTests.answers(in: folder)
        #expect(answers["mood_isGood"] == .boolean(true))
        #expect(answers["mood_score"] == nil)
        #expect(answers["after_isTired"] == .boolean(true))
    }

    @Test("says nothing of answers that it has, where the same command goes on")
    func sameAnswers() throws {
        let folder = try TemporaryFolder()
        let answers = #"{"mood": {"isGood": true, "score": 3}, "after": {"isTired": true}}"#
        let session = try Self.killed(in: folder, answers)
        let words = Self.line(session) + ["--answers", "answers.json", "--json"]
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 3, "\(ending.errors)")
        #expect(try RunEndingTests.Report(ending.output).notes == [])
    }

    @Test(
        "cannot be, and says why and what is left, where no line of its progress is whole",
        arguments: [0, 100, -1]
    )
    func damagedProgress(length: Int) throws {
        let folder = try TemporaryFolder()
        let session = try Self.killed(in: folder, "{}")
        let kept = try folder.bytes(of: "\(session)/.progress")
        let damaged = length < 0 ? kept.map { $0 ^ 0x55 } : Array(kept.prefix(length))
        try folder.write(damaged, to: "\(session)/.progress")
        let ending = try ChildProcess.footfall(Self.line(session), in: folder)
        #expect(ending.status == 1)
        let told = try #require(ending.errorLines.last)
        #expect(told.hasPrefix("footfall: --continue: "), "\(told)")
        #expect(
            told.contains("\(session): its run cannot be taken up: its file .progress"),
            "\(told)"
        )
        #expect(told.contains("cannot be read: no line of it is whole"), "\(told)")
        #expect(told.contains("`footfall repair` makes the session whole"), "\(told)")
        #expect(told.contains("start a new run, without --continue"), "\(told)")
        #expect(!told.contains("killed before the first step"), "\(told)")
        let repair = try ChildProcess.footfall(["repair", session], in: folder)
        #expect(repair.status == 0, "\(repair.output)")
        #expect(repair.output.contains("motion.json: whole"), "\(repair.output)")
    }

    @Test("is named by the next run without --continue where its progress is damaged")
    func damagedProgressOfAnother() throws {
        let folder = try TemporaryFolder()
        let session = try Self.killed(in: folder, "{}")
        try folder.write([], to: "\(session)/.progress")
        let ending = try ChildProcess.footfall(
            Array(Self.line(session).dropLast(2)),
            in: folder
        )
        #expect(ending.status == 0, "\(ending.errors)")
        let note = try #require(ending.errorLines.first { $0.contains(session) })
        #expect(note.contains("cannot be taken up: its file .progress"), "\(note)")
        #expect(note.contains("or delete \(session)"), "\(note)")
        #expect(!note.contains("--continue"), "\(note)")
    }
}
