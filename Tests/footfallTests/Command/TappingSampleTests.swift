// The tapping session of the sample data is what a person without a touch screen tries the tapping task
// on. It is held against what the recorders write today, and runs through the task.

import FoundationEssentials
import Patience
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("The tapping session of the sample data", .mayNotHang)
@MainActor
struct TappingSampleTests {
    private static let session = "\(SampleFolder.path)/Tapping"
    private static let files = [
        "left_motion.json", "left_touch.json", "right_motion.json", "right_touch.json",
    ]

    @Test(
        "is made anew where its maker says so",
        .enabled(if: makingFolder != nil, "only make-tapping.sh makes the sample")
    )
    func make() async throws {
        let folder = try #require(Self.makingFolder)
        _ = try await TappingSample.make(in: folder)
    }

    /// Where `SampleData/make-tapping.sh` wants a new one.
    nonisolated private static var makingFolder: String? {
        Environment.variable("FOOTFALL_TAPPING_SAMPLE")
    }

    @Test("is what the task records today")
    func sameBytes() async throws {
        let folder = try TemporaryFolder()
        let made = try Session(opening: try await TappingSample.make(in: folder.path))
        let kept = try Session(opening: Self.session)
        #expect(try SessionCheck(of: Self.session).findings.filter { $0.severity != .note } == [])
        #expect(kept.sampleFiles.map(\.path) == Self.files)
        #expect(made.sampleFiles.map(\.checksum) == kept.sampleFiles.map(\.checksum))
        #expect(kept.sampleFiles.map(\.sections) == [["left"], ["left"], ["right"], ["right"]])
    }

    @Test("runs through its task with all that is in it, and plays again")
    func replays() throws {
        let folder = try TemporaryFolder()
        let ran = try ChildProcess.footfall(
            [
                "run", "\(RunCommandTests.tasks)/Tapping.json", "--auto", "--speed", "max",
                "--json", "--replay", Self.session,
            ],
            in: folder
        )
        #expect(ran.status == 0, "\(ran.errors)")
        let report = try RunCommandTests.Report(ran.output)
        // What an app of the file's own would read of it is all that there is to say.
        #expect(report.notes.allSatisfy { $0.contains("/Tapping.json: steps[") }, "\(report.notes)")
        #expect(report.files.map(\.path) == Self.files)
        let kept = try Session(opening: Self.session).sampleFiles
        #expect(
            report.files.map(\.samples)
                == kept.map { $0.sensors.reduce(0) { $0 + $1.samples } }
        )
        let again = try ChildProcess.footfall(
            ["replay", Self.session, "--speed", "max", "--json", "-o", "again"],
            in: folder
        )
        #expect(again.status == 0, "\(again.errors)")
        #expect(try PrintedOutcome(again.output).files.map(\.checksum) == kept.map(\.checksum))
    }
}
