// Finds the strides of a foot in the computed walk, whose positions and events are known.

import Gait
import Orientation
import RandomWords
import Testing
import WalkSource

/// Readings of a sensor on a foot of the computed walk, with that foot's true positions.
private struct WalkedFoot {
    var samples: [FootSample] = []
    let walk: SyntheticWalk
    let rate: Double

    init(
        rate: Double = 100,
        seconds: Double = 62,
        cadence: Double = 110,
        stepLength: Double = 0.66,
        errors: InertialUnitErrors = .consumer,
        seed: UInt64 = 7
    ) throws {
        self.rate = rate
        var walker = Walker()
        walker.cadenceInStepsPerMinute = cadence
        walker.stepLengthInMetres = stepLength
        walk = try SyntheticWalk(
            SyntheticWalkDescription(seed: seed, walker: walker, errors: errors)
        )
        let grid = try #require(SamplingGrid(rateInHertz: rate))
        var sensor = SyntheticSensor(walk: walk, placement: .leftFoot, grid: grid)
        let readings = (0..<Int(seconds * rate)).map { sensor.reading(ofSample: $0) }
        var offline = OfflineOrientation(rateInHertz: rate)
        for reading in readings {
            offline.append(
                gyroscope: reading.angularRateInRadiansPerSecond,
                accelerometer: reading.specificForceInG
            )
        }
        let solved = offline.solve()
        samples = readings.enumerated().map { index, reading in
            FootSample(
                seconds: Double(reading.nanosecondsFromStart) / 1e9,
                acceleration: reading.specificForceInG,
                rotation: reading.angularRateInRadiansPerSecond - solved.bias(at: index),
                attitude: solved.attitude6D(at: index)
            )
        }
    }

    /// The true horizontal distance between the foot's positions at two times.
    func trueLength(from start: Double, to end: Double) -> Double {
        let moved =
            walk.state(of: .leftFoot, atSeconds: end).positionInMetres
            - walk.state(of: .leftFoot, atSeconds: start).positionInMetres
        return (moved.x * moved.x + moved.y * moved.y).squareRoot()
    }

    /// The times of one kind of event of the foot.
    func events(_ kind: GaitEvent.Kind) -> [Double] {
        walk.events(beforeSeconds: samples.last?.seconds ?? 0)
            .filter { $0.foot == .left && $0.kind == kind }
            .map(\.secondsFromStart)
    }

    func strides() -> [FootStride] { Self.strides(of: samples, rate: rate) }

    static func strides(of samples: [FootSample], rate: Double) -> [FootStride] {
        var stream = FootStream(sampleRateInHertz: rate)
        var strides = samples.compactMap { stream.update($0) }
        if let last = stream.finish() { strides.append(last) }
        return strides
    }
}

@Suite("The strides of a foot")
struct FootStreamTests {
    @Test(
        "are as long as those of the computed walk, to two percent",
        arguments: [100.0, 200, 400],
        [(cadence: 80.0, step: 0.45), (110, 0.66), (125, 0.8)]
    )
    func lengths(rate: Double, walk: (cadence: Double, step: Double)) throws {
        let foot = try WalkedFoot(rate: rate, cadence: walk.cadence, stepLength: walk.step)
        let found = Lengths(foot.strides(), of: foot)
        let strikes = foot.events(.heelStrike).count
        #expect(strikes - 1...strikes ~= found.count)
        #expect(found.shareOfWalked <= 0.02)
        #expect(found.worstShare <= 0.02)
        #expect(found.highestRise <= 0.05)
        #expect(found.isAllGood)
    }

    @Test("are measured to four percent at 50 Hz, which misses half of an impact")
    func slowRate() throws {
        let foot = try WalkedFoot(rate: 50)
        let found = Lengths(foot.strides(), of: foot)
        #expect(foot.events(.heelStrike).count - found.count <= 1)
        #expect(found.worstShare <= 0.04)
    }

    @Test("have the walk's contacts, and its toe-offs at most a tenth of a second late")
    func events() throws {
        let foot = try WalkedFoot(rate: 100)
        let strikes = foot.events(.heelStrike)
        let toeOffs = foot.events(.toeOff)
        for stride in foot.strides() {
            let contact = try #require(stride.contact)
            let toeOff = try #require(stride.toeOff)
            #expect(strikes.contains { abs(contact - $0) <= 0.02 }, "no strike near \(contact) s")
            #expect(toeOffs.contains { 0...0.1 ~= toeOff - $0 }, "no toe-off before \(toeOff) s")
            #expect(stride.start < toeOff && toeOff < contact && contact < stride.end)
        }
    }

    @Test("are measured if one sample in twenty is missing, with less confidence")
    func losses() throws {
        var foot = try WalkedFoot(rate: 200)
        var random = RandomWords(seed: 3)
        foot.samples.removeAll { _ in Double.random(in: 0..<1, using: &random) < 0.05 }
        let strides = foot.strides()
        let found = Lengths(strides, of: foot)
        #expect(foot.events(.heelStrike).count - found.count <= 1)
        #expect(found.worstShare <= 0.04)
        #expect(strides.filter { $0.displacement.confidence == .fair }.count > strides.count / 2)
    }

