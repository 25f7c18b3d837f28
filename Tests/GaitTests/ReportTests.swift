import Gait
import Testing
import WalkSource

@Suite("A gait report")
struct ReportTests {
    /// Sixty steps; those that end on the right foot take another time than the others.
    private func limp(right: Double, left: Double, twist: Double? = 0.3) -> [GaitSample] {
        var contacts = [2.0]
        for index in 0..<60 { contacts.append(contacts[index] + (index % 2 == 0 ? right : left)) }
        return StagedSteps(blow: 0.4, twist: twist).samples(contacts: contacts, until: 45)
    }

    private func onlyBout(
        _ samples: [GaitSample],
        rate: Double = 100,
        legLength: Double? = 0.9
    ) throws -> BoutReport {
        let report = GaitReport(of: samples, rateInHertz: rate, legLengthInMetres: legLength)
        #expect(report.bouts.count == 1)
        return try #require(report.bouts.first)
    }

    @Test(
        "has the step and stride times of the walk, its cadence and its sides",
        arguments: [50, 100, 200],
        ContactTests.paces
    )
    func times(rate: Double, pace: ContactTests.Pace) throws {
        let walked = try WalkedSamples(
            cadence: pace.cadence,
            stepLength: pace.stepLength,
            rate: rate,
            seconds: 42
        )
        let bout = try onlyBout(walked.samples, rate: rate)
        let comparison = Comparison(bout.contacts, walked.strikes)
        #expect(comparison.countError <= 0.02)
        #expect(comparison.missed == 0)
        #expect(comparison.stepError <= 0.010)
        #expect(comparison.sides == walked.strikes.count)

        let times = walked.strikes.map(\.seconds)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        let mean = steps.reduce(0, +) / Double(steps.count)
        let step = try #require(bout.stepTime.value)
        #expect(abs(step.mean - mean) < 0.004)
        #expect(abs(try #require(bout.strideTime.value).mean - 2 * mean) < 0.008)
        #expect(abs(try #require(bout.cadence.value) - 60 / mean) < 0.005 * 60 / mean)
        let squares = steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let deviation = (squares / Double(steps.count - 1)).squareRoot()
        #expect(abs(step.coefficientOfVariation - deviation / mean) < 0.01)
        #expect(abs(try #require(bout.stepTimeAsymmetry.value)) < 0.015)
        #expect(bout.stepTime.confidence == .good)
    }

    @Test("includes first steps that are too different for a stream to begin a bout with")
    func firstSteps() throws {
        // The first step takes nearly twice as long as those that follow.
        let contacts = [5.0] + StagedSteps.contacts(from: 6, count: 20, step: 0.55)
        let samples = StagedSteps(blow: 0.4).samples(contacts: contacts, until: 25)
        let told = try #require(Told(samples, rate: 100).bouts.first)
        let bout = try onlyBout(samples)
        #expect(abs(told.start - 6) < 0.1)
        #expect(abs(bout.bout.start - 5) < 0.1)
    }

    @Test("has 98 % of the contacts that the stream reported, few others", arguments: [0, 0.05])
    func asInStream(loss: Double) throws {
        var paces: [WalkedSamples] = []
        for pace in ContactTests.paces {
            paces.append(
                try WalkedSamples(cadence: pace.cadence, stepLength: pace.stepLength, seconds: 42)
            )
        }
        paces.append(try WalkedSamples(seconds: 42, variability: 0.05))
        for var walked in paces {
            if loss > 0 { walked.lose(share: loss) }
            let told = Told(walked.samples, rate: 100)
            let bout = try onlyBout(walked.samples)
            let start = bout.bout.start - 0.1
            let inBout = told.contacts.filter { $0.seconds >= start }
            let same = bout.contacts.filter { contact in
                inBout.contains { abs($0.seconds - contact.seconds) < 0.05 }
            }
            #expect(Double(same.count) >= 0.98 * Double(bout.contacts.count))
            #expect(Double(same.count) >= 0.98 * Double(inBout.count))
        }
    }

