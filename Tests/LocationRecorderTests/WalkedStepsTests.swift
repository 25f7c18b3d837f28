// A task in which somebody walks, with a receiver and a motion sensor at the low back: what its result says of the steps,
// what the participant is shown of them, and what a replay makes of it.

import FoundationEssentials
import Gait
import LocationRecorder
import MotionRecorder
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
import ViewTree
import WalkSource

/// Somebody who goes on by the timers, and reads what a summary shows.
@MainActor
private final class Reader: TaskParticipant {
    private(set) var shown: [String: String] = [:]
    private let automatic = AutomaticParticipant()

    func respond(to prompt: StepPrompt) async -> ParticipantAction {
        if prompt.step is any RSDResultSummaryStep {
            let controller = RSDResultSummaryStepViewController(
                step: prompt.step,
                parent: prompt.path
            )
            controller.appear()
            controller.screen.forEach { node in
                if node.id.path.hasSuffix("/result"), case .label(let label) = node.content {
                    shown[prompt.step.identifier] = label.text
                }
            }
        }
        return await automatic.respond(to: prompt)
    }
}

@MainActor
@Suite("The steps of a walk in a task", .mayNotHang)
struct WalkedStepsTests {
    private static let kinds: [any RecorderKind] = [DistanceRecorderKind(), MotionRecorderKind()]
    private let scratch: Scratch
    private let walk: SyntheticWalk

    init() throws {
        scratch = try Scratch()
        walk = try SyntheticWalk(SyntheticWalkDescription())
    }

