// The instants of the rows in a table at a common rate.

import Testing

@testable import SessionExport

@Suite("Instants at a common rate")
struct AlignmentGridTests {
    @Test(
        "run from the start to the last one that is not after the end",
        arguments: [
            (0, 0, 100, 1), (0, 9_999_999, 100, 1), (0, 10_000_000, 100, 2),
            (0, 10_000_001, 100, 2),
            (5, 1_000_000_004, 1, 1), (5, 1_000_000_005, 1, 2), (-1_000_000_000, 0, 3, 4),
            (0, 333_333_332, 3, 1), (0, 333_333_333, 3, 2), (0, 3_600_000_000_000, 0.001, 4),
            (0, 1000, 100_000, 1), (0, 10_000, 100_000, 2),
        ] as [(Int64, Int64, Double, Int)]
    )
    func count(first: Int64, last: Int64, rate: Double, count: Int) throws {
        let grid = try #require(AlignmentGrid(from: first, through: last, rate: rate))
        #expect(grid.count == count)
        #expect(grid.instant(0) == first)
        #expect(grid.instant(count - 1) <= last && grid.instant(count) > last)
    }

    @Test("may reach the latest instant that `Int64` can hold")
    func endOfRange() throws {
        let grid = try #require(AlignmentGrid(from: 0, through: .max, rate: 0.001))
        #expect(grid.count == 9_223_373)
        #expect(grid.instant(9_223_372) == 9_223_372_000_000_000_000)
        #expect(grid.instant(9_223_373) == .max)
    }

    @Test("accumulate no error, however many there are")
    func exact() throws {
        let day: Int64 = 86_400_000_000_000
        let hundred = try #require(AlignmentGrid(from: 7, through: 7 + day, rate: 100))
        #expect(hundred.count == 8_640_001)
        #expect(hundred.instant(8_640_000) == 7 + day)
        #expect(hundred.instant(1_234_567) == 7 + 12_345_670_000_000)
        let third = try #require(AlignmentGrid(from: 0, through: day, rate: 3))
        #expect(third.instant(259_200) == day && third.instant(2) == 666_666_667)
    }

    @Test(
        "do not exist if there would be far too many, or if the end is before the start",
        arguments: [
            (0, 1_000_000_000 * 1_000_000_000, 1), (0, .max, 100_000), (.min, .max, 0.001),
            (.min, 0, 0.001), (1, 0, 100), (.max, .min, 100),
        ] as [(Int64, Int64, Double)]
    )
    func tooMany(first: Int64, last: Int64, rate: Double) {
        #expect(AlignmentGrid(from: first, through: last, rate: rate) == nil)
    }
}