    @Test("have no length, but a reason, if more than a tenth of their samples is missing")
    func hole() throws {
        var foot = try WalkedFoot(rate: 100)
        let toeOff = try #require(foot.events(.toeOff).dropFirst(10).first)
        foot.samples.removeAll { (toeOff..<toeOff + 0.3).contains($0.seconds) }
        let without = foot.strides().filter { $0.lengthInMetres == nil }
        #expect(without.count == 1)
        let stride = try #require(without.first)
        #expect(stride.start < toeOff && toeOff < stride.end)
        guard case .absent(.tooManyLost(let share, let allowed)) = stride.displacement else {
            Issue.record("\(stride.displacement)")
            return
        }
        #expect(share > allowed)
    }

    @Test("begin anew after a hole of five seconds")
    func longHole() throws {
        var foot = try WalkedFoot(rate: 100)
        foot.samples.removeAll { (20.0..<25).contains($0.seconds) }
        let strides = foot.strides()
        let all = try WalkedFoot(rate: 100).strides()
        #expect(strides.filter { $0.end < 20 } == all.filter { $0.end < 20 })
        #expect(!strides.contains { $0.start < 20 && $0.end > 25 })
        #expect(strides.filter { $0.start > 27 } == all.filter { $0.start > 27 })
    }

    @Test("are complete if a hole begins while the foot lies still", arguments: 0..<20)
    func holeAtRest(hundredths: Int) throws {
        var foot = try WalkedFoot(rate: 100)
        let all = foot.strides()
        let stride = try #require(all.dropFirst(5).first)
        let begin = stride.end + 0.1 + Double(hundredths) * 0.01
        foot.samples.removeAll { (begin..<begin + 3).contains($0.seconds) }
        #expect(foot.strides().contains { $0.start == stride.start })
    }

    @Test("are the same if a few samples have times far ahead")
    func strayTimes() throws {
        let foot = try WalkedFoot(rate: 100)
        var stream = FootStream(sampleRateInHertz: 100)
        var strides: [FootStride] = []
        for (index, sample) in foot.samples.enumerated() {
            if index % 500 == 250 {
                var stray = sample
                stray.seconds += 1e6
                if let stride = stream.update(stray) { strides.append(stride) }
            }
            if let stride = stream.update(sample) { strides.append(stride) }
        }
        if let last = stream.finish() { strides.append(last) }
        #expect(strides == foot.strides())
        #expect(stream.refusedSamples == (foot.samples.count + 249) / 500)
    }

    @Test("are the same if the first sample has a time far ahead")
    func strayFirst() throws {
        let foot = try WalkedFoot(rate: 100)
        var samples = foot.samples
        var stray = samples[0]
        stray.seconds += 1e6
        samples.insert(stray, at: 0)
        #expect(WalkedFoot.strides(of: samples, rate: 100) == foot.strides())
    }

    @Test("are not found while a foot stands and rocks, or jerks for a moment")
    func standing() {
        var samples: [FootSample] = []
        for index in 0..<3_000 {
            let seconds = Double(index) / 100
            // The foot rocks by 17 °/s, and every five seconds it jerks for a twentieth of a second.
            let jerk = index % 500 < 5 ? 2.0 : 0
            samples.append(
                FootSample(
                    seconds: seconds,
                    acceleration: SIMD3(0, 0, 1),
                    rotation: SIMD3(0, (index % 20 < 10 ? 0.3 : -0.3) + jerk, 0),
                    attitude: .identity
                )
            )
        }
        #expect(WalkedFoot.strides(of: samples, rate: 100).isEmpty)
    }

    @Test("are found without implausible samples and those that are not later than the one before")
    func refused() throws {
        let foot = try WalkedFoot(rate: 100)
        var stream = FootStream(sampleRateInHertz: 100)
        var strides: [FootStride] = []
        for sample in foot.samples {
            var wrong = sample
            wrong.rotation.x = .nan
            for one in [sample, wrong, sample] {
                if let stride = stream.update(one) { strides.append(stride) }
            }
        }
        #expect(stream.refusedSamples == 2 * foot.samples.count)
        if let last = stream.finish() { strides.append(last) }
        #expect(strides == foot.strides())
    }
}

/// Compares strides with the foot's true positions.
private struct Lengths {
    var count = 0
    /// The relative error of the sum of the lengths.
    var shareOfWalked = Double.infinity
    /// The relative error of the worst length.
    var worstShare = 0.0
    var highestRise = 0.0
    /// Whether each length has good confidence.
    var isAllGood = true

    init(_ strides: [FootStride], of foot: WalkedFoot) {
        var sums = (found: 0.0, true: 0.0)
        for stride in strides {
            let length = stride.lengthInMetres ?? .infinity
            let truth = foot.trueLength(from: stride.start, to: stride.end)
            sums = (sums.found + length, sums.true + truth)
            worstShare = max(worstShare, abs(length - truth) / truth)
            highestRise = max(highestRise, abs(stride.riseInMetres ?? .infinity))
            isAllGood = isAllGood && stride.displacement.confidence == .good
        }
        count = strides.count
        if sums.true > 0 { shareOfWalked = abs(sums.found - sums.true) / sums.true }
    }
}
