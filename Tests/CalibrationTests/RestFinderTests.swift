import Calibration
import RandomWords
import Testing

@Suite("Rests of a sensor")
struct RestFinderTests {
    private struct Trial {
        var finder = RestFinder(seconds: 2)
        var random = RandomWords(seed: 5)
        var seconds = 0.0
        var rests: [Rest] = []

        mutating func lie(_ side: SIMD3<Double>, for length: Double, noise: Double = 0.005) {
            for _ in 0..<Int(length * 100) {
                feel(side + random.vector(noise), random.vector(0.005) + SIMD3(0.01, 0, 0))
            }
        }

        mutating func shake(for length: Double) {
            for _ in 0..<Int(length * 100) { feel(random.vector(1.5), random.vector(2)) }
        }

        mutating func feel(_ acceleration: SIMD3<Double>, _ rotation: SIMD3<Double>?) {
            let rest = finder.update(
                seconds: seconds,
                acceleration: acceleration,
                rotation: rotation
            )
            if let rest { rests.append(rest) }
            seconds += 0.01
        }

        mutating func end() { if let rest = finder.finish() { rests.append(rest) } }
    }

    @Test("are found between movements, with their mean readings and the side that was up")
    func found() throws {
        var trial = Trial()
        trial.lie(SIMD3(0, 0.02, 1), for: 4)
        trial.shake(for: 1)
        trial.lie(SIMD3(-1.01, 0.05, 0), for: 3)
        trial.shake(for: 1)
        trial.lie(SIMD3(0.7, 0.7, 0), for: 3)
        trial.end()
        #expect(trial.rests.map(\.side) == [.plusZ, .minusX, nil])
        let first = try #require(trial.rests.first)
        #expect((first.acceleration - SIMD3(0, 0.02, 1)).size < 0.001)
        #expect((try #require(first.rotation) - SIMD3(0.01, 0, 0)).size < 0.001)
        #expect(abs(first.seconds - 4) < 0.02)
    }

    @Test("last at least as long as required")
    func tooShort() {
        var trial = Trial()
        trial.shake(for: 1)
        trial.lie(SIMD3(0, 0, 1), for: 1.9)
        trial.shake(for: 1)
        trial.end()
        #expect(trial.rests.isEmpty)
    }

    @Test("end where readings are missing or invalid")
    func holes() {
        var trial = Trial()
        trial.lie(SIMD3(0, 0, 1), for: 2.5)
        trial.seconds += 1
        trial.lie(SIMD3(0, 0, 1), for: 2.5)
        trial.feel(SIMD3(.nan, 0, 1), nil)
        trial.lie(SIMD3(0, 0, 1), for: 2.5)
        trial.end()
        #expect(trial.rests.count == 3)
        #expect(trial.rests.allSatisfy { $0.seconds < 2.6 })
    }

    @Test("are not found while the sensor is tilted slowly and evenly")
    func slowTurn() {
        var trial = Trial()
        // 4 °/s about a level axis, with the first terms of sine and cosine.
        for index in 0..<1_000 {
            let tilt = Double(index) * 0.04 * 0.017_453
            trial.feel(SIMD3(tilt, 0, 1 - tilt * tilt / 2), SIMD3(0, 0.07, 0))
        }
        trial.end()
        #expect(trial.rests.isEmpty)
    }

    @Test("show how long they have lasted so far")
    func lying() {
        var trial = Trial()
        trial.shake(for: 1)
        #expect(trial.finder.lyingForSeconds == 0)
        trial.lie(SIMD3(0, 0, 1), for: 2)
        #expect(1.4...2 ~= trial.finder.lyingForSeconds)
    }

    @Test("have the mean rotation of the readings that have one")
    func someRotations() throws {
        var trial = Trial()
        for index in 0..<400 {
            trial.feel(SIMD3(0, 0, 1), index.isMultiple(of: 2) ? SIMD3(0.01, 0, 0) : nil)
        }
        trial.end()
        let rotation = try #require(trial.rests.first?.rotation)
        #expect((rotation - SIMD3(0.01, 0, 0)).size < 0.001)
    }
}
