// Steps are counted while they are made, and the sums are those of the walk: its heel strikes, its way and its time.

import Gait
import RandomWords
import Testing

/// What a pedometer told of samples.
private struct Counted {
    var figures = WalkFigures()
    var contacts: [FootContact] = []
    var steps: [CountedStep] = []
    /// How much later than it happened the latest contact was told.
    var latest = 0.0
    var absence: Absence?
    var refused = 0

    init(_ samples: [GaitSample], leg: Double? = nil) {
        var pedometer = Pedometer(legLengthInMetres: leg)
        for sample in samples { take(pedometer.update(sample), at: sample.seconds) }
        take(pedometer.finish(), at: samples.last?.seconds ?? 0)
        absence = pedometer.absence
        refused = pedometer.refusedSamples
    }

    private mutating func take(_ events: [Pedometer.Event], at seconds: Double) {
        for event in events {
            switch event {
            case .contact(let contact):
                contacts.append(contact)
                latest = max(latest, seconds - contact.seconds)
            case .step(let step):
                steps.append(step)
                figures.add(step)
            case .length(let length): figures.add(length)
            case .boutEnded: break
            }
        }
    }
}

@Suite("A pedometer")
struct PedometerTests {
    /// The leg of the computed walker: what makes its rises those of its steps.
    private static let leg = 0.9

    @Test(
        "counts the heel strikes of a walk to two in a hundred, at any rate",
        arguments: [25.0, 50, 100, 104, 416, 1000, 3333]
    )
    func counts(rate: Double) throws {
        let walked = try WalkedSamples(rate: rate, seconds: 32)
        let counted = Counted(walked.samples)
        let comparison = Comparison(counted.contacts, walked.strikes)
        #expect(counted.absence == nil)
        #expect(abs(counted.figures.steps - walked.strikes.count) <= 2)
        #expect(comparison.missed <= 1)
        #expect(counted.figures.cadence.value.map { abs($0 - 110) < 2 } ?? false)
    }

    @Test("tells each contact within a second, the same as a report of the whole in 98 of 100")
    func asOffline() throws {
        var walked = try WalkedSamples(seconds: 92)
        walked.lose(share: 0.01)
        let counted = Counted(walked.samples)
        let report = GaitReport(of: walked.samples, rateInHertz: 100)
        let offline = report.bouts.flatMap(\.contacts).map(\.seconds)
        let same = offline.count { seconds in
            counted.steps.contains { abs($0.seconds - seconds) < 0.05 }
        }
        #expect(counted.latest <= 1)
        #expect(Double(same) >= 0.98 * Double(offline.count))
        #expect(Double(same) >= 0.98 * Double(counted.steps.count))
    }

    @Test("measures the way as a report does, though it looks at a few steps at a time")
    func way() throws {
        let walked = try WalkedSamples(seconds: 92)
        let counted = Counted(walked.samples, leg: Self.leg)
        let report = GaitReport(
            of: walked.samples,
            rateInHertz: 100,
            legLengthInMetres: Self.leg
        )
        let bout = try #require(report.bouts.first)
        let speed = try #require(counted.figures.speed(ofLegInMetres: Self.leg).value)
        let offline = try #require(bout.speed.value)
        #expect(abs(speed / offline - 1) < 0.02)
        let distance = try #require(counted.figures.distance(ofLegInMetres: Self.leg).value)
        let time = try #require(counted.figures.walkingTime.value)
        #expect(abs(distance / (offline * time) - 1) < 0.03)
        #expect(abs(time - (bout.bout.end - bout.bout.start)) < 2)
    }

    @Test("has no way without the length of the leg, and none of a leg that is too short")
    func noWay() throws {
        let walked = try WalkedSamples(seconds: 32)
        let without = Counted(walked.samples)
        #expect(without.figures.distance(ofLegInMetres: nil).absence == .noLegLength)
        let short = Counted(walked.samples, leg: 0.001)
        guard case .stepTooHigh? = short.figures.distance(ofLegInMetres: 0.001).absence else {
            Issue.record("a leg of a millimetre has walked")
            return
        }
    }

