// A recording analysed in pieces has the same gait as in one: no bout is lost or reported twice where pieces meet.

import Gait
import Testing
import WalkSource

@testable import SessionAnalysis

@Suite("Gait that is computed in pieces")
struct GaitBuilderTests {
    private static func gait(
        of samples: [GaitSample],
        capacity: Int? = nil,
        stepPath: (Double) -> String = { _ in "motion" },
        standing: @escaping (String) -> Bool = { _ in false }
    ) -> BackGait {
        var builder = BackGaitBuilder(
            rateInHertz: 100,
            legLengthInMetres: 0.9,
            capacity: capacity,
            isStanding: standing
        )
        for sample in samples { builder.add(sample, stepPath: stepPath(sample.seconds)) }
        return builder.finish()
    }

    @Test("is the library's own report if one piece holds everything")
    func onePiece() throws {
        let samples = try MadeWalk.samples(walks: 1, seconds: 40)
        let report = GaitReport(of: samples, rateInHertz: 100, legLengthInMetres: 0.9)
        let gait = Self.gait(of: samples)
        #expect(gait.bouts == report.bouts)
        #expect(!gait.bouts.isEmpty)
        #expect(gait.turns == report.turns)
        #expect(gait.freezing == report.freezing)
        #expect(gait.cuts.isEmpty)
    }

