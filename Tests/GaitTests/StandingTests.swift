import Gait
import RandomWords
import Testing

/// The signal for which NumPy has computed the expected figures; see `Tests/Proofs/gait.py`.
private func wander(seed: UInt64, count: Int, keep: Double) -> [Double] {
    var state = seed
    var value = 0.0
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        value = keep * value + (Double(state >> 11) * 0x1p-53 - 0.5)
        return value
    }
}

private let measures: [(name: String, of: @Sendable (Sway) -> Double, expected: Double)] = [
    ("RMS", { $0.rootMeanSquare }, NumPyFigures.rootMeanSquare),
    ("mean distance", { $0.meanDistance }, NumPyFigures.meanDistance),
    ("path", { $0.path }, NumPyFigures.path),
    ("mean velocity", { $0.meanVelocity }, NumPyFigures.meanVelocity),
    ("area", { $0.ellipseArea }, NumPyFigures.ellipseArea),
    ("mean frequency", { $0.meanFrequency }, NumPyFigures.meanFrequency),
    ("median frequency", { $0.medianFrequency }, NumPyFigures.medianFrequency),
    ("95 % frequency", { $0.frequency95 }, NumPyFigures.frequency95),
    ("centroidal frequency", { $0.centroidalFrequency }, NumPyFigures.centroidalFrequency),
    ("dispersion", { $0.frequencyDispersion }, NumPyFigures.frequencyDispersion),
]

@Suite("Standing")
struct StandingTests {
    let points = zip(
        wander(seed: 3, count: 3000, keep: 0.97),
        wander(seed: 4, count: 3000, keep: 0.9)
    ).map { SIMD2($0, $1) }

    @Test("has NumPy's value for each measure of sway", arguments: measures.indices)
    func byNumPy(index: Int) throws {
        let sway = try #require(Sway.of(points: points, rateInHertz: 100).value)
        let (_, of, expected) = measures[index]
        #expect(abs(of(sway) - expected) < 1e-9 * expected)
    }

    @Test("has the same sway for any direction of the axes, and any centre")
    func turned() throws {
        let plain = try #require(Sway.of(points: points, rateInHertz: 100).value)
        let turned = points.map { SIMD2(0.6 * $0.x - 0.8 * $0.y, 0.8 * $0.x + 0.6 * $0.y) + 7 }
        let sway = try #require(Sway.of(points: turned, rateInHertz: 100).value)
        for (_, of, _) in measures { #expect(abs(of(sway) - of(plain)) < 1e-9 * of(plain)) }
    }

    @Test("has the reason instead of a sway if it is too short, its rate too low, or nothing moves")
    func absent() {
        let short = Sway.of(points: Array(points.prefix(1999)), rateInHertz: 100)
        #expect(short == .absent(.tooShort(seconds: 19.99, needed: 20)))
        let slow = Sway.of(points: points, rateInHertz: 5)
        #expect(slow == .absent(.rateTooLow(hertz: 5, needed: 10)))
        let still = Sway.of(points: [SIMD2<Double>](repeating: .one, count: 3000), rateInHertz: 100)
        #expect(still == .absent(.stillness))
    }

    @Test("has the sway by which the sensor was moved, in m/s², and none while walking")
    func inRecording() throws {
        let pushed = zip(points, 0...).map { point, index in
            GaitSample(
                seconds: Double(index) / 100,
                acceleration: SIMD3(point.x * 1e-3, point.y * 1e-3, 1),
                rotation: .zero
            )
        }
        let report = GaitReport(of: pushed, rateInHertz: 100)
        let sway = try #require(report.sway(during: 5..<29).value)
        let off = points[500..<2900].map { $0 - points[500..<2900].reduce(.zero, +) / 2400 }
        let square = off.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y } / 2400
        #expect(abs(sway.rootMeanSquare / (9.80665e-3 * square.squareRoot()) - 1) < 0.1)
        #expect(report.sway(during: 5..<20) == .absent(.tooShort(seconds: 15, needed: 20)))
        #expect(
            report.sway(during: 100..<130) == .absent(.tooShort(seconds: 0, needed: 20))
        )
        let walked = GaitReport(of: try WalkedSamples(seconds: 30).samples, rateInHertz: 100)
        let start = try #require(walked.bouts.first).bout.start
        #expect(walked.sway(during: 0..<30) == .absent(.walking(start: start)))
    }

    @Test("has less confidence if samples are missing, and no sway if more than a fifth is")
    func losses() {
        func sway(losing share: Double) -> Measured<Sway> {
            var random = RandomWords(seed: 1)
            var samples = zip(points, 0...).map { point, index in
                GaitSample(
                    seconds: Double(index) / 100,
                    acceleration: SIMD3(point.x * 1e-3, point.y * 1e-3, 1),
                    rotation: .zero
                )
            }
            samples.removeAll { _ in Double.random(in: 0..<1, using: &random) < share }
            return GaitReport(of: samples, rateInHertz: 100).sway(during: 1..<29)
        }
        #expect(sway(losing: 0).confidence == .good)
        #expect(sway(losing: 0.05).confidence == .fair)
        #expect(sway(losing: 0.15).confidence == .poor)
        guard case .absent(.tooManyLost(let share, let allowed)) = sway(losing: 0.3) else {
            Issue.record("there is a sway from two thirds of the samples")
            return
        }
        #expect(abs(share - 0.3) < 0.03)
        #expect(allowed == 0.2)
    }
}