    @Test("counts nothing of somebody who stands, and tells no cadence")
    func standing() {
        var random = RandomWords(seed: 5)
        let samples = (0..<6000).map { index in
            GaitSample(
                seconds: Double(index) / 100,
                acceleration: SIMD3(
                    Double.random(in: -0.004...0.004, using: &random),
                    0,
                    1 + Double.random(in: -0.004...0.004, using: &random)
                )
            )
        }
        let counted = Counted(samples)
        #expect(counted.figures.steps == 0)
        #expect(counted.absence == nil)
        #expect(counted.figures.cadence.absence == .tooFewSteps(found: 0, needed: 4))
    }

    @Test("counts no single bump, and each step of a walk behind it once")
    func bump() throws {
        let walked = try WalkedSamples(seconds: 32)
        var samples = (0..<800).map { index in
            let seconds = Double(index) / 100
            let height = index == 300 ? 1.6 : 1
            return GaitSample(seconds: seconds, acceleration: SIMD3(0, 0, height))
        }
        samples += walked.samples.map {
            var sample = $0
            sample.seconds += 8
            return sample
        }
        let counted = Counted(samples)
        #expect(abs(counted.figures.steps - walked.strikes.count) <= 2)
        #expect(counted.steps.allSatisfy { $0.seconds > 7.9 })
        #expect(Set(counted.steps.map(\.seconds)).count == counted.steps.count)
    }

    @Test("refuses a rate of ten a second with the reason")
    func slow() throws {
        let counted = Counted(try WalkedSamples(rate: 10, seconds: 32).samples)
        #expect(counted.steps.isEmpty)
        guard case .rateTooLow(let hertz, 25)? = counted.absence else {
            Issue.record("\(String(describing: counted.absence))")
            return
        }
        #expect(abs(hertz - 10) < 1e-6)
    }

    @Test("takes no number that is none, no time that goes back and no empty recording amiss")
    func hostile() throws {
        #expect(Counted([]).absence != nil)
        let walked = try WalkedSamples(seconds: 62)
        var samples = walked.samples
        for index in stride(from: 50, to: samples.count, by: 97) {
            samples[index].acceleration = SIMD3(.nan, .infinity, 1e300)
        }
        samples[3].seconds = .nan
        samples[4].seconds = -.infinity
        samples[2000].seconds = samples[1990].seconds
        samples[3000].seconds = 1e300
        samples[4000].seconds = samples[4000].seconds + 5000
        let counted = Counted(samples, leg: 0.9)
        #expect(counted.refused > 60)
        #expect(abs(counted.figures.steps - walked.strikes.count) <= 4)
    }

    @Test(
        "counts all steps if one of its first samples has a time far ahead",
        arguments: [0, 1, 30]
    )
    func strayAmongFirst(index: Int) throws {
        let walked = try WalkedSamples(seconds: 32)
        var samples = walked.samples
        samples[index].seconds += 5000
        let counted = Counted(samples)
        // Without a good second time the first is not confirmed, and is dropped as well.
        #expect(counted.refused == (index == 1 ? 2 : 1))
        #expect(abs(counted.figures.steps - walked.strikes.count) <= 2)
    }

    @Test("begins anew behind a hole, and its way leaves out what lies within")
    func hole() throws {
        var walked = try WalkedSamples(seconds: 122)
        walked.lose(40..<70)
        let counted = Counted(walked.samples, leg: Self.leg)
        let there = walked.strikes.filter { !(40..<70).contains($0.seconds) }.count
        #expect(abs(counted.figures.steps - there) <= 4)
        #expect(counted.steps.filter(\.isFirst).count == 2)
        let time = try #require(counted.figures.walkingTime.value)
        #expect(abs(time - 90) < 4)
    }
}
