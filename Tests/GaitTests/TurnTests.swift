import Gait
import Orientation
import RandomWords
import Testing

@Suite("Turns")
struct TurnTests {
    /// A sensor in some mounting that turns about the vertical: at these times, by these angles in degrees.
    private func turned(
        _ turns: [(start: Double, seconds: Double, degrees: Double)],
        bias: Double = 0,
        strides: Double = 0,
        mounting: Quaternion = .identity
    ) -> [GaitSample] {
        var random = RandomWords(seed: 2)
        return (0..<3000).map { index in
            let seconds = Double(index) / 100
            var rate = bias + strides * PortableMath.sineAndCosine(halfTurns: 1.8 * seconds).sine
            rate += 0.5 * Double.random(in: -1...1, using: &random)
            for turn in turns {
                let share = (seconds - turn.start) / turn.seconds
                guard share > 0, share < 1 else { continue }
                let wave = PortableMath.sineAndCosine(halfTurns: 2 * share).cosine
                rate += turn.degrees / turn.seconds * (1 - wave)
            }
            return GaitSample(
                seconds: seconds,
                acceleration: mounting.rotate(SIMD3(0, 0, 1)),
                rotation: mounting.rotate(SIMD3(0, 0, rate * .pi / 180))
            )
        }
    }

    @Test("are reported with their time, angle and peak rate, however the sensor is worn")
    func told() throws {
        let mounting = Quaternion(rotationVector: SIMD3(1, -0.7, 0.4))
        for worn in [Quaternion.identity, mounting] {
            let samples = turned(
                [(8, 2, 90), (16, 2.5, -180), (24, 1.5, 60)],
                mounting: worn
            )
            let turns = Told(samples, rate: 100).turns
            #expect(turns.count == 3)
            for (turn, expected) in zip(
                turns,
                [(8.0, 10.0, 90.0), (16, 18.5, -180), (24, 25.5, 60)]
            ) {
                #expect(abs(turn.start - expected.0) < 0.4)
                #expect(abs(turn.end - expected.1) < 0.4)
                #expect(abs(turn.angle * 180 / .pi - expected.2) < 4)
                let duration = expected.1 - expected.0
                let peak = 2 * abs(expected.2) / duration
                #expect(0.75 * peak..<1.02 * peak ~= turn.peakRate * 180 / .pi)
            }
            #expect(GaitReport(of: samples, rateInHertz: 100).turns.value == turns)
        }
    }

    @Test("are found during a walk, in which the pelvis swings all the time")
    func walking() throws {
        let turns = Told(turned([(10, 4, 120), (20, 4, -120)], strides: 30), rate: 100).turns
        #expect(turns.count == 2)
        for (turn, degrees) in zip(turns, [120.0, -120]) {
            #expect(abs(turn.angle * 180 / .pi - degrees) < 15)
        }
    }

    @Test("are not found in a swing of the pelvis, a look aside, a bias, or a wide curve")
    func none() {
        #expect(Told(turned([], bias: 4), rate: 100).turns.isEmpty)
        #expect(Told(turned([], strides: 25), rate: 100).turns.isEmpty)
        #expect(Told(turned([(10, 1.5, 40), (15, 1.5, -40)]), rate: 100).turns.isEmpty)
        #expect(Told(turned([(5, 20, 130)]), rate: 100).turns.isEmpty)
    }

    @Test("are reported within two seconds after their end")
    func inTime() throws {
        var stream = GaitStream(rateInHertz: 100)
        var told: Double?
        for sample in turned([(8, 2, 90)]) {
            for case .turned in stream.update(sample) { told = sample.seconds }
        }
        #expect(10..<12 ~= (try #require(told)))
    }
}
