import Calibration
import RandomWords
import Testing

@Suite("A calibration")
struct SensorCalibrationTests {
    @Test("has a matrix whose inverse undoes it")
    func inverse() throws {
        let matrix = AxisMatrix(SIMD3(2, 0.5, -0.3), SIMD3(0.1, 1, 0.2), SIMD3(-0.7, 0.4, 3))
        let inverse = try #require(matrix.inverse)
        let vector = SIMD3<Double>(1, -2, 0.5)
        #expect((inverse * (matrix * vector) - vector).size < 1e-12)
    }

    @Test("is unusable if it cannot be inverted, or a value is invalid or too large")
    func unusable() {
        #expect(SensorCalibration().isUsable)
        #expect(!SensorCalibration(matrix: AxisMatrix(scale: SIMD3(1, 1, 0))).isUsable)
        // A matrix that has an inverse, but is too close to singular.
        let flat = AxisMatrix(SIMD3(1, 0, 0), SIMD3(1, 1e-15, 0), SIMD3(0, 0, 1))
        #expect(flat.inverse != nil)
        #expect(!SensorCalibration(matrix: flat).isUsable)
        #expect(!SensorCalibration(matrix: AxisMatrix(scale: SIMD3(repeating: 1e-60))).isUsable)
        #expect(SensorCalibration(matrix: AxisMatrix(scale: SIMD3(0.1, 1, 10))).isUsable)
        #expect(!SensorCalibration(offset: SIMD3(.nan, 0, 0)).isUsable)
        #expect(!SensorCalibration(offset: SIMD3(1e300, 0, 0)).isUsable)
        #expect(!SensorCalibration(matrix: AxisMatrix(scale: SIMD3(1, .infinity, 1))).isUsable)
    }
}

@Suite("Raw readings")
struct RawReadingsTests {
    /// Rotations about the z axis by −90° and 30°, and none.
    private static let mounts = [
        AxisMatrix(SIMD3(0, 1, 0), SIMD3(-1, 0, 0), SIMD3(0, 0, 1)),
        AxisMatrix(
            SIMD3(0.866_025_403_784_438_6, -0.5, 0),
            SIMD3(0.5, 0.866_025_403_784_438_6, 0),
            SIMD3(0, 0, 1)
        ), .identity,
    ]

    @Test(
        "are restored to the last bit from calibrated ones, for any sensor and mounting",
        arguments: UInt64(1)...12
    )
    func undone(seed: UInt64) throws {
        var random = RandomWords(seed: seed)
        let sensor = MeasuredSensor.allCases[Int(seed % 3)]
        let conversion = StepConversion(
            offset: seed % 2 == 0 ? .zero : SIMD3(-12, 0.5, 30.25),
            scale: SIMD3(
                1 / .random(in: 50...20_000, using: &random),
                0.000_598 * .random(in: 0.5...2, using: &random),
                -1 / .random(in: 50...20_000, using: &random)
            ),
            of: sensor
        )
        let raw = RawReadings(
            calibration: SensorCalibration(
                offset: random.vector(0.1),
                matrix: AxisMatrix(
                    SIMD3(1, 0, 0) + random.vector(0.1),
                    SIMD3(0, 1, 0) + random.vector(0.1),
                    SIMD3(0, 0, 1) + random.vector(0.1)
                )
            ),
            conversion: conversion,
            mount: Self.mounts[Int(seed / 3) % 3]
        )
        let withoutCalibration = RawReadings(
            calibration: nil,
            conversion: conversion,
            mount: raw.mount
        )
        for _ in 0..<10_000 {
            let steps = SIMD3(
                Int64.random(in: -32_768...32_767, using: &random),
                Int64.random(in: -32_768...32_767, using: &random),
                Int64.random(in: -8_388_608...8_388_607, using: &random)
            )
            let reading = conversion.value(ofSteps: steps)
            let value = raw.value(of: reading)
            #expect(raw.steps(of: value) == steps)
            let restored = try #require(raw.uncalibrated(value))
            let recorded = withoutCalibration.value(of: reading)
            for axis in 0..<3 { #expect(restored[axis].bitPattern == recorded[axis].bitPattern) }
        }
    }

    @Test("can be restored from a sensor's details in a manifest")
    func details() throws {
        var random = RandomWords(seed: 1)
        let calibration = SensorCalibration(
            offset: random.vector(0.1),
            matrix: AxisMatrix(
                SIMD3(1, 0, 0) + random.vector(0.1),
                SIMD3(0, 1, 0) + random.vector(0.1),
                SIMD3(0, 0, 1) + random.vector(0.1)
            )
        )
        let scale = SIMD3(repeating: 0.000_598)
        var details = [
            "calibrationOffset gyro": RawReadings.text(of: [calibration.offset]),
            "calibrationMatrix gyro": RawReadings.text(
                of: [calibration.matrix.first, calibration.matrix.second, calibration.matrix.third]
            ),
            "conversion gyro": RawReadings.text(of: [.zero, scale]),
            "mountMatrix gyro": "0, 1, 0; -1, 0, 0; 0, 0, 1",
        ]
        let raw = try #require(RawReadings(of: .gyro, in: details))
        #expect(raw.calibration == calibration)
        #expect(raw.conversion == StepConversion(offset: .zero, scale: scale, of: .gyro))
        #expect(raw.mount == Self.mounts[0])
        // The details do not mention another sensor: its values are taken as uncalibrated.
        let other = try #require(RawReadings(of: .accelerometer, in: details))
        #expect(other.calibration == nil)
        #expect(other.uncalibrated(SIMD3(1, 2, 3)) == SIMD3(1, 2, 3))
        // A calibration needs both parts.
        details["calibrationMatrix gyro"] = nil
        #expect(RawReadings(of: .gyro, in: details) == nil)
    }

    @Test(
        "are not restored from invalid details",
        arguments: [
            "", "1, 2", "1, 2, 3; 4, 5, 6", "a, b, c", "nan, 0, 0", "1, 2, inf", "1,, 2",
            String(repeating: "1, ", count: 1000),
        ]
    )
    func hostile(text: String) {
        for key in ["calibrationOffset gyro", "calibrationMatrix gyro", "conversion gyro"] {
            var details = [
                "calibrationOffset gyro": "0, 0, 0",
                "calibrationMatrix gyro": "1, 0, 0; 0, 1, 0; 0, 0, 1",
            ]
            details[key] = text
            // A conversion has two rows, so these are valid.
            if key == "conversion gyro", text == "1, 2, 3; 4, 5, 6" { continue }
            #expect(RawReadings(of: .gyro, in: details) == nil)
        }
    }

    @Test("do not exist for an impossible conversion or for implausible values")
    func noReading() {
        let raw = RawReadings(
            calibration: SensorCalibration(offset: SIMD3(0.1, 0, 0)),
            conversion: StepConversion(offset: .zero, scale: SIMD3(0.1, 0, 0.1), of: .gyro)
        )
        #expect(raw.uncalibrated(SIMD3(1, 1, 1)) == nil)
        #expect(raw.steps(of: SIMD3(.nan, 0, 0)) == nil)
        #expect(raw.steps(of: SIMD3(1e300, 0, 0)) == nil)
    }
}
