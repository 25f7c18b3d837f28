import Calibration
import RandomWords
import Testing

@Suite("The calibration of a magnetometer")
struct MagnetometerCalibrationTests {
    private static let sensor = WrongSensor(
        offset: SIMD3(25, -40, 12),
        distortion: AxisMatrix(
            SIMD3(1.1, 0.05, -0.03),
            SIMD3(0.05, 0.92, 0.02),
            SIMD3(-0.03, 0.02, 1.03)
        )
    )

    private static func readings(
        seed: UInt64,
        count: Int = 400,
        noise: Double = 0.5,
        where isSeen: (SIMD3<Double>) -> Bool = { _ in true }
    ) -> [SIMD3<Double>] {
        var random = RandomWords(seed: seed)
        var readings: [SIMD3<Double>] = []
        while readings.count < count {
            let direction = random.direction()
            guard isSeen(direction) else { continue }
            readings.append(sensor.reading(of: 49 * direction) + random.vector(noise))
        }
        return readings
    }

    @Test("finds offset and ellipsoid to one percent of the field", arguments: UInt64(1)...20)
    func found(seed: UInt64) throws {
        let found = try MagnetometerCalibration.fit(Self.readings(seed: seed), strength: 49)
        #expect((found.calibration.offset - Self.sensor.offset).size < 0.49)
        let both = Self.product(found.calibration.matrix, Self.sensor.distortion)
        for row in 0..<3 {
            let unit = SIMD3<Double>(row == 0 ? 1 : 0, row == 1 ? 1 : 0, row == 2 ? 1 : 0)
            #expect((both[row] - unit).size < 0.01)
        }
        #expect(found.restShare < 0.02)
    }

    @Test("keeps the ellipsoid's volume if the field strength is unknown")
    func volume() throws {
        let found = try MagnetometerCalibration.fit(Self.readings(seed: 1, noise: 0))
        let product =
            1.1 * (0.92 * 1.03 - 0.02 * 0.02) - 0.05 * (0.05 * 1.03 + 0.02 * 0.03)
            - 0.03 * (0.05 * 0.02 + 0.92 * 0.03)
        let volume = found.strength / 49
        #expect(abs(volume * volume * volume - product) < 1e-6)
        #expect(found.restShare < 1e-9)
    }

    @Test("is found even if most readings are in one direction")
    func crowded() throws {
        let readings =
            Self.readings(seed: 2, count: 2_000, where: { $0.z > 0.8 })
            + Self.readings(seed: 3, count: 150)
        let found = try MagnetometerCalibration.fit(readings, strength: 49)
        #expect((found.calibration.offset - Self.sensor.offset).size < 0.98)
    }

    @Test("says which direction is missing")
    func missing() {
        let readings = Self.readings(seed: 4, noise: 0.01, where: { $0.x > -0.5 })
        #expect(throws: CalibrationFault.missing(.minusX)) {
            try MagnetometerCalibration.fit(readings)
        }
    }

    @Test("is refused for readings that lie on no ellipsoid", arguments: 0..<4)
    func refused(kind: Int) {
        var random = RandomWords(seed: 9)
        let readings: [SIMD3<Double>] = (0..<200).map { _ in
            switch kind {
            case 0: SIMD3(20, 5, -40)
            case 1: SIMD3(1, 2, 3) * Double.random(in: -20...20, using: &random)
            case 2: random.vector(50)
            default: SIMD3(.nan, .infinity, 1e300)
            }
        }
        #expect(throws: CalibrationFault.self) { try MagnetometerCalibration.fit(readings) }
    }

    private static func product(_ a: AxisMatrix, _ b: AxisMatrix) -> [SIMD3<Double>] {
        let columns = [
            a * SIMD3(b.first.x, b.second.x, b.third.x),
            a * SIMD3(b.first.y, b.second.y, b.third.y),
            a * SIMD3(b.first.z, b.second.z, b.third.z),
        ]
        return (0..<3).map { SIMD3(columns[0][$0], columns[1][$0], columns[2][$0]) }
    }
}