    @Test("has each bout once and whole, wherever pieces meet", arguments: [4500, 6000])
    func pieces(capacity: Int) throws {
        let samples = try MadeWalk.samples(walks: 4, seconds: 30)
        let whole = Self.gait(of: samples)
        let gait = Self.gait(of: samples, capacity: capacity)
        #expect(whole.bouts.count == 4)
        #expect(gait.bouts.count == 4)
        #expect(gait.cuts.isEmpty)
        for (one, other) in zip(whole.bouts, gait.bouts) {
            #expect(abs(one.bout.start - other.bout.start) < 0.02)
            #expect(abs(one.bout.end - other.bout.end) < 0.02)
            #expect(one.bout.contacts == other.bout.contacts)
            let speeds = try #require(
                one.speed.value.flatMap { a in other.speed.value.map { (a, $0) } }
            )
            #expect(abs(speeds.0 - speeds.1) < 0.02)
        }
        #expect(abs(whole.freezing.count - gait.freezing.count) <= 6 * samples.count / capacity)
        #expect(gait.turns.value?.count == whole.turns.value?.count)
    }

    @Test("says where a bout longer than a piece was cut, and has both parts")
    func longBout() throws {
        let samples = try MadeWalk.samples(walks: 1, seconds: 90)
        let gait = Self.gait(of: samples, capacity: 6000)
        #expect(gait.cuts.count == 1)
        #expect(gait.bouts.count == 2)
        let whole = try #require(Self.gait(of: samples).bouts.first)
        let contacts = gait.bouts.reduce(0) { $0 + $1.bout.contacts }
        #expect(whole.bout.contacts - contacts <= 4)
    }

    @Test("reports a standing step once, even if a piece ends in it")
    func standingStep() throws {
        let samples = try MadeWalk.samples(walks: 3, seconds: 60, standing: 40)
        func path(_ seconds: Double) -> String {
            seconds.truncatingRemainder(dividingBy: 60) < 38 ? "task/stand" : "task/walk"
        }
        let standing: (String) -> Bool = { $0 == "task/stand" }
        let whole = Self.gait(of: samples, stepPath: path, standing: standing)
        #expect(whole.standing.map(\.step) == ["task/stand", "task/stand", "task/stand"])
        #expect(whole.standing.allSatisfy { $0.sway.value != nil })
        let pieces = Self.gait(of: samples, capacity: 8000, stepPath: path, standing: standing)
        #expect(pieces.standing.map(\.time) == whole.standing.map(\.time))
    }

    @Test("finds standing by its stillness if no step is known for standing")
    func stillness() throws {
        let gait = Self.gait(of: try MadeWalk.samples(walks: 2, seconds: 60, standing: 40))
        #expect(gait.standing.count == 2)
        #expect(gait.standing.allSatisfy { $0.step == nil })
    }

    @Test("has no sway for a standing step in which the person walks, and says since when")
    func walkingStep() throws {
        let samples = try MadeWalk.samples(walks: 1, seconds: 40)
        let gait = Self.gait(of: samples, standing: { _ in true })
        let bout = try #require(gait.bouts.first)
        #expect(gait.standing.map(\.sway.absence) == [.walking(start: bout.bout.start)])
    }

    @Test("has no bouts without samples, or with implausible samples")
    func nothing() {
        let none = Self.gait(of: [])
        #expect(none.bouts.isEmpty && none.turns.value == nil)
        let wild = [Double.nan, .infinity, -.infinity, 900, -900, 1e300, 1]
        let hostile = (0..<3000).map { index in
            GaitSample(
                seconds: index.isMultiple(of: 31) ? .nan : Double(index * index),
                acceleration: SIMD3(wild[index % 7], wild[index % 5], 1),
                rotation: SIMD3(0, wild[index % 3 + 3], 0)
            )
        }
        let calm = (0..<3000).map {
            GaitSample(seconds: Double($0) * 1e7, acceleration: SIMD3(0, Double($0 % 3), 900))
        }
        #expect(Self.gait(of: calm, capacity: 100).bouts.isEmpty)
        #expect(Self.gait(of: hostile, capacity: 100).bouts.isEmpty)
    }

    @Test("has a standing step whole that ends just before a piece does")
    func standAheadOfCut() throws {
        let samples = try MadeWalk.samples(walks: 1, seconds: 200, standing: 100)
        func path(_ seconds: Double) -> String {
            50..<75 ~= seconds ? "task/stand" : "task/rest"
        }
        // The piece ends one second after the standing step.
        let gait = Self.gait(
            of: samples,
            capacity: 7600,
            stepPath: path,
            standing: { $0 == "task/stand" }
        )
        #expect(gait.standing.map(\.time) == [50..<75])
        #expect(gait.standing.first?.sway.value != nil)
    }

    @Test("reports all parts of a standing step longer than a piece, and where it was cut")
    func longStand() throws {
        let samples = try MadeWalk.samples(walks: 1, seconds: 300, standing: 300)
        let gait = Self.gait(
            of: samples,
            capacity: 9000,
            stepPath: { $0 < 10 ? "task/rest" : "task/stand" },
            standing: { $0 == "task/stand" }
        )
        let told = gait.standing.reduce(0) { $0 + $1.time.upperBound - $1.time.lowerBound }
        #expect(abs(told - 290) < 0.1)
        #expect(gait.standing.first?.time.lowerBound == 10)
        #expect(gait.cuts.count == gait.standing.count - 1 && gait.cuts.count >= 2)
        #expect(gait.standing.allSatisfy { $0.sway.value != nil })
    }

    @Test("ends standing at a gap in the samples, and has each part by itself")
    func hole() throws {
        var samples = try MadeWalk.samples(walks: 1, seconds: 120, standing: 120)
        samples.removeAll { 30..<80 ~= $0.seconds }
        let gait = Self.gait(of: samples, standing: { _ in true })
        #expect(gait.standing.count == 2)
        #expect(gait.standing.first.map { abs($0.time.upperBound - 30) < 0.02 } == true)
        #expect(gait.standing.last.map { abs($0.time.lowerBound - 80) < 0.02 } == true)
        let report = GaitReport(of: samples, rateInHertz: 100)
        guard case .tooManyLost? = report.sway(during: 5..<115).absence else {
            Issue.record("there is a sway although half of the time has no samples")
            return
        }
    }

    @Test("has less confidence in turns if a part has no rotations, and names that part")
    func partWithoutRotations() throws {
        var samples = try MadeWalk.samples(walks: 4, seconds: 30)
        for index in samples.indices where samples[index].seconds >= 60 {
            samples[index].rotation = nil
        }
        let gait = Self.gait(of: samples, capacity: 3000)
        #expect(gait.turns.confidence == .poor)
        let last = try #require(gait.withoutTurns.last)
        #expect(abs(last.upperBound - 120) < 0.1)
        let whole = Self.gait(of: try MadeWalk.samples(walks: 2, seconds: 30), capacity: 3000)
        #expect(whole.withoutTurns.isEmpty && whole.turns.confidence == .good)
    }

    @Test("says for each sample whether it was accepted")
    func refused() throws {
        var builder = BackGaitBuilder(
            rateInHertz: 100,
            legLengthInMetres: nil,
            capacity: 500,
            isStanding: { _ in false }
        )
        var samples = try MadeWalk.samples(walks: 1, seconds: 30)
        for index in stride(from: 0, to: samples.count, by: 30) {
            samples[index].acceleration.x = .nan
        }
        let taken = samples.map { builder.add($0, stepPath: "") }
        #expect(taken.count { !$0 } == 100)
        var foot = FootGaitBuilder(rateInHertz: 100)
        let isTaken = foot.add(seconds: 0, acceleration: SIMD3(.nan, 0, 1), rotation: .zero)
        #expect(!isTaken)
    }

    @Test("at a foot has each stride once, wherever pieces meet")
    func foot() throws {
        let readings = try MadeWalk.readings(of: .rightFoot, seconds: 180)
        func gait(capacity: Int?) -> FootGait {
            var builder = FootGaitBuilder(rateInHertz: 100, capacity: capacity)
            for reading in readings {
                builder.add(
                    seconds: Double(reading.nanosecondsFromStart) / 1e9,
                    acceleration: reading.specificForceInG,
                    rotation: reading.angularRateInRadiansPerSecond
                )
            }
            return builder.finish()
        }
        let whole = try #require(gait(capacity: nil).bouts.first)
        let pieces = try #require(gait(capacity: 9000).bouts.first)
        #expect(whole.strides.count > 100)
        #expect(pieces.strides.count == whole.strides.count)
        for (one, other) in zip(whole.strides, pieces.strides) {
            // Noise decides at which instant near the end of a stance, within 0.4 s, the foot is stillest.
            #expect(abs(one.start - other.start) <= 0.4)
        }
        let lengths = try #require(whole.strideLength.value)
        #expect(abs(lengths.mean - 1.32) < 0.03)
    }
}
