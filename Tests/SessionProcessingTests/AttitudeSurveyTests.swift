import MotionRecorder
import RecorderKinds
import SampleStream
import SessionFolder
import SessionRuns
import Testing

@testable import SessionProcessing

@Suite("What a session has for an attitude")
struct AttitudeSurveyTests {
    private static func survey() throws -> AttitudeSurvey {
        let root = #filePath.components(before: "/Tests/")
        let path = "\(root)/SampleData/SyntheticWalk"
        var survey = AttitudeSurvey(of: try Session(opening: path), called: "walk")
        try survey.look()
        return survey
    }

    @Test("are the files of motion; the truth beside them is left where it is")
    func sampleWalk() throws {
        let survey = try Self.survey()
        #expect(survey.raw.map(\.file.path) == ["lowBack_motion.json"])
        #expect(survey.raw.first?.sensorTypes == ["accelerometer", "gyro", "magnetometer"])
    }

    @Test("is refused ahead where the machine has not the memory, and never where nobody knows")
    func memory() throws {
        let survey = try Self.survey()
        let samples = Int64(try #require(survey.raw.first?.file.sensors.first?.samples))
        try survey.requireMemory(of: nil)
        try survey.requireMemory(of: samples * 260)
        let refusal = #expect(throws: RunFailure.self) {
            try survey.requireMemory(of: samples * 260 - 1)
        }
        #expect(refusal?.description.contains("of memory") == true)
    }

    @Test(
        "is not of more readings than the memory is for, whatever a manifest says of their number"
    )
    func unknownLength() throws {
        let survey = try Self.survey()
        let file = try #require(survey.raw.first?.file)
        let root = #filePath.components(before: "/Tests/")
        let session = try Session(opening: "\(root)/SampleData/SyntheticWalk")
        #expect(throws: OfflineMotion.TooLong.self) {
            try OfflineMotion(of: file, in: session, stepsAtMost: 100)
        }
        let all = try OfflineMotion(of: file, in: session)
        #expect(try OfflineMotion(of: file, in: session, stepsAtMost: all.steps).steps == all.steps)
        #expect(AttitudeSurvey.mostSteps(after: 0, of: nil) == .max)
        #expect(AttitudeSurvey.mostSteps(after: 0, of: 2600) == 10)
        #expect(AttitudeSurvey.mostSteps(after: 10, of: 640 + 2600) == 10)
        #expect(AttitudeSurvey.mostSteps(after: .max, of: 2600) == 0)
        #expect(survey.tooLong(10, 2600).description.contains("on a machine with more"))
    }

    @Test("takes no more memory than the group that it runs in may have, or one around that")
    func groups() {
        let lines = "1:name=systemd:/x\n0::/user.slice/run.scope\n"
        #expect(AvailableMemory.group(inLines: lines) == "/user.slice/run.scope")
        #expect(AvailableMemory.group(inLines: "4:memory:/x\n") == nil)
        #expect(
            AvailableMemory.folders(of: "/../user.slice/run.scope") == [
                "/sys/fs/cgroup", "/sys/fs/cgroup/user.slice",
                "/sys/fs/cgroup/user.slice/run.scope",
            ]
        )
        #expect(AvailableMemory.left(limit: "1000\n", taken: "400\n") == 600)
        #expect(AvailableMemory.left(limit: "1000\n", taken: "1400\n") == 0)
        #expect(AvailableMemory.left(limit: "max\n", taken: "1400\n") == nil)
        #expect(AvailableMemory.left(limit: nil, taken: "1\n") == nil)
    }
}

extension String {
    fileprivate func components(before part: String) -> String {
        String(self[..<(ranges(of: part).last?.lowerBound ?? startIndex)])
    }
}
