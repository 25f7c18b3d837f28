// The recorder itself: a real gpsd in, a session out, and the session replayed.

import CueParts
import FoundationEssentials
import LocationRecorder
import Patience
import RecorderKinds
import Recording
import Research
import ResearchUI
import SampleFile
import SampleStream
import Scratch
import SessionFolder
import TaskSession
import Testing
import Timebase

/// Walks while a step is shown, and goes on when that is recorded.
@MainActor
private final class Walker: TaskParticipant {
    var recorder: RSDSampleRecorder?
    private let receiver: RealReceiver
    private var second = 0
    /// How long each step is walked.
    private let steps = ["line": 5, "walking": 600, "thanks": 5]

    init(_ receiver: RealReceiver) { self.receiver = receiver }

    func respond(to prompt: StepPrompt) async -> ParticipantAction {
        try? await until("gpsd is asked") { recorder?.status == .running }
        let end = second + (steps[prompt.step.identifier] ?? 0)
        receiver.walk(second..<end)
        second = end
        try? await until("all fixes are recorded") {
            recorder?.streams.first?.progress.samples ?? 0 >= second
        }
        return .goForward
    }
}

@MainActor
@Suite("A recorder of a distance", .needs(.gpsd), .mayNotHang)
struct DistanceSessionTests {
    private static let kind = DistanceRecorderKind()
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The task, whose steps take so many seconds where nobody goes on before.
    private static func task(_ more: String, _ seconds: [Double] = [60, 600, 60]) -> Data {
        Data(
            #"""
            {"identifier": "tenMinuteWalk", "type": "task",
             "steps": [
               {"identifier": "line", "type": "active", "duration": \#(seconds[0])},
               {"identifier": "walking", "type": "active", "duration": \#(seconds[1])},
               {"identifier": "thanks", "type": "active", "duration": \#(seconds[2])}],
             "asyncActions": [
               {"identifier": "walk", "type": "distance", "motionStepIdentifier": "walking"\#(more)}]}
            """#.utf8
        )
    }

    private static var factory: RSDFactory {
        get throws {
            let factory = RSDFactory(writingDatesIn: .utc)
            try factory.register(kind)
            return factory
        }
    }

    private func recorded(_ more: String) async throws -> Session {
        let receiver = try RealReceiver()
        let factory = try Self.factory
        let session = try await TaskSession(
            task: try factory.decodeTask(with: Self.task(more)),
            in: scratch.path,
            factory: factory
        )
        let recorders = Self.kind.over { order in
            AnySampleSource(
                GPSSource(
                    LocationRequest(
                        address: receiver.address,
                        keepsCoordinates: Self.kind.keepsCoordinates(of: order.configuration)
                    )
                )
            )
        }
        let walker = Walker(receiver)
        session.register(.distance) { configuration, path, environment in
            walker.recorder = recorders.recorder(configuration, path, environment)
            return walker.recorder
        }
        let outcome = await session.run(with: walker)
        #expect(outcome.errors == [])
        return try Session(opening: try #require(outcome.session))
    }

    /// The same task over what was recorded.
    private func replayed(_ session: Session, _ more: String, in name: String) async throws
        -> Session
    {
        let recorded = try RecordedSession(opening: session.path, by: [Self.kind])
        let factory = try Self.factory
        let again = try await TaskSession(
            // Longer than what is replayed, which was sent faster than anybody walks.
            task: try factory.decodeTask(with: Self.task(more, [2, 60, 5])),
            in: scratch.path + "/" + name,
            timekeeper: SteppedTimekeeper(startingAt: recorded.start),
            factory: factory
        )
        again.register(recorded.recorders(of: Self.kind))
        let outcome = await again.run(with: AutomaticParticipant())
        #expect(outcome.errors == [])
        return try Session(opening: try #require(outcome.session))
    }

    /// The columns of the records that have a name, `nil` where a record lacks it.
    private func column(_ name: String, _ session: Session) throws -> [Double?] {
        let file = try #require(session.sampleFiles.first)
        let schema = DistanceFormat.schema
        let place = try #require(schema.index(of: name))
        let unix = try #require(schema.index(of: "timestampUnix"))
        var reader = try session.reader(of: file, schema: schema)
        var values: [Double?] = []
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count where batch.number(row, unix) != nil {
                values.append(batch.number(row, place))
            }
        }
        return values
    }

    /// What of a result is looked at.
    private struct Written: Decodable {
        var identifier: String
        var type: String
        var inputResults: [Written]?
        var asyncResults: [Written]?
        var value: Double?
        var answerType: RSDAnswerResultType?
    }

    /// The answer that stands beside the file's result.
    private func answer(_ session: Session) throws -> Written {
        let text = try Data(contentsOf: URL(filePath: session.path + "/taskResult.json"))
        let task = try JSONDecoder().decode(Written.self, from: text)
        let all = try #require(task.asyncResults?.first)
        #expect(all.identifier == "walk" && all.type == "collection")
        let results = try #require(all.inputResults)
        #expect(results.map(\.type) == ["file", "answer"])
        #expect(results.first?.identifier == "walk")
        return try #require(results.last)
    }

    /// The length of an arc of a meridian by its own series, and by no way between two places.
    private static func meridian(from south: Double, to north: Double) -> Double {
        let e2 = 0.00669437999014
        func length(_ degrees: Double) -> Double {
            // Simpson's rule over the radius of curvature along the meridian.
            let pieces = 20_000
            let step = degrees / 180 * .pi / Double(pieces)
            return (0...pieces).reduce(0.0) { sum, index in
                let x = Double(index) * step
                // The sine by its series, which no other code here has to do with.
                var (term, sine) = (x, x)
                for n in 1..<12 {
                    term *= -x * x / Double(2 * n * (2 * n + 1))
                    sine += term
                }
                let w = 1 - e2 * sine * sine
                let weight = index == 0 || index == pieces ? 1.0 : index.isMultiple(of: 2) ? 2 : 4
                return sum + weight * 6_378_137 * (1 - e2) / (w * w.squareRoot())
            } * step / 3
        }
        return length(north) - length(south)
    }

    @Test("has each fix of ten minutes, and the distance that another computation has")
    func tenMinutes() async throws {
        let session = try await recorded("")
        let times = try column("timestampUnix", session).compactMap { $0 }
        #expect(times == (0..<610).map { 1_795_780_800 + Double($0) })
        let totals = try column("totalDistance", session)
        #expect(totals.prefix(5).allSatisfy { $0 == nil })
        #expect(totals[5] == 0)
        let walked = try #require(totals.last ?? nil)
        let known = Self.meridian(
            from: RealReceiver.latitude(5),
            to: RealReceiver.latitude(604)
        )
        #expect(abs(walked - known) <= 1e-6 * known)
        // What is walked after the step is no part of it.
        #expect(totals.suffix(6).allSatisfy { $0 == walked })
        let answer = try answer(session)
        #expect(answer.identifier == "gpsDistance")
        #expect(answer.answerType == RSDAnswerResultType(baseType: .decimal, unit: "m"))
        #expect(answer.value == walked)
        // Nothing in the session folder tells where that was.
        #expect(try column("latitude", session).allSatisfy { $0 == nil })
        for name in try FileManager.default.contentsOfDirectory(atPath: session.path) {
            let bytes = try Data(contentsOf: URL(filePath: session.path + "/" + name))
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(
                text.firstMatch(of: /[^0-9.](52\.5[12]|523[12]\.|133\.41|13324\.)/) == nil,
                "\(name)"
            )
        }
        #expect(session.manifest.files.first?.sensors.map(\.samples) == [610])
    }

    @Test("says where it was where the task asks for it, and forgets it in a replay that does not")
    func coordinates() async throws {
        let session = try await recorded(#", "coordinates": true"#)
        let latitudes = try column("latitude", session)
        #expect(latitudes.count == 610)
        for (second, latitude) in latitudes.enumerated() {
            #expect(abs(try #require(latitude) - RealReceiver.latitude(second)) < 2e-9)
        }
        let without = try await replayed(session, "", in: "without")
        #expect(try column("latitude", without).allSatisfy { $0 == nil })
        #expect(try column("longitude", without).allSatisfy { $0 == nil })
    }

    @Test(
        "is replayed with the distances as they were recorded and sums of the new run, each time the same"
    )
    func replays() async throws {
        let session = try await recorded("")
        let first = try await replayed(session, "", in: "first")
        let second = try await replayed(session, "", in: "second")
        let (one, two) = (
            try #require(first.sampleFiles.first), try #require(second.sampleFiles.first)
        )
        #expect(one.checksum == two.checksum)
        #expect(
            try column("relativeDistance", first).compactMap { $0 }
                == column("relativeDistance", session).compactMap { $0 }
        )
        #expect(try answer(first).value == answer(second).value)
        let file = try #require(session.sampleFiles.first)
        let repeated = try #require(
            try RepeatedFile(file, of: session, by: [Self.kind], only: nil, isCSV: nil)
        )
        let path = scratch.path + "/again.json"
        let recorder = repeated.recorder(
            in: RecorderEnvironment(
                files: RecorderFiles(claim: { _ in FilePlace(path: path, relativePath: "again") }),
                timekeeper: ImmediateTimekeeper(
                    startingAt: try #require(session.manifest.clocks.first)
                ),
                zone: .utc
            ),
            cut: nil
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        let result = try await recorder.stop()
        #expect(recorder.files.first?.summary.checksum == file.checksum)
        let all = try #require(result as? RSDCollectionResultObject)
        let walked = try #require(try answer(session).value)
        #expect((all.inputResults.last as? RSDAnswerResultObject)?.value == .decimal(walked))
    }
}
