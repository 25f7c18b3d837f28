import SampleFile
import Testing
import Timebase

@testable import Recording

@Suite("Replacing a file that was removed")
struct ReplacementTests {
    private func mark(_ number: Int) -> PendingMark {
        PendingMark(
            record: 0,
            time: BootInstant(nanoseconds: Int64(number)),
            name: nil,
            stepPath: PreparedText("")
        )
    }

    @Test("keeps the first mark and the latest ones, and counts those between them")
    func marks() {
        var marks = MarksOfFile()
        for number in 0..<(MarksOfFile.limit + 5) { marks.append(mark(number)) }
        #expect(marks.kept.map(\.time.nanoseconds) == [0] + (6..<1029).map { Int64($0) })
        #expect(marks.loseForgotten() == 5)
        #expect(marks.loseForgotten() == 0, "they are reported once")
    }

    @Test("happens at most 16 times")
    func limit() {
        let replacements = Replacements()
        #expect((0..<18).map { _ in replacements.take() } == (0..<18).map { $0 < 16 })
    }
}
