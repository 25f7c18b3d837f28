import Arguments
import SessionRuns
import Testing

@testable import StandardRecorders

@Suite("Reading how fast a source delivers its samples")
struct SpeedTests {
    @Test(
        "reads a speed",
        arguments: [
            ("10", .times(10)), ("10x", .times(10)), ("0.5", .times(0.5)), ("0.5x", .times(0.5)),
            ("max", .maximum),
        ] as [(String, Speed)]
    )
    func speeds(word: String, speed: Speed) throws {
        #expect(try Conversion<Speed>.speed.convert(word) == speed)
    }

    @Test(
        "refuses what is not a speed",
        arguments: ["0", "-1", "x", "", "fast", "MAX", "10xx", "1e7", "0.0001", "x10", "nanx"]
    )
    func noSpeed(word: String) {
        let error = #expect(throws: ConversionError.self) {
            try Conversion<Speed>.speed.convert(word)
        }
        #expect(error?.remedy == "give for instance 1, 10x or max")
    }
}
