// The truth of a synthetic walk is written when the samples are whole, and may find the disk full then.

import Arguments
import FoundationEssentials
import Patience
import SampleFile
import SessionFolder
import SessionRuns
import StandardRecorders
import SystemCalls
import Testing

@testable import footfall

@Suite("The truth of a walk that cannot be written", .mayNotHang)
@MainActor
struct TruthFailureTests {
    private static let truth = FileCompanion("truth", of: "walk", named: { $0 }) { _, _ in nil }

    @Test("leaves whole samples, and words that name these and no file that is not kept")
    func full() throws {
        let folder = try TemporaryFolder()
        let (command, place) = (try ChildProcess.pathOfFootfall(), folder.path)
        // Room for the samples, of 220 kB, and not for the truth, which has more than twice as many bytes.
        let script = """
            (ulimit -f 300; exec '\(command)' record --source synthetic --duration 20 --speed max \
            --placement lowBack --types gyro --csv -o '\(place)/Sessions') 2>'\(place)/told' >'\(place)/shown'
            test $? -eq 1
            """
        #expect(try ChildProgram.run(["bash", "-c", script]) == .exited(0))
        let told = try String(contentsOfFile: "\(place)/told", encoding: .utf8)
        let name = try #require(try folder.names(in: "Sessions").first)
        #expect(told.contains("/lowBack_motion.csv: it is whole, but no file with the truth"))
        #expect(told.contains("raise `ulimit -f`"))
        #expect(told.contains("record the walk again"))
        #expect(!told.contains("_truth") && !told.contains("were lost"), "\(told)")
        let names = try folder.names(in: "Sessions/\(name)")
        #expect(!names.contains { $0.contains("truth") }, "\(names)")
        let session = "\(place)/Sessions/\(name)"
        let manifest = try Session(opening: session).manifest
        #expect(manifest.files.map(\.path) == ["lowBack_motion.csv"])
        #expect(manifest.errors.count == 1 && !manifest.errors[0].contains("_truth"))
        let check = try ChildProcess.footfall(["check", session], in: folder)
        #expect(!check.output.contains("_truth"), "\(check.output)")
    }

    @Test("leaves alone what lies where the truth was to be")
    func taken() async throws {
        let folder = try TemporaryFolder()
        let words = [
            "source": ["synthetic"], "duration": ["1"], "speed": ["max"], "placement": ["lowBack"],
        ]
        let command = try RecordCommand(ParsedArguments(command: "record", words: words))
        var plan = try command.plan(of: WalkOptions(rateInHertz: 100))
        plan.output = folder.path
        let run = try await RecordingRun.begin(plan)
        let session = try #require(try folder.names().first)
        let diary = Array("dear diary".utf8)
        try folder.write(diary, to: "\(session)/lowBack_motion_truth.json")
        let outcome = try await run.run()
        #expect(outcome.status == "failed")
        #expect(outcome.error?.contains("(EEXIST)") == true, "\(outcome.error ?? "")")
        #expect(try folder.bytes(of: "\(session)/lowBack_motion_truth.json") == diary)
    }

    @Test("is told in the words of its cause, whatever kind of cause that is")
    func words() {
        let full = SystemError(call: "fallocate", path: "a_truth.json", errno: .noSpace)
        let rest =
            "a.json: it is whole, but no file with the truth of this walk is kept beside it: "
        let failures: [any Error] = [
            full, SampleFileWriteFailure(cause: full, recordsKept: 3, recordsLost: 4),
        ]
        for failure in failures {
            #expect(
                CompanionFailure(of: Self.truth, beside: "a.json", failure).description == rest
                    + "no space left on device (ENOSPC); free some space there, or choose another folder "
                    + "with -o, and record the walk again"
            )
        }
        #expect(
            CompanionFailure(
                of: Self.truth,
                beside: "a.json",
                SystemError(call: "pwrite", path: "a_truth.json", errno: .again)
            ).description.hasSuffix("; see that the storage is in order, and record the walk again")
        )
        #expect(
            CompanionFailure(
                of: Self.truth,
                beside: "a.json",
                SampleFileError(full, path: "a_truth.json")
            ).description
                .hasPrefix(rest + "cannot reserve space for it: no space left on device (ENOSPC); ")
        )
    }
}
