// Names of an export that would otherwise be the same.

import Testing

@testable import SessionExport

@Suite("Names of an export")
struct DistinctNamesTests {
    @Test("get a number if they are taken, even if another name already has that number")
    func numbers() {
        var names = DistinctNames(besides: ["time"])
        let distinct = ["a", "a_2", "a", "a", "time"].map { names.distinct($0) }
        #expect(distinct == ["a", "a_2", "a_3", "a_4", "time_2"])
    }
}
