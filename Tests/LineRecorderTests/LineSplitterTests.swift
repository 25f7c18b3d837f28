import Testing

@testable import LineRecorder

@Suite("Bytes that are split into lines")
struct LineSplitterTests {
    private func split(
        _ parts: [String],
        beginsWithin: Bool = false,
        isEnd: Bool = false
    ) -> [String] {
        var splitter = LineSplitter(beginsWithin: beginsWithin)
        var found: [String] = []
        let note = { (kind: LineSplitter.Found, line: Span<UInt8>) in
            let text = String(decoding: line.indices.map { line[$0] }, as: UTF8.self)
            found.append(kind == .line ? text : "\(kind):\(text.utf8.count)")
        }
        for part in parts { splitter.take(Array(part.utf8).span, note) }
        if isEnd { splitter.finish(note) }
        return found
    }

    @Test("give the same lines wherever a read ends, for each kind of line end")
    func cuts() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["1,2", "3", "four", ""].joined(separator: end)
            let bytes = Array(text.utf8)
            for first in 0...bytes.count {
                for second in first...bytes.count {
                    let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
                    let found = split(parts.map { String(decoding: $0, as: UTF8.self) })
                    #expect(found == ["1,2", "3", "four"], "\(first) \(second)")
                }
            }
        }
    }

    @Test("give no empty line, and a last line without a line end only at the end")
    func ends() {
        #expect(split(["\n\n1\n\r\n\n2\n3"]) == ["1", "2"])
        #expect(split(["1\n2"], isEnd: true) == ["1", "2"])
        #expect(split(["1\n"], isEnd: true) == ["1"])
        #expect(split([""], isEnd: true) == [])
    }

    @Test("give the first whole line first if the port was opened in the middle of one")
    func beginnings() {
        #expect(split(["34,5\n6,7\n"], beginsWithin: true) == ["beginning:4", "6,7"])
        #expect(split(["34,", "5", "\n6,7\n"], beginsWithin: true) == ["beginning:4", "6,7"])
        #expect(split(["\n6,7\n"], beginsWithin: true) == ["beginning:0", "6,7"])
    }

    @Test("give the beginning of a line that is too long, and go on behind it")
    func tooLong() {
        let longest = String(repeating: "a", count: LineSplitter.longest)
        #expect(split([longest + "\n1\n"]) == [longest, "1"])
        #expect(split([longest, "\n1\n"]) == [longest, "1"])
        #expect(split([longest + "b\n1\n"]) == ["tooLong:\(LineSplitter.longest)", "1"])
        #expect(
            split([longest, "b", longest, "\n1\n"]) == ["tooLong:\(LineSplitter.longest)", "1"]
        )
    }
}
