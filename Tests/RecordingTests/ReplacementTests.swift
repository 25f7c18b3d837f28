import SampleFile
import Testing
import Timebase

@testable import Recording

@Suite("What a recorder keeps for a file that is taken away")
struct ReplacementTests {
    private func mark(_ number: Int) -> PendingMark {
        PendingMark(
            record: 0,
            time: BootInstant(nanoseconds: Int64(number)),
            name: nil,
            stepPath: PreparedText("")
        )
    }

    @Test("is the first mark and the latest ones, and how many there were between")
    func marks() {
        var marks = MarksOfFile()
        for number in 0..<(MarksOfFile.limit + 5) { marks.append(mark(number)) }
        #expect(marks.kept.map(\.time.nanoseconds) == [0] + (6..<1029).map { Int64($0) })
        #expect(marks.loseForgotten() == 5)
        #expect(marks.loseForgotten() == 0, "they are told once")
    }

    @Test("is 16 more files, and no other")
    func limit() {
        let replacements = Replacements()
        #expect((0..<18).map { _ in replacements.take() } == (0..<18).map { $0 < 16 })
    }
}
