// A study's file as whoever records meets it: what does not fit is refused before anything is recorded, all at once.

import Arguments
import Foundation
import Patience
import SessionFolder
import SystemCalls
import Testing
import WebHost

@testable import footfall

@Suite("A study's file at the command line", .mayNotHang)
struct StudyCommandTests {
    private static let rules = """
        { "subjects": "P[0-9]{2}", "visits": ["one"], "placements": { "lowBack": "L5" },
          "required": ["subject", "visit", "placement"] }
        """
    private static let walk = [
        "--source", "synthetic", "--speed", "max", "--study", "study.json", "--quiet",
    ]

    private func study(_ folder: borrowing TemporaryFolder, _ text: String = rules) throws {
        try folder.write(Array(text.utf8), to: "study.json")
    }

    private func record(
        _ folder: borrowing TemporaryFolder,
        _ words: String...
    ) throws -> ChildProcess.Ending {
        try ChildProcess.footfall(["record", "--duration", "1"] + Self.walk + words, in: folder)
    }

    private func sessions(_ folder: borrowing TemporaryFolder) -> [String] {
        (try? FileSystem.list("\(folder.path)/Sessions")) ?? []
    }

    @Test("tells each problem in a line of its own, with the option that fixes it")
    func problems() throws {
        let folder = try TemporaryFolder()
        try study(folder)
        let ending = try record(folder, "--placement", "lowBack", "--visit", "two")
        #expect(ending.status == 1 && ending.output.isEmpty)
        #expect(
            ending.errorLines == [
                "footfall: study.json: the study wants a subject with every recording; give one by --subject",
                #"footfall: study.json: the visit "two" is none of the study; it has one"#,
            ]
        )
        try study(folder, #"{"visits":[],"required":["age"]}"#)
        #expect(try record(folder).errorLines.count == 2)
        #expect(sessions(folder).isEmpty)
    }

    @Test(
        "binds a walk that is recorded whole, a session that is recorded again, and a task's recorders"
    )
    func placements() throws {
        let folder = try TemporaryFolder()
        try study(folder)
        let codes = ["--subject", "P07", "--visit", "one"]
        let whole = try record(folder, codes[0], codes[1], codes[2], codes[3])
        #expect(whole.status == 1)
        #expect(whole.errorLines.count == 2, "\(whole.errors)")
        #expect(whole.errors.contains(#"the placement "rightFoot" is none of the study"#))
        #expect(sessions(folder).isEmpty)
        let made = try ChildProcess.footfall(
            ["record", "--source", "synthetic", "--speed", "max", "--duration", "1", "-q"]
                + ["--placement", "leftFoot"],
            in: folder
        )
        let foot = made.output.filter { !$0.isNewline }
        let again = try ChildProcess.footfall(
            ["record", "--source", foot, "--speed", "max", "--study", "study.json", "-q"] + codes,
            in: folder
        )
        #expect(again.status == 1 && again.errors.contains(#""leftFoot" is none of the study"#))
        let task = """
            { "identifier": "walk", "steps": [
              { "identifier": "one", "type": "instruction", "title": "One" },
              { "identifier": "two", "type": "completion", "title": "Two" } ],
              "asyncActions": [ { "identifier": "arm", "type": "motion", "placement": "PLACE" } ] }
            """
        for (place, status) in [("elbow", Int32(1)), ("lowBack", 0)] {
            try folder.write(Array(task.replacing("PLACE", with: place).utf8), to: "walk.json")
            let run = try ChildProcess.footfall(
                ["run", "walk.json", "--auto"] + Self.walk + codes,
                in: folder
            )
            #expect(run.status == status, "\(run)")
            #expect(run.errors.contains(#"the placement "elbow""#) == (status == 1))
        }
        #expect(sessions(folder).count == 2)
    }

    @Test("is asked by an amendment for what is right")
    func amendment() throws {
        let folder = try TemporaryFolder()
        try study(folder)
        let made = try record(
            folder,
            "--placement",
            "lowBack",
            "--subject",
            "P07",
            "--visit",
            "one"
        )
        #expect(made.status == 0, "\(made)")
        let session = made.output.filter { !$0.isNewline }
        func amend(_ code: String) throws -> ChildProcess.Ending {
            try ChildProcess.footfall(
                ["amend", session, "--subject", code, "--study", "study.json"],
                in: folder
            )
        }
        let refused = try amend("Q1")
        #expect(refused.status == 1 && refused.errors.contains("its codes match P[0-9]{2}"))
        #expect(try amend("P08").status == 0)
        let manifest = try Session(opening: session).manifest
        #expect(manifest.participant?.subject == "P08")
    }

    @Test("takes notes of one line alone, as `footfall note` does")
    func notes() throws {
        let folder = try TemporaryFolder()
        try study(folder, "{}")
        let ending = try record(folder, "--note", "two\nlines")
        #expect(ending.status == 2 && ending.errors.contains("a note is one line"))
        #expect(sessions(folder).isEmpty)
    }
}

@Suite("The rules of a served study")
struct BoardRulesTests {
    private func look(_ text: String?, knowing before: BoardRules = .none) throws -> BoardRules {
        let folder = try TemporaryFolder()
        if let text { try folder.write(Array(text.utf8), to: "study.json") }
        return BoardRules.look(at: "\(folder.path)/study.json", knowing: before)
    }

    private func refusal(_ rules: BoardRules, _ participant: Participant? = nil) -> String? {
        do throws(BoardRefusal) {
            _ = try rules.settled(for: participant)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("are never forgotten once they were there")
    func gone() throws {
        #expect(refusal(try look(nil)) == nil)
        let known = try look(#"{"required":["subject"]}"#)
        #expect(refusal(known) == "the code of the participant is missing")
        #expect(refusal(known, try Participant(subject: "P07")) == nil)
        let gone = try look(nil, knowing: known)
        #expect(refusal(gone, try Participant(subject: "P07"))?.contains("was removed") == true)
        #expect(refusal(try look(nil, knowing: gone))?.contains("was removed") == true)
        #expect(refusal(try look("{}", knowing: gone)) == nil)
    }

    @Test("count from the beginning, also if the file goes before the board looks at it")
    func goneAtOnce() async throws {
        let known = try look(#"{"required":["subject"]}"#)
        let folder = try TemporaryFolder()
        let words = ["serve", folder.path, "--source", "synthetic"]
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(words) else {
            Issue.record("nothing is served")
            return
        }
        let board = try BoardLook(ServeCommand(arguments), knowing: known)
        let survey = await board.survey(isRecording: true)
        #expect(survey.study.fault?.contains("was removed") == true)
        #expect(refusal(board.rules)?.contains("was removed") == true)
    }

    @Test("say what is missing in the words of the board, and what keeps them from being asked")
    func words() throws {
        let known = try look(#"{"required":["subject","visit","placement"],"groups":["a"]}"#)
        let problem = refusal(known, try Participant(group: "b"))
        #expect(
            problem == "the code of the participant is missing; the visit is missing; "
                + #"the group "b" is none of the study; it has a"#
        )
        #expect(refusal(try look(#"{"required":["note"]}"#))?.contains("no place for one") == true)
        #expect(refusal(try look("{"))?.contains("study.json") == true)
        #expect(try look("{").asked.fault != nil)
    }
}
