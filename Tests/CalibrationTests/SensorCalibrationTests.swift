import Calibration
import RandomWords
import Testing

@Suite("A calibration")
struct SensorCalibrationTests {
    @Test("is undone to the last bit, for any reading of a sensor", arguments: UInt64(1)...5)
    func undone(seed: UInt64) throws {
        var random = RandomWords(seed: seed)
        let scale = SIMD3(1 / 16_384.0, 9.80665 / 65_536, 0.1)
        let calibration = SensorCalibration(
            offset: random.vector(0.1),
            matrix: AxisMatrix(
                SIMD3(1.05, 0.02, -0.01),
                SIMD3(0.03, 0.96, 0.015),
                SIMD3(-0.02, 0.01, 1.01)
            )
        )
        for _ in 0..<20_000 {
            let steps = SIMD3(
                Int64.random(in: -32_768...32_767, using: &random),
                Int64.random(in: -32_768...32_767, using: &random),
                Int64.random(in: -8_388_608...8_388_607, using: &random)
            )
            let reading = SIMD3<Double>(steps) * scale
            let back = try #require(
                calibration.steps(of: calibration.apply(to: reading), scale: scale)
            )
            #expect(back == steps)
            #expect(SIMD3<Double>(back) * scale == reading)
        }
    }

    @Test("that has no inverse, or no finite value, is not undone")
    func noInverse() {
        let flat = SensorCalibration(matrix: AxisMatrix(scale: SIMD3(1, 1, 0)))
        #expect(flat.steps(of: SIMD3(1, 2, 3), scale: SIMD3(repeating: 1)) == nil)
        let good = SensorCalibration()
        #expect(good.steps(of: SIMD3(.nan, 0, 0), scale: SIMD3(repeating: 1)) == nil)
        #expect(good.steps(of: SIMD3(1e300, 0, 0), scale: SIMD3(repeating: 1)) == nil)
    }

    @Test("has a matrix that its inverse undoes")
    func inverse() throws {
        let matrix = AxisMatrix(SIMD3(2, 0.5, -0.3), SIMD3(0.1, 1, 0.2), SIMD3(-0.7, 0.4, 3))
        let inverse = try #require(matrix.inverse)
        let vector = SIMD3<Double>(1, -2, 0.5)
        #expect((inverse * (matrix * vector) - vector).size < 1e-12)
    }
}