@Suite("The freezing index")
struct FreezingTests {
    @Test("has NumPy's value")
    func byNumPy() throws {
        let six = wander(seed: 1, count: 600, keep: 0.9)
        let index = try #require(FreezingIndex.of(vertical: six, rateInHertz: 100).value)
        let expected = NumPyFigures.freezingOfSixSeconds
        #expect(abs(index - expected) < 1e-9 * expected)
        let five = wander(seed: 2, count: 320, keep: 0.6)
        let other = try #require(FreezingIndex.of(vertical: five, rateInHertz: 64).value)
        let otherExpected = NumPyFigures.freezingOfFiveSecondsAt64
        #expect(abs(other - otherExpected) < 1e-9 * otherExpected)
    }

    @Test("is above two while a person trembles, and below one while a person walks")
    func trembling() throws {
        // Steps of 0.2 s are too fast for walking: they are a tremble of 5 Hz.
        let tremble = StagedSteps(strength: SIMD2(0.1, 0)).samples(
            contacts: StagedSteps.contacts(from: 0, count: 100, step: 0.2),
            until: 18
        )
        let trembling = GaitReport(of: tremble, rateInHertz: 100).freezing
        #expect(trembling.count == 13)
        #expect(trembling.map(\.start) == (0...12).map(Double.init))
        #expect(trembling.allSatisfy { $0.index.value ?? 0 > 2 })
        let walk = StagedSteps().samples(
            contacts: StagedSteps.contacts(from: 0, count: 40, step: 0.6),
            until: 18
        )
        #expect(
            GaitReport(of: walk, rateInHertz: 100).freezing.allSatisfy { $0.index.value ?? 9 < 1 }
        )
    }

    @Test("is absent if nothing moves, or the signal is too short or its rate too low")
    func absent() {
        let still = [Double](repeating: 1, count: 600)
        #expect(FreezingIndex.of(vertical: still, rateInHertz: 100) == .absent(.stillness))
        let short = FreezingIndex.of(vertical: [1, 2, 3], rateInHertz: 100)
        #expect(short == .absent(.tooShort(seconds: 0.03, needed: 2)))
        let slow = FreezingIndex.of(vertical: still, rateInHertz: 10)
        #expect(slow == .absent(.rateTooLow(hertz: 10, needed: 16)))
        // While a person stands, there is only the noise of the sensor.
        let standing = StagedSteps().samples(contacts: [], until: 9)
        let indices = GaitReport(of: standing, rateInHertz: 100).freezing.map(\.index)
        #expect(indices.count == 4)
        for index in indices {
            guard case .absent(.standing(let variation, 0.01)) = index else {
                Issue.record("a standing person has a freezing index of \(index)")
                continue
            }
            #expect(0.001..<0.003 ~= variation)
        }
    }
}