    @Test("has the step length and the speed of the walk, to five percent")
    func lengths() throws {
        let walked = try WalkedSamples(seconds: 30)
        // The computed walker's hips are at 0.53 of 1.72 m.
        let bout = try onlyBout(walked.samples, legLength: 0.53 * 1.72)
        #expect(abs(try #require(bout.stepLength.value).mean - 0.66) < 0.05 * 0.66)
        let speed = 0.66 * 110 / 60
        #expect(abs(try #require(bout.speed.value) - speed) < 0.05 * speed)
    }

    @Test("computes the step length from the rise of the body, by an inverted pendulum")
    func pendulum() throws {
        // A wave of 0.15 g at 2 Hz goes up and down by 2 a / ω².
        let samples = StagedSteps(strength: SIMD2(0.15, 0), noise: 0).samples(
            contacts: StagedSteps.contacts(from: 2, count: 60, step: 0.5),
            until: 34
        )
        let rise = 2 * 0.15 * 9.80665 / (16 * Double.pi * Double.pi)
        let expected = 1.25 * 2 * (2 * 0.9 * rise - rise * rise).squareRoot()
        let bout = try onlyBout(samples)
        #expect(abs(try #require(bout.stepLength.value).mean - expected) < 0.01 * expected)
        #expect(abs(try #require(bout.speed.value) - 2 * expected) < 0.01 * 2 * expected)
    }

    @Test("shows a limp: which foot is slower, by how much, and how different its steps are")
    func limping() throws {
        let even = try onlyBout(limp(right: 0.6, left: 0.6))
        let limping = try onlyBout(limp(right: 0.5, left: 0.7))
        let other = try onlyBout(limp(right: 0.7, left: 0.5))
        #expect(abs(try #require(even.stepTimeAsymmetry.value)) < 0.01)
        #expect(abs(try #require(limping.stepTimeAsymmetry.value) + 1.0 / 3) < 0.05)
        #expect(abs(try #require(other.stepTimeAsymmetry.value) - 1.0 / 3) < 0.05)
        #expect(try #require(even.stepRegularity.value) > 0.98)
        #expect(abs(try #require(even.symmetry.value) - 1) < 0.02)
        #expect(try #require(limping.strideRegularity.value) > 0.95)
        #expect(try #require(limping.symmetry.value) < 0.8)
        let harmonics = try #require(even.harmonicRatio.value)
        #expect(harmonics > 5 * (try #require(limping.harmonicRatio.value)))
    }

    @Test("has the reason instead of a figure that cannot be computed")
    func absences() throws {
        let plain = try onlyBout(limp(right: 0.6, left: 0.6, twist: nil), legLength: nil)
        #expect(plain.stepLength == .absent(.noLegLength))
        #expect(plain.speed == .absent(.noLegLength))
        #expect(plain.stepTimeAsymmetry == .absent(.noGyroscope))
        #expect(plain.contacts.allSatisfy { $0.side == nil })
        let report = GaitReport(of: limp(right: 0.6, left: 0.6, twist: nil), rateInHertz: 100)
        #expect(report.turns == .absent(.noGyroscope))

        let short = try onlyBout(
            StagedSteps(twist: 0.3).samples(
                contacts: StagedSteps.contacts(from: 5, count: 5, step: 0.6),
                until: 15
            )
        )
        #expect(short.stepTime.confidence == .poor)
        #expect(
            short.harmonicRatio
                == .absent(.tooFewSteps(found: short.contacts.count - 1, needed: 6))
        )
        #expect(short.stepTimeAsymmetry == .absent(.sidesUnknown))

