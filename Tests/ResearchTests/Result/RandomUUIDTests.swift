import FoundationEssentials
import Testing

@testable import Research

@Suite("The UUID of a run")
struct RandomUUIDTests {
    /// Returns the given numbers, one after the other.
    private struct Numbers: RandomNumberGenerator {
        var left: [UInt64]

        mutating func next() -> UInt64 { left.removeFirst() }
    }

    @Test(
        "has random bits except the version and the variant",
        arguments: [
            ([UInt64(0), 0], "00000000-0000-4000-8000-000000000000"),
            ([.max, .max], "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF"),
            (
                [0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908],
                "00010203-0405-4607-8809-0A0B0C0D0E0F"
            ),
        ]
    )
    func bits(numbers: [UInt64], text: String) {
        var generator = Numbers(left: numbers)
        #expect(UUID.random(by: &generator).uuidString == text)
    }

    @Test("is unique")
    func differs() {
        #expect(Set((0..<1000).map { _ in UUID.random() }).count == 1000)
    }
}
