import Calibration
import RandomWords
import Testing

@Suite("The calibration of an accelerometer")
struct AccelerometerCalibrationTests {
    private static let sensor = WrongSensor(
        offset: SIMD3(0.03, -0.05, 0.02),
        distortion: AxisMatrix(scale: SIMD3(1.04, 0.97, 1.015))
    )

    /// One rest on each of the sensor's sides, a few degrees off level.
    private static func rests(seed: UInt64, noise: Double = 0.001) -> [Rest] {
        var random = RandomWords(seed: seed)
        return [
            SIMD3(1, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -1, 0), SIMD3(0, 0, 1),
            SIMD3(0, 0, -1),
        ].map { (side: SIMD3<Double>) in
            let tilted = side + random.vector(0.08)
            let reading = sensor.reading(of: tilted / tilted.size) + random.vector(noise)
            return Rest(acceleration: reading, rotation: nil, seconds: 3)
        }
    }

    @Test(
        "finds offset and scale to one percent, however the sensor lay on its sides",
        arguments: UInt64(1)...20
    )
    func found(seed: UInt64) throws {
        let found = try AccelerometerCalibration.fit(Self.rests(seed: seed)).calibration
        let off = found.offset - Self.sensor.offset
        #expect(off.size < 0.01)
        for (scale, truth) in [
            (found.matrix.first.x, 1 / 1.04), (found.matrix.second.y, 1 / 0.97),
            (found.matrix.third.z, 1 / 1.015),
        ] {
            #expect(abs(scale - truth) < 0.01 * truth)
        }
    }

    @Test("is exact for readings without noise")
    func exact() throws {
        let found = try AccelerometerCalibration.fit(Self.rests(seed: 3, noise: 0))
        #expect((found.calibration.offset - Self.sensor.offset).size < 1e-12)
        #expect(found.restInG < 1e-13)
    }

    @Test("says which side is missing", arguments: 0..<6)
    func missing(side: Int) throws {
        var rests = Self.rests(seed: 1)
        rests[side] = rests[(side + 1) % 6]
        #expect(throws: CalibrationFault.missing(Direction.allCases[side])) {
            try AccelerometerCalibration.fit(rests)
        }
    }

    @Test("is refused with too few rests, or if the sensor was pushed during one")
    func refused() throws {
        let rests = Self.rests(seed: 1)
        #expect(throws: CalibrationFault.tooFew(found: 5, needed: 6)) {
            try AccelerometerCalibration.fit(Array(rests.dropLast()))
        }
        // Two more rests; the sensor was pushed during the first of them.
        var pushed = rests + rests.prefix(2)
        pushed[6].acceleration *= 1.1
        let fault = #expect(throws: CalibrationFault.self) {
            try AccelerometerCalibration.fit(pushed)
        }
        guard case .poorFit = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }
}

@Suite("Implausible calibrations")
struct ImplausibleCalibrationTests {
    @Test("of an accelerometer are refused, though six rests always fit")
    func accelerometer() {
        let sides = [
            SIMD3(1.3, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -1, 0), SIMD3(0, 0, 1),
            SIMD3(0, 0, -1),
        ]
        let rests = sides.map { Rest(acceleration: $0, rotation: nil, seconds: 3) }
        #expect(throws: CalibrationFault.implausible) { try AccelerometerCalibration.fit(rests) }
    }

    @Test("of a gyroscope that was turning are refused")
    func gyroscope() {
        let rest = Rest(acceleration: SIMD3(0, 0, 1), rotation: SIMD3(0, 0, 0.2), seconds: 3)
        #expect(throws: CalibrationFault.implausible) { try GyroscopeCalibration.fit([rest]) }
    }

    @Test(
        "of a magnetometer by a field strength that no place has are refused",
        arguments: [0, -50, 1e4, .nan]
    )
    func magnetometer(strength: Double) {
        let fault = #expect(throws: CalibrationFault.self) {
            try MagnetometerCalibration.fit([], strength: strength)
        }
        guard case .strength = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }
}

@Suite("The calibration of a gyroscope")
struct GyroscopeCalibrationTests {
    @Test("is the mean reading at rest, weighted by the duration of each rest")
    func offset() throws {
        let still = SIMD3(0.01, -0.02, 0.005)
        let rests = [
            Rest(acceleration: SIMD3(0, 0, 1), rotation: still + SIMD3(0.003, 0, 0), seconds: 1),
            Rest(acceleration: SIMD3(0, 1, 0), rotation: still - SIMD3(0.001, 0, 0), seconds: 3),
            Rest(acceleration: SIMD3(1, 0, 0), rotation: nil, seconds: 30),
        ]
        let found = try GyroscopeCalibration.fit(rests)
        #expect((found.offset - still).size < 1e-15)
        #expect(found.apply(to: still).size < 1e-15)
        #expect(throws: CalibrationFault.tooFew(found: 0, needed: 1)) {
            try GyroscopeCalibration.fit([rests[2]])
        }
    }
}