        let child = try onlyBout(limp(right: 0.6, left: 0.6), legLength: 0.01)
        guard case .absent(.stepTooHigh) = child.speed else {
            Issue.record("a leg of a centimetre has a speed of \(child.speed)")
            return
        }
    }

    @Test("explains an absent figure with its numbers or a remedy")
    func remedies() {
        let absences: [(Absence, String)] = [
            (.tooFewSteps(found: 3, needed: 6), "record a longer walk"),
            (.tooShort(seconds: 3.14159, needed: 20), "there are 3.14 s, and this takes 20.0 s"),
            (.tooManyLost(share: 0.25, allowed: 0.2), "25.0 % of the samples are missing"),
            (.rateTooLow(hertz: 8, needed: 16), "at a higher rate"),
            (.standing(variationInG: 0.004, needed: 0.01), "varies by 4.0 mg, and below 10.0 mg"),
            (.noGyroscope, "record the gyroscope too"),
            (.noLegLength, "give legLengthInMetres"),
            (.sidesUnknown, "record the gyroscope"),
            (.stepTooHigh(metres: 2, legLength: 0.9), "check legLengthInMetres"),
            (.walking(start: 4), "give a time of standing"),
            (.stillness, "check that it is switched on"),
        ]
        for (absence, words) in absences { #expect(absence.description.contains(words)) }
    }

    @Test(
        "has less confidence in every figure of a bout with losses",
        arguments: [0, 0.05, 0.15, 0.3]
    )
    func losses(share: Double) throws {
        var walked = try WalkedSamples(seconds: 40)
        walked.lose(share: share)
        let bout = try onlyBout(walked.samples)
        let confidence: Confidence = share > 0.1 ? .poor : share > 0.02 ? .fair : .good
        #expect(bout.stepTime.confidence == confidence)
        #expect(bout.cadence.confidence == confidence)
        #expect(bout.stepTimeAsymmetry.confidence == confidence)
        let signals = [bout.symmetry, bout.harmonicRatio, bout.stepRegularity, bout.speed]
        for figure in signals {
            if share > 0.2 {
                guard case .absent(.tooManyLost) = figure else {
                    Issue.record("a figure from two thirds of the samples: \(figure)")
                    continue
                }
            } else {
                #expect(figure.confidence == confidence)
            }
        }
    }

    @Test("takes no step time across a hole")
    func hole() throws {
        // The hole hides one contact; the time between its neighbours could pass for a slow step.
        var walked = try WalkedSamples(seconds: 25)
        walked.lose(20.4..<21)
        let bout = try onlyBout(walked.samples)
        #expect(abs(try #require(bout.stepTime.value).mean - 60.0 / 110) < 0.004)
        #expect(try #require(bout.stepTime.value).deviation < 0.03)
        #expect(bout.contacts.filter(\.followsLoss).count == 1)
        #expect(bout.stepTime.confidence == .fair)
    }

    @Test("keeps the sides if the gyroscope fails now and then, and is empty without samples")
    func gyroscopeFails() throws {
        var samples = limp(right: 0.55, left: 0.65)
        for index in stride(from: 0, to: samples.count, by: 50) { samples[index].rotation = nil }
        let bout = try onlyBout(samples)
        #expect(abs(try #require(bout.stepTimeAsymmetry.value) + 1.0 / 6) < 0.03)
        #expect(bout.contacts.allSatisfy { $0.side != nil })
        let told = Told(samples, rate: 100).contacts
        let same = told.filter { contact in
            bout.contacts.contains {
                abs($0.seconds - contact.seconds) < 0.1 && $0.side == contact.side
            }
        }
        #expect(same.count >= told.count - 4)
        let empty = GaitReport(of: [], rateInHertz: 100)
        #expect(empty.turns == .absent(.tooShort(seconds: 0, needed: 2)))
        #expect(empty.bouts.isEmpty && empty.freezing.isEmpty)
    }

    @Test("has less confidence in turns if samples are missing")
    func turns() throws {
        var walked = try WalkedSamples(seconds: 20)
        #expect(GaitReport(of: walked.samples, rateInHertz: 100).turns.confidence == .good)
        walked.lose(10..<11)
        #expect(GaitReport(of: walked.samples, rateInHertz: 100).turns.confidence == .fair)
        walked.lose(10..<13)
        #expect(GaitReport(of: walked.samples, rateInHertz: 100).turns.confidence == .poor)
    }

    @Test("has the figures of each bout, before and after a long hole")
    func bouts() throws {
        var walked = try WalkedSamples(seconds: 60)
        walked.lose(30..<34)
        let report = GaitReport(of: walked.samples, rateInHertz: 100)
        #expect(report.bouts.count == 2)
        for bout in report.bouts {
            #expect(abs(try #require(bout.cadence.value) - 110) < 1)
            #expect(bout.stepTime.confidence == .good)
        }
        #expect(report.freezing.allSatisfy { !(24.01..<34).contains($0.start) })
    }
}
