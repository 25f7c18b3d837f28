import Testing

@testable import IIOSource

@Suite("Kernel backlog")
struct KernelBacklogTests {
    private static let capacity = 8

    /// Reads rows of scans, dry behind each, and tells before which of them some may be missing.
    ///
    /// The numbers of scans that are behind a gap are given.
    private static func overflows(rows: [Int], gaps: Set<Int> = []) -> [Int] {
        var backlog = KernelBacklog()
        var found: [Int] = []
        var number = 0
        for row in rows {
            for _ in 0..<row {
                if backlog.next(isBehindGap: gaps.contains(number), capacity: capacity) {
                    found.append(number)
                }
                number += 1
            }
            backlog.ranDry(capacity: capacity)
        }
        return found
    }

    @Test("Rows shorter than the kernel's room lose nothing")
    func shortRows() {
        #expect(Self.overflows(rows: [1, 7, 7, 0, 7, 3]).isEmpty)
    }

    @Test("Of a slow reader the row goes on behind the loss, and ends there")
    func slowReader() {
        #expect(Self.overflows(rows: [12, 5], gaps: [8]) == [8])
    }

    @Test("Of a fast reader the scan behind the loss comes by itself", arguments: [0, 1, 5])
    func fastReader(emptyLooks: Int) {
        let rows = [3, 8] + [Int](repeating: 0, count: emptyLooks) + [2, 7]
        #expect(Self.overflows(rows: rows, gaps: [11]) == [11])
    }

    @Test("A kernel that was full to the last place, and lost nothing, is no witness for long")
    func justFull() {
        #expect(Self.overflows(rows: [8, 8, 1, 7]) == [8, 16])
        #expect(Self.overflows(rows: [8, 4, 4]) == [8])
    }

    @Test("Each of two losses is found")
    func twice() {
        #expect(Self.overflows(rows: [8, 8, 1], gaps: [8, 16]) == [8, 16])
        #expect(Self.overflows(rows: [15, 8], gaps: [8]) == [8])
    }
}
