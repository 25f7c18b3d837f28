import FoundationEssentials
import Glibc
import Patience
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("A run that is stopped, killed or refused answers", .mayNotHang)
struct RunEndingTests {
    typealias Report = RunCommandTests.Report

    /// A question, a recording that lasts, and a question.
    static let task = """
        {
            "identifier": "Visit",
            "steps": [
                { "identifier": "mood", "type": "form", "title": "Mood", "inputFields": [
                    { "identifier": "isGood", "type": "boolean" },
                    { "identifier": "score", "type": "integer", "uiHint": "textfield",
                      "range": { "minimumValue": 0, "maximumValue": 10 } } ] },
                { "identifier": "walk", "type": "active", "duration": 600, "title": "Walk",
                  "commands": ["continueOnFinish"] },
                { "identifier": "after", "type": "form", "title": "After", "inputFields": [
                    { "identifier": "isTired", "type": "boolean" } ] }
            ],
            "asyncActions": [
                { "identifier": "motion", "type": "motion", "startStepIdentifier": "walk",
                  "stopStepIdentifier": "after" } ]
        }
        """

    /// The command line that runs the task from its start.
    static let line = ["run", "task.json", "--auto", "--json", "--source", "synthetic"]

    static func prepare(_ folder: borrowing TemporaryFolder, _ answers: String) throws {
        try folder.write(Array(task.utf8), to: "task.json")
        try folder.write(Array(answers.utf8), to: "answers.json")
    }

    /// The error of a run that ends before samples are on the disk.
    private struct EndedTooSoon: Error {
        var ending: ChildProcess.Ending
    }

    /// Starts a run, and answers once samples are on the disk; throws if the run ends without.
    static func startWalking(in folder: borrowing TemporaryFolder) throws -> ChildProcess {
        let child = try ChildProcess(line + ["--answers", "answers.json"], in: folder.path)
        while try size("motion.json", in: folder) < 10_000, !child.hasEnded {
            ChildProcess.waitForNextLook()
        }
        if try size("motion.json", in: folder) >= 10_000 { return child }
        throw EndedTooSoon(ending: child.ending())
    }

    /// The size of a file of the one session; 0 while it is not there.
    private static func size(
        _ name: String,
        in folder: borrowing TemporaryFolder
    ) throws -> Int64 {
        guard let session = try folder.sessions().first else { return 0 }
        return (try? OpenFile.open("\(folder.path)/Sessions/\(session)/\(name)").size()) ?? 0
    }

    static func answers(
        in folder: borrowing TemporaryFolder
    ) throws -> [String: JSONAnswer] {
        let session = try #require(try folder.sessions().first)
        let data = Data(try folder.bytes(of: "Sessions/\(session)/answers.json"))
        return try JSONDecoder().decode([String: JSONAnswer].self, from: data)
    }

    // MARK: Signals

