// Records the shipped walk again from its own manifest: model, recorder, writer and truth must still give the same
// bytes.
import MotionRecorder
import RecorderParts
import Recording
import SampleFile
import SampleStream
import SessionFolder
import Testing
import Timebase

@testable import WalkSource

@MainActor
@Suite("The shipped synthetic walk")
struct SyntheticSampleTests {
    @Test("equals what the recorder writes today, and its truth what is computed today")
    func isReproduced() async throws {
        let session = try Session(opening: sampleSession("SyntheticWalk"))
        let file = try #require(session.sampleFiles.first)
        let device = try #require(session.manifest.devices.first)
        let truth = try #require(SyntheticTruth(details: device.details))
        let clocks = try #require(session.manifest.clocks.first)
        let timekeeper = ImmediateTimekeeper(startingAt: clocks)
        let folder = try ScratchFolder()
        let recordings = Recordings(
            folder: folder,
            timekeeper: timekeeper,
            zone: session.manifest.timeZone
        )
        let rate = truth.sensor.grid.rateInHertz
        let recorder = recordings.recorder(file.identifier, rate: rate) { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: truth.sensor.walk,
                    placement: truth.sensor.placement,
                    request: order.request,
                    timekeeper: timekeeper,
                    walkStart: truth.walkStart,
                    duration: .seconds(10)
                )
            )
        }
        let recorded = try #require(try await recordings.recordAll(recorder))
        #expect(recorded.summary.checksum == file.checksum)
        let original = try ScratchFolder.bytes(of: session.path(of: file))
        #expect(try ScratchFolder.bytes(of: recorded.place.path) == original)

        let (place, _) = try #require(try truth.write(beside: recorded))
        let truthName = SyntheticTruth.fileName(beside: file.path)
        let originalTruth = try ScratchFolder.bytes(of: "\(session.path)/\(truthName)")
        #expect(try ScratchFolder.bytes(of: place.path) == originalTruth)
        #expect(originalTruth.count > 200_000)
    }

    @Test(
        "has no truth if its details are invalid",
        arguments: ["walk", "placement", "rateInHertz"]
    )
    func refusesDetails(missing: String) throws {
        let session = try Session(opening: sampleSession("SyntheticWalk"))
        var details = try #require(session.manifest.devices.first).details
        #expect(SyntheticTruth(details: details) != nil)
        details["walkStartNanoseconds"] = "9223372036854775807"
        #expect(SyntheticTruth(details: details) == nil)
        details["walkStartNanoseconds"] = "0"
        details[missing] = "-1"
        #expect(SyntheticTruth(details: details) == nil)
    }
}
