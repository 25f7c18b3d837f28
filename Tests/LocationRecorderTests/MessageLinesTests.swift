import Testing

@testable import LocationRecorder

@Suite("The messages in what a gpsd sends")
struct MessageLinesTests {
    /// The messages of a text that comes in pieces of some size, without their zero bytes.
    private func messages(_ text: String, inPiecesOf size: Int) -> [String] {
        var lines = MessageLines()
        var found: [String] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            unsafe piece.withUnsafeBytes { unsafe lines.take($0) }
            while let line = lines.next() {
                #expect(line.last == 0)
                found.append(String(decoding: line.dropLast(), as: UTF8.self))
            }
            #expect(lines.kept <= MessageLines.longest)
        }
        return found
    }

    @Test("are its lines, whatever pieces they come in", arguments: [1, 2, 5, 100])
    func pieces(size: Int) {
        #expect(messages("{a}\n{bc}\n\n{d}\nrest", inPiecesOf: size) == ["{a}", "{bc}", "", "{d}"])
    }

    @Test("are none where no line ever ends, and what follows is read", arguments: [100, 4096])
    func endless(size: Int) {
        for length in [MessageLines.longest + 1, 10 * MessageLines.longest] {
            let text = String(repeating: "x", count: length)
            #expect(messages("{a}\n\(text)\n{b}\n", inPiecesOf: size) == ["{a}", "", "{b}"])
        }
        let whole = String(repeating: "x", count: MessageLines.longest)
        #expect(messages("\(whole)\n{b}\n", inPiecesOf: size) == [whole, "{b}"])
    }
}

@Suite("How many messages are believed")
struct MessageBudgetTests {
    private static let second: Int64 = 1_000_000_000

    /// How many of so many at one instant are.
    private func believed(_ count: Int, by budget: inout MessageBudget, at now: Int64) -> Int {
        (0..<count).count { _ in budget.take(at: now) }
    }

    @Test("is as many as a gpsd can have sent since they were read last")
    func standstill() {
        var budget = MessageBudget(at: 0)
        #expect(believed(600, by: &budget, at: 0) == 512)
        var honest = MessageBudget(at: 0)
        for instant in 1...100 as ClosedRange<Int64> {
            #expect(believed(100, by: &honest, at: instant * Self.second) == 100)
        }
        // This process stood still for ten seconds, and the receiver did not.
        #expect(believed(1000, by: &honest, at: 110 * Self.second) == 1000)
        var long = MessageBudget(at: 0)
        #expect(believed(40_000, by: &long, at: 3600 * Self.second) == 30_720)
    }
}
