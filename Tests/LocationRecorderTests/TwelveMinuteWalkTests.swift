// A task of the field's shape with a `distance` and a `motion` recorder: recorded, then replayed twice.

import FoundationEssentials
import LocationRecorder
import MotionRecorder
import Patience
import RecorderKinds
import Recording
import Research
import ResearchUI
import SampleStream
import Scratch
import SessionFolder
import TaskSession
import Testing
import Timebase
import WalkSource

@MainActor
@Suite("A walk of twelve minutes", .mayNotHang)
struct TwelveMinuteWalkTests {
    private static let kinds: [any RecorderKind] = [DistanceRecorderKind(), MotionRecorderKind()]
    private static let path = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData/Tasks/TwelveMinuteWalk.json")
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(
        in name: String,
        _ recorders: [SourcedKind],
        by clock: any Timekeeper
    ) async throws -> Session {
        let factory = RSDFactory(writingDatesIn: .utc)
        for kind in Self.kinds { try factory.register(kind) }
        let session = try await TaskSession(
            task: try factory.decodeTask(with: Data(contentsOf: Self.path)),
            in: scratch.path + "/" + name,
            timekeeper: clock,
            factory: factory
        )
        for recorder in recorders { session.register(recorder) }
        let outcome = await session.run(with: AutomaticParticipant())
        #expect(outcome.errors == [])
        return try Session(opening: try #require(outcome.session))
    }

    private func replayed(_ session: Session, in name: String) async throws -> Session {
        let recorded = try RecordedSession(opening: session.path, by: Self.kinds)
        return try await run(
            in: name,
            Self.kinds.map { recorded.recorders(of: $0) },
            by: SteppedTimekeeper(startingAt: recorded.start)
        )
    }

    private struct Written: Decodable {
        var identifier: String
        var type: String
        var inputResults: [Written]?
        var asyncResults: [Written]?
        var value: Double?
    }

    private func written(_ session: Session) throws -> Written {
        try JSONDecoder().decode(
            Written.self,
            from: Data(contentsOf: URL(filePath: session.path + "/taskResult.json"))
        )
    }

    @Test("has the field's results, and is replayed to the byte, each time the same")
    func walk() async throws {
        let clock = SteppedTimekeeper(startingAt: .now())
        let walk = try SyntheticWalk(SyntheticWalkDescription())
        let session = try await run(
            in: "first",
            [
                DistanceRecorderKind().over { order in
                    AnySampleSource(
                        MadeFixes(order.environment.timekeeper, keepsCoordinates: false)
                    )
                },
                MotionRecorderKind().over {
                    AnySampleSource(
                        try SyntheticWalkSource(
                            walk: walk,
                            placement: .lowBack,
                            request: $0.request,
                            timekeeper: $0.environment.timekeeper
                        )
                    )
                },
            ],
            by: clock
        )
        let results = try #require(try written(session).asyncResults)
        let location = try #require(results.first { $0.identifier == "location" })
        #expect(location.type == "collection")
        #expect(location.inputResults?.map(\.type) == ["file", "answer"])
        #expect(location.inputResults?.map(\.identifier) == ["location", "gpsDistance"])
        #expect(results.first { $0.identifier == "motion" }?.type == "file")
        let walked = try #require(location.inputResults?.last?.value)
        // 1.5 m a second, for twelve minutes but for the first of their fixes.
        #expect(abs(walked - 719 * 1.5) < 3)
        let file = try #require(session.sampleFiles.first { $0.identifier == "location" })
        #expect(file.sensors.map(\.lost) == [10])
        let (one, two) = (
            try await replayed(session, in: "one"), try await replayed(session, in: "two")
        )
        for name in ["location", "motion"] {
            let checksums = [session, one, two].map { session in
                session.sampleFiles.first { $0.identifier == name }?.checksum
            }
            #expect(checksums[0] != nil && Set(checksums).count == 1, "\(name): \(checksums)")
        }
        for again in [one, two] {
            let value = try written(again).asyncResults?.first { $0.identifier == "location" }?
                .inputResults?.last?.value
            #expect(value == walked)
        }
    }
}
