import Testing

@testable import TaskSession

@Suite("One round of reading several sockets")
struct HearingTurnTests {
    @Test("reads at most a share of each socket, also if one is never empty", arguments: [0, 1])
    func flood(flooded: Int) {
        var waiting = [3, 2, 1]
        var heard: [String] = []
        let endless = { "junk" as String? }
        let quiet = { waiting.popLast().map { "mark \($0)" } }
        let sockets = flooded == 0 ? [endless, quiet] : [quiet, endless]
        let isFlooded = HearingTurn.take(from: sockets) { heard.append($0) }
        #expect(isFlooded)
        #expect(heard.filter { $0 != "junk" } == ["mark 1", "mark 2", "mark 3"])
        #expect(heard.count == HearingTurn.share + 3)
    }

    @Test("reads everything if no socket has more than its share")
    func quiet() {
        var left = HearingTurn.share - 1
        let next = { () -> Int? in
            left -= 1
            return left >= 0 ? left : nil
        }
        var count = 0
        let isFlooded = HearingTurn.take(from: [next, { nil }]) { _ in count += 1 }
        #expect(!isFlooded)
        #expect(count == HearingTurn.share - 1)
        let none = HearingTurn.take(from: [() -> Int?]()) { _ in count += 1 }
        #expect(!none)
    }
}
