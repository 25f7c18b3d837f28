// Names that come out alike.

import Testing

@testable import SessionExport

@Suite("Names of an export")
struct DistinctNamesTests {
    @Test("get a number where they were taken, also one that was made so")
    func numbers() {
        var names = DistinctNames(besides: ["time"])
        let distinct = ["a", "a_2", "a", "a", "time"].map { names.distinct($0) }
        #expect(distinct == ["a", "a_2", "a_3", "a_4", "time_2"])
    }
}
