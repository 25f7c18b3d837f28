// Counts steps live, and compares the sums with the walk's heel strikes, distance and time.

import Gait
import RandomWords
import Testing

/// What a pedometer reported for samples.
private struct Counted {
    var figures = WalkFigures()
    var contacts: [FootContact] = []
    var steps: [CountedStep] = []
    /// The longest delay from a contact to its report.
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
    /// The length of the computed walker's leg, in metres.
    private static let leg = 0.9

    @Test(
        "counts the heel strikes of a walk with at most two errors, at any rate",
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

    @Test("reports each contact within a second, and 98 of 100 as a report of the whole walk does")
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

    @Test("measures the distance as a report does, though it sees only a few steps at a time")
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

    @Test("has no distance without a leg length, or with one that is too short")
    func noWay() throws {
        let walked = try WalkedSamples(seconds: 32)
        let without = Counted(walked.samples)
        #expect(without.figures.distance(ofLegInMetres: nil).absence == .noLegLength)
        let short = Counted(walked.samples, leg: 0.001)
        guard case .stepTooHigh? = short.figures.distance(ofLegInMetres: 0.001).absence else {
            Issue.record("a leg of a millimetre has a distance")
            return
        }
    }

    @Test("counts no steps and gives no cadence while a person stands")
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

    @Test("does not count a single bump, and counts each step of the walk after it once")
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

    @Test("refuses a rate of ten samples a second, with the reason")
    func slow() throws {
        let counted = Counted(try WalkedSamples(rate: 10, seconds: 32).samples)
        #expect(counted.steps.isEmpty)
        guard case .rateTooLow(let hertz, 25)? = counted.absence else {
            Issue.record("\(String(describing: counted.absence))")
            return
        }
        #expect(abs(hertz - 10) < 1e-6)
    }

    @Test("names the rate if samples are further apart than the longest hole, and not the length")
    func slowest() {
        let samples = (0..<20).map {
            GaitSample(seconds: 2.5 * Double($0), acceleration: SIMD3(0, 0, 1))
        }
        #expect(Counted(samples).absence == .rateTooLow(hertz: 0.4, needed: 25))
        #expect(Counted(Array(samples.prefix(1))).absence == .tooShort(seconds: 0, needed: 2))
    }

    @Test("tolerates invalid numbers, times that go back, and an empty recording")
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

    @Test("begins anew after a hole, and leaves the hole out of the walking time")
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