    @Test(
        "ends early on a signal, names the signal, and leaves a whole session",
        arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")]
    )
    func signal(number: Int32, name: String) throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{\"mood\": {\"isGood\": true}}")
        let child = try Self.startWalking(in: folder)
        child.send(number)
        let ending = child.ending()
        #expect(ending.status == ExitStatus.endedEarly.rawValue, "\(ending.errors)")
        let report = try Report(ending.output)
        #expect(report.reason == "earlyExit")
        #expect(report.endedBy == name)
        #expect(report.files.map(\.path) == ["motion.json"])
        let session = try #require(report.session)
        #expect(try SessionCheck(of: session).verdict == .clean)
        let check = try ChildProcess.footfall(["check", session], in: folder)
        #expect(check.status == 0)
        #expect(check.output.contains(": whole, the run was ended early\n"), "\(check.output)")
        #expect(check.output.contains("note: the task was ended before its last step"))
        #expect(try Self.answers(in: folder)["mood_isGood"] == .boolean(true))
        #expect(try folder.names(in: "Sessions").count == 1, "no progress is left")
    }

    @Test("leaves a whole session after two signals in succession")
    func twoSignals() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{}")
        let child = try Self.startWalking(in: folder)
        child.send(SIGINT)
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == ExitStatus.endedEarly.rawValue, "\(ending.errors)")
        let report = try Report(ending.output)
        #expect(try SessionCheck(of: try #require(report.session)).verdict == .clean)
    }

    @Test("names a file that somebody deleted, and lists only the next one in the result")
    func lostFile() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{}")
        let child = try Self.startWalking(in: folder)
        let session = "\(folder.path)/Sessions/\(try #require(try folder.sessions().first))"
        try FileSystem.remove("\(session)/motion.json")
        while try Self.size("motion_2.json", in: folder) < 1_000, !child.hasEnded {
            ChildProcess.waitForNextLook()
        }
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == ExitStatus.endedEarly.rawValue, "\(ending.errors)")
        let report = try Report(ending.output)
        #expect(report.lostFiles == ["motion.json: it was deleted while it was written"])
        #expect(report.files.map(\.path) == ["motion_2.json"])
        #expect(report.losses > 0)
        #expect(try SessionCheck(of: session).verdict == .hasLosses)
        let result = String(
            decoding: try OpenFile.open("\(session)/taskResult.json")
                .readAll(limit: 1 << 20),
            as: UTF8.self
        )
        #expect(result.contains("\"motion_2.json\"") && !result.contains("\"motion.json\""))
    }

    // MARK: Kills

    @Test("goes on in its session with --continue after a kill")
    func killed() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{\"mood\": {\"isGood\": true}}")
        let child = try Self.startWalking(in: folder)
        child.send(SIGKILL)
        #expect(child.ending().status == -SIGKILL)
        let name = try #require(try folder.sessions().first)
        #expect(
            try FileSystem.permissions(of: "\(folder.path)/Sessions/\(name)/.progress") & 0o777
                == 0o600
        )

        // Answers of the first part are not given again.
        let words = Self.line + ["--speed", "max", "--continue", "Sessions/\(name)"]
        let ending = try ChildProcess.footfall(words, in: folder)
        // The run itself reports what the kill cut off as a loss, without a check.
        #expect(ending.status == 3, "\(ending.errors)")
        let report = try Report(ending.output)
        #expect(report.reason == "completed")
        #expect(report.killed.count == 1)
        #expect(report.steps == ["mood", "walk", "after"])
        #expect(report.session?.hasSuffix("/Sessions/\(name)") == true)
        #expect(report.files.map(\.path) == ["motion.json", "motion_2.json"])
        #expect(report.files.allSatisfy { $0.samples > 0 })
        #expect(try Self.answers(in: folder)["mood_isGood"] == .boolean(true))
        #expect(try folder.names(in: "Sessions") == [name])
        #expect(!(try folder.names(in: "Sessions/\(name)").contains(".progress")))
        let check = try SessionCheck(of: "\(folder.path)/Sessions/\(name)")
        #expect(check.verdict == .hasLosses, "\(check.findings)")

        let again = try ChildProcess.footfall(words, in: folder)
        #expect(again.status == 1)
        #expect(again.errorLines.count == 1)
        #expect(again.errors.contains("its run came to its end"), "\(again.errors)")
        #expect(again.errors.contains("start a new run, without --continue"), "\(again.errors)")
    }

    @Test("is named, after a kill, by the next run of the task")
    func toldAfterKill() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{}")
        let child = try Self.startWalking(in: folder)
        child.send(SIGKILL)
        _ = child.ending()
        let name = try #require(try folder.sessions().first)
        let ending = try ChildProcess.footfall(Self.line + ["--speed", "max"], in: folder)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("--continue Sessions/\(name)"), "\(ending.errors)")
        #expect(try folder.sessions().count == 2)
    }

    @Test("refuses --continue with another task, without a session, or together with --output")
    func notContinued() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{}")
        let child = try Self.startWalking(in: folder)
        child.send(SIGKILL)
        _ = child.ending()
        let session = "Sessions/\(try #require(try folder.sessions().first))"
        let other = Self.task.replacing("\"Visit\"", with: "\"Other\"")
        try folder.write(Array(other.utf8), to: "other.json")
        let changed = Self.task.replacing("\"walk\"", with: "\"stroll\"")
        try folder.write(Array(changed.utf8), to: "changed.json")
        for (task, words, status, says) in [
            ("other.json", ["--continue", session], 1, "name the session's task file"),
            ("changed.json", ["--continue", session], 1, "is still in it"),
            ("task.json", ["--continue", "nowhere"], 1, "no such folder"),
            ("task.json", ["--continue", "Sessions"], 1, "it is not a session"),
            ("task.json", ["--continue", session, "-o", "x"], 2, "--output"),
        ] as [(String, [String], Int32, String)] {
            let ending = try ChildProcess.footfall(
                ["run", task, "--auto", "--source", "synthetic"] + words,
                in: folder
            )
            #expect(ending.status == status, "\(words)")
            #expect(ending.errorLines.last?.contains(says) == true, "\(ending.errors)")
            if task == "other.json" {
                let found = try Session(opening: "\(folder.path)/\(session)")
                #expect(found.manifest.status == .recording, "another task closes nothing of it")
            }
        }
        #expect(try folder.sessions().count == 1)
        let words = Self.line + ["--speed", "max", "--continue", session]
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 3, "only what the kill cut off is lost: \(ending.errors)")
    }

    @Test("fails if it cannot write its answers, and goes on with --continue once it can")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{\"mood\": {\"isGood\": true}}")
        let child = try Self.startWalking(in: folder)
        let name = try #require(try folder.sessions().first)
        let obstacle = "\(folder.path)/Sessions/\(name)/answers.json"
        try FileSystem.makeDirectory(obstacle)
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 1, "\(ending.errors)")
        #expect(ending.errors.contains("--continue \(folder.path)/Sessions/\(name)"))
        try FileSystem.removeDirectory(obstacle)
        let words = Self.line + ["--speed", "max", "--continue", "Sessions/\(name)"]
        let again = try ChildProcess.footfall(words, in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try Self.answers(in: folder)["mood_isGood"] == .boolean(true))
        #expect(!(try folder.names(in: "Sessions/\(name)").contains(".progress")))
    }

    @Test("cannot be continued once it has ended, even if its progress file is still there")
    func notContinuedOver() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{}")
        let child = try Self.startWalking(in: folder)
        let name = try #require(try folder.sessions().first)
        let kept = try folder.bytes(of: "Sessions/\(name)/.progress")
        child.send(SIGTERM)
        #expect(child.ending().status == ExitStatus.endedEarly.rawValue)
        try folder.write(kept, to: "Sessions/\(name)/.progress")
        let words = Self.line + ["--continue", "Sessions/\(name)"]
        let again = try ChildProcess.footfall(words, in: folder)
        #expect(again.status == 1)
        #expect(again.errorLines.count == 1)
        #expect(again.errors.contains("its run was ended early"), "\(again.errors)")
        #expect(again.errors.contains("such a run is final"), "\(again.errors)")
        #expect(again.errors.contains("without --continue"), "\(again.errors)")
        #expect(!(try folder.names(in: "Sessions/\(name)").contains(".progress")))
    }

    @Test("cannot be continued while it still runs")
    func notContinuedAlive() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(folder, "{}")
        let child = try Self.startWalking(in: folder)
        let session = "Sessions/\(try #require(try folder.sessions().first))"
        let second = try ChildProcess.footfall(Self.line + ["--continue", session], in: folder)
        #expect(second.status == 1)
        #expect(second.errors.contains("still goes on in another process"), "\(second.errors)")
        #expect(try folder.sessions().count == 1)
        #expect(FileSystem.kind(of: "\(folder.path)/\(session)/.progress") == .file)
        child.send(SIGTERM)
        #expect(child.ending().status == ExitStatus.endedEarly.rawValue)
    }

    // MARK: Answers

    @Test("fails if a form refuses answers, and names step, question and reason of each")
    func refused() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(
            folder,
            "{\"mood\": {\"isGood\": \"perhaps\", \"score\": 11}, \"after\": {\"isTired\": true}}"
        )
        let words = ["--answers", "answers.json", "--speed", "max"]
        let ending = try ChildProcess.footfall(Self.line + words, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 2, "\(ending.errors)")
        #expect(ending.errorLines.first?.contains("answers.json: mood.isGood: ") == true)
        #expect(ending.errorLines.last?.contains("answers.json: mood.score: ") == true)
        let report = try Report(ending.output)
        #expect(report.reason == "completed")
        #expect(report.refused.map(\.step) == ["mood", "mood"])
        #expect(report.refused.map(\.question) == ["isGood", "score"])
        #expect(report.refused.allSatisfy { !$0.reason.isEmpty })
        #expect(
            report.notes == [
                "mood: the run went on without an answer to isGood, score, which the step "
                    + "requires; a person could not have"
            ]
        )
        #expect(try Self.answers(in: folder)["after_isTired"] == .boolean(true))
    }

    @Test("does not begin if answers name unknown steps or questions, and names them all")
    func unknownAnswers() throws {
        let folder = try TemporaryFolder()
        try Self.prepare(
            folder,
            "{\"mod\": {\"isGood\": true}, \"mood\": {\"isGod\": true}, \"zebra\": {}}"
        )
        let words = ["--answers", "answers.json", "--speed", "max"]
        let ending = try ChildProcess.footfall(Self.line + words, in: folder)
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.errorLines.count == 3, "\(ending.errors)")
        #expect(ending.errors.contains("mod: the task has no such step; did you mean mood?"))
        #expect(
            ending.errors.contains(
                "mood.isGod: the step has no such question; did you mean isGood?"
            )
        )
        #expect(ending.errors.contains("zebra: the task has no such step; there are after, mood"))
        #expect(try folder.names() == ["answers.json", "task.json"])
    }

    @Test("fails if an answer names a step that the run never loaded")
    func unaskedAnswers() throws {
        let folder = try TemporaryFolder()
        let task = """
            { "identifier": "Visit", "steps": [
              { "identifier": "mood", "type": "form", "inputFields": [
                { "identifier": "isGood", "type": "boolean" } ] },
              { "identifier": "more", "type": "taskInfo" } ] }
            """
        try folder.write(Array(task.utf8), to: "task.json")
        let answers = "{\"mod\": {\"isGood\": true}, \"mood\": {\"isGood\": true}}"
        try folder.write(Array(answers.utf8), to: "answers.json")
        let words = ["--answers", "answers.json", "--speed", "max"]
        let ending = try ChildProcess.footfall(Self.line + words, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("answers.json: mod.isGood: "), "\(ending.errors)")
        let report = try Report(ending.output)
        #expect(report.reason == "completed")
        #expect(report.refused.map(\.step) == ["mod"])
        #expect(try Self.answers(in: folder)["mood_isGood"] == .boolean(true))
    }
}

/// An answer, as far as these tests ask.
enum JSONAnswer: Decodable, Equatable {
    case boolean(Bool)
    case other

    init(from decoder: any Decoder) throws {
        self = (try? decoder.singleValueContainer().decode(Bool.self)).map(Self.boolean) ?? .other
    }
}

extension TemporaryFolder {
    /// The names of the session folders.
    borrowing func sessions() throws -> [String] {
        guard FileSystem.kind(of: "\(path)/Sessions") == .directory else { return [] }
        return try names(in: "Sessions")
    }
}