    /// Of one hundred seconds, sixty are walked in the step that counts.
    private static func task(
        motion: String = #""placement": "lowBack", "steps": true, "legLength": 0.9"#,
        motionStop: String = "walk",
        distanceStop: String = "walk"
    ) -> Data {
        Data(
            #"""
            {"identifier": "walkAndSee", "type": "task", "steps": [
              {"identifier": "ready", "type": "active", "duration": 10},
              {"identifier": "walk", "type": "active", "duration": 60},
              {"identifier": "rest", "type": "active", "duration": 30},
              {"identifier": "steps", "type": "feedback", "resultIdentifier": "stepCount",
               "resultTitle": "You made", "unitText": "steps"},
              {"identifier": "way", "type": "completion", "resultIdentifier": "pedometerDistance",
               "resultTitle": "You walked"}],
             "asyncActions": [
              {"identifier": "motion", "type": "motion", "stopStepIdentifier": "\#(motionStop)",
               \#(motion)},
              {"identifier": "location", "type": "distance", "motionStepIdentifier": "walk",
               "stopStepIdentifier": "\#(distanceStop)"}]}
            """#.utf8
        )
    }

    private struct Run {
        var session: Session
        var shown: [String: String]
        var result: Written
        /// The answers that stand beside the file of a recorder.
        func answers(_ recorder: String) -> [String: Double] {
            let beside = result.asyncResults?.first { $0.identifier == recorder }?.inputResults
            let answers = (beside ?? []).filter { $0.type == "answer" }
            return Dictionary(
                uniqueKeysWithValues: answers.map { ($0.identifier, $0.value ?? .nan) }
            )
        }
        var notes: [String] { session.manifest.notes }
    }

    private struct Written: Decodable {
        var identifier: String
        var type: String
        var inputResults: [Written]?
        var asyncResults: [Written]?
        var value: Double?
    }

    private func run(
        _ task: Data,
        in name: String,
        _ recorders: [SourcedKind]? = nil,
        from start: ClockReading = ClockReading(
            realtime: WallInstant(nanosecondsSince1970: 1_790_000_000_000_000_000),
            monotonicNanoseconds: 5_000_000_000,
            boottime: BootInstant(nanoseconds: 5_000_000_000)
        )
    ) async throws -> Run {
        let factory = RSDFactory(writingDatesIn: .utc)
        for kind in Self.kinds { try factory.register(kind) }
        let session = try await TaskSession(
            task: try factory.decodeTask(with: task),
            in: scratch.path + "/" + name,
            timekeeper: SteppedTimekeeper(startingAt: start),
            factory: factory
        )
        for recorder in recorders ?? devices { session.register(recorder) }
        let reader = Reader()
        let outcome = await session.run(with: reader)
        #expect(outcome.errors == [])
        let closed = try Session(opening: try #require(outcome.session))
        let text = try Data(contentsOf: URL(filePath: closed.path + "/taskResult.json"))
        return Run(
            session: closed,
            shown: reader.shown,
            result: try JSONDecoder().decode(Written.self, from: text)
        )
    }

    private var devices: [SourcedKind] {
        let walk = walk
        return [
            DistanceRecorderKind().over { order in
                AnySampleSource(MadeFixes(order.environment.timekeeper, keepsCoordinates: false))
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
        ]
    }

    private func strikes(_ time: Range<Double>) -> Int {
        walk.events(beforeSeconds: time.upperBound).count {
            $0.kind == .heelStrike && $0.secondsFromStart >= time.lowerBound
        }
    }

    @Test("are those that were made, in the recording and in the step that is walked in")
    func counted() async throws {
        let run = try await run(
            Self.task(motionStop: "rest", distanceStop: "rest"),
            in: "one"
        )
        let (motion, location) = (run.answers("motion"), run.answers("location"))
        let (all, walked) = (Double(strikes(0..<100)), Double(strikes(10..<70)))
        #expect(abs(try #require(motion["stepCount"]) - all) <= 0.02 * all)
        #expect(abs(try #require(location["stepCount"]) - walked) <= 0.02 * walked)
        let times = walk.events(beforeSeconds: 100).filter { $0.kind == .heelStrike }
            .map(\.secondsFromStart)
        let time = try #require(times.last) - times[0]
        #expect(abs(try #require(motion["walkingTime"]) - time) < 2)
        let cadence = try #require(motion["cadence"])
        #expect(abs(cadence - 60 * (all - 1) / time) < 1)
        let (speed, way) = (
            try #require(motion["walkingSpeed"]), try #require(location["pedometerDistance"])
        )
        #expect(abs(way - 60 * speed) < 0.05 * way)
        #expect(location["gpsDistance"] != nil)
        #expect(run.notes.filter { $0.contains("step") } == [])
    }

    @Test("are shown by a summary with their unit, and so is the way")
    func shown() async throws {
        let run = try await run(Self.task(), in: "one")
        let steps = try #require(run.answers("location")["stepCount"])
        #expect(run.shown["steps"] == "\(Int(steps)) steps")
        #expect(run.shown["way"]?.hasSuffix(" m") ?? false)
    }

    @Test(
        "are the same in each replay, whichever recorder ends first",
        arguments: [("walk", "walk"), ("rest", "rest"), ("rest", "walk"), ("walk", "rest")]
    )
    func replayed(motionStop: String, distanceStop: String) async throws {
        let task = Self.task(motionStop: motionStop, distanceStop: distanceStop)
        let first = try await run(task, in: "first")
        for name in ["again", "once more"] {
            let recorded = try RecordedSession(opening: first.session.path, by: Self.kinds)
            let again = try await run(
                task,
                in: name,
                Self.kinds.map { recorded.recorders(of: $0) },
                from: recorded.start
            )
            #expect(again.answers("motion") == first.answers("motion"))
            #expect(again.answers("location") == first.answers("location"))
            #expect(again.shown == first.shown)
            #expect(first.answers("location").count == 3)
        }
    }

    /// What is in the file of the motion recorder, each reading of the accelerometer with the rotation beside it.
    private func samples(_ session: Session) throws -> [GaitSample] {
        let schema = MotionFormat.schema
        typealias Column = MotionFormat.Column
        let file = try #require(session.sampleFiles.first { $0.identifier == "motion" })
        var reader = try session.reader(of: file, schema: schema)
        var samples: [GaitSample] = []
        var rotations: [Double: SIMD3<Double>] = [:]
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                guard let seconds = batch.number(row, Column.uptime),
                    let x = batch.number(row, Column.x), let y = batch.number(row, Column.y),
                    let z = batch.number(row, Column.z)
                else { continue }
                if batch.text(row, Column.sensorType)?.description == "gyro" {
                    rotations[seconds] = SIMD3(x, y, z)
                } else {
                    samples.append(GaitSample(seconds: seconds, acceleration: SIMD3(x, y, z)))
                }
            }
        }
        return samples.map { sample in
            var sample = sample
            sample.rotation = rotations[sample.seconds]
            return sample
        }
    }

    @Test("are told within a second, and are those that a report of the file has, in 98 of 100")
    func asInTheFile() async throws {
        let run = try await run(Self.task(), in: "one")
        let samples = try samples(run.session)
        #expect(samples.count == 7001 && samples.allSatisfy { $0.rotation != nil })
        var pedometer = Pedometer()
        var (steps, latest) = ([Double](), 0.0)
        for sample in samples {
            for event in pedometer.update(sample) {
                switch event {
                case .contact(let contact): latest = max(latest, sample.seconds - contact.seconds)
                case .step(let step): steps.append(step.seconds)
                case .length, .boutEnded: break
                }
            }
        }
        for case .step(let step) in pedometer.finish() { steps.append(step.seconds) }
        #expect(latest > 0.1 && latest <= 1)
        #expect(run.answers("motion")["stepCount"] == Double(steps.count))
        let report = GaitReport(of: samples, rateInHertz: 100)
        let offline = report.bouts.flatMap(\.contacts).map(\.seconds)
        let same = offline.count { seconds in steps.contains { abs($0 - seconds) < 0.05 } }
        #expect(Double(same) >= 0.98 * Double(max(offline.count, steps.count)))
    }

    @Test("are what the sample task of a minute's walk shows")
    func sampleTask() async throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "SampleData/Tasks/WalkAndSee.json")
        let run = try await run(Data(contentsOf: path), in: "sample")
        let answers = run.answers("motion")
        let walked = Double(strikes(0..<60))
        #expect(abs(try #require(answers["stepCount"]) - walked) <= 0.02 * walked)
        #expect(
            answers.keys.sorted()
                == ["cadence", "pedometerDistance", "stepCount", "walkingSpeed", "walkingTime"]
        )
        #expect(run.shown["steps"] == "\(Int(try #require(answers["stepCount"]))) steps")
        #expect(run.shown["speed"]?.hasSuffix(" m/s") ?? false)
    }

    @Test("are none where nobody asks for them, and the files are the same to the byte")
    func off() async throws {
        let on = try await run(Self.task(), in: "on")
        let off = try await run(Self.task(motion: #""placement": "lowBack""#), in: "off")
        #expect(off.result.asyncResults?.map(\.type).sorted() == ["collection", "file"])
        #expect(off.answers("location").keys.sorted() == ["gpsDistance"])
        #expect(off.shown["steps"] == nil)
        let checksums = [on, off].map { $0.session.sampleFiles.map(\.checksum) }
        #expect(checksums[0] == checksums[1])
        #expect(off.session.manifest.devices.allSatisfy { $0.details["steps"] == nil })
    }

    @Test("have no way where no leg is known, and the run says why")
    func noLeg() async throws {
        let run = try await run(
            Self.task(motion: #""placement": "low back", "steps": true"#),
            in: "one"
        )
        #expect(run.answers("motion").keys.sorted() == ["cadence", "stepCount", "walkingTime"])
        #expect(run.answers("location").keys.sorted() == ["gpsDistance", "stepCount"])
        #expect(
            run.notes.contains {
                $0.hasPrefix("motion: there is no pedometerDistance, no walkingSpeed: ")
                    && $0.contains("legLength")
            }
        )
        #expect(run.shown["way"] == nil)
    }

    @Test("are not counted of an ankle, nor ten times a second, and the run says why")
    func notCounted() async throws {
        let ankle = try await run(
            Self.task(motion: #""placement": "leftAnkle", "steps": true"#),
            in: "ankle"
        )
        #expect(ankle.answers("motion").isEmpty)
        #expect(ankle.answers("location").keys.sorted() == ["gpsDistance"])
        #expect(ankle.notes.contains { $0.contains("leftAnkle") && $0.contains("lowBack") })
        let slow = try await run(
            Self.task(motion: #""steps": true, "frequency": 10"#),
            in: "slow"
        )
        #expect(slow.answers("motion").isEmpty)
        #expect(slow.notes.contains { $0.contains("higher rate") })
        #expect(slow.notes.contains { $0.contains("placement") })
    }

    @Test("are those of a recording that is recorded again as it stands")
    func repeated() async throws {
        let run = try await run(Self.task(), in: "one")
        let file = try #require(run.session.sampleFiles.first { $0.identifier == "motion" })
        let repeated = try #require(
            try RepeatedFile(file, of: run.session, by: Self.kinds, only: nil, isCSV: nil)
        )
        let path = scratch.path + "/again.json"
        let recorder = repeated.recorder(
            in: RecorderEnvironment(
                files: RecorderFiles(claim: { _ in FilePlace(path: path, relativePath: "again") }),
                timekeeper: ImmediateTimekeeper(
                    startingAt: try #require(run.session.manifest.clocks.first)
                ),
                zone: .utc
            ),
            cut: nil
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        let all = try #require(try await recorder.stop() as? RSDCollectionResultObject)
        #expect(recorder.files.first?.summary.checksum == file.checksum)
        let count = all.inputResults.compactMap { $0 as? RSDAnswerResultObject }.first {
            $0.identifier == "stepCount"
        }
        #expect(count?.value == .integer(Int(try #require(run.answers("motion")["stepCount"]))))
    }
}
