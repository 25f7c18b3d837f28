import Testing

@testable import SoundRecorder

@Suite("Decibels of full scale")
struct DecibelTests {
    @Test(
        "are twenty times the decimal logarithm, to the last digits",
        arguments: [
            (1.0, 0.0), (0.5, -6.020599913279624), (0.1, -20), (0.01, -40),
            (0.7071067811865476, -3.0102999566398116),
            (3.0517578125e-05, -90.30899869919435), (1e-8, -160), (2, 6.020599913279624),
            (0.9999, -0.0008686324027), (1.0001, 0.0008685455395),
        ]
    )
    func values(ratio: Double, decibels: Double) {
        #expect(abs(Decibels.of(ratio) - decibels) < 1e-11)
    }

    @Test(
        "are -160 for silence, for smaller ratios, and for invalid ones",
        arguments: [
            0, -1, 1e-9, .leastNonzeroMagnitude, -0.0, .nan, -.infinity,
        ]
    )
    func floor(ratio: Double) { #expect(Decibels.of(ratio) == -160) }
}
