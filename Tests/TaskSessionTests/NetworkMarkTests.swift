import Testing
import Timebase

@testable import TaskSession

@Suite("The message of a network mark")
struct NetworkMarkTests {
    static let key = Array("a key of sixteen".utf8)

    static func mark(
        _ name: String = "together",
        id: UInt8 = 7,
        sent: Int64 = 1_795_256_100_000_000_000
    ) -> NetworkMark {
        NetworkMark(
            id: [UInt8](repeating: id, count: 16),
            name: name,
            sentNanoseconds: sent,
            isSenderSynchronized: true
        )
    }

    private func refusal(_ bytes: [UInt8], _ key: [UInt8]? = nil) -> NetworkMark.Refusal? {
        do throws(NetworkMark.Refusal) {
            _ = try NetworkMark(bytes, signedBy: key)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "is read back as it was written, signed or not",
        arguments: ["t", "Schütteln 2", String(repeating: "x", count: 64)],
        [nil, key]
    )
    func roundTrip(name: String, key: [UInt8]?) throws {
        var mark = Self.mark(name)
        (mark.transmission, mark.delayNanoseconds) = (4, 300_000_123)
        mark.isSigned = key != nil
        let bytes = mark.bytes(signedBy: key)
        #expect(bytes.count <= NetworkMark.longest)
        #expect(try NetworkMark(bytes, signedBy: key) == mark)
        #expect(mark.identifier == String(repeating: "07", count: 16))
    }

    @Test("has the bytes of its documented format")
    func format() {
        var mark = Self.mark("ab", id: 0xAB, sent: 0x0102_0304_0506_0708)
        (mark.transmission, mark.delayNanoseconds) = (3, 0x1122)
        let expected: [UInt8] =
            Array("FFNM".utf8) + [1, 2, 3, 2] + [UInt8](repeating: 0xAB, count: 16)
            + [0, 0, 0, 0, 0, 0, 0x11, 0x22, 1, 2, 3, 4, 5, 6, 7, 8] + Array("ab".utf8)
        #expect(mark.bytes(signedBy: nil) == expected)
    }

    @Test("is refused when it is cut at any byte, or longer")
    func cut() {
        for key in [nil, Self.key] {
            let bytes = Self.mark().bytes(signedBy: key)
            for count in 0..<bytes.count {
                #expect(refusal(Array(bytes.prefix(count)), key) == .foreign)
            }
            #expect(refusal(bytes + [0], key) == .foreign)
        }
    }

    @Test("is refused after a change of any bit, when a signature is required")
    func changed() {
        let bytes = Self.mark().bytes(signedBy: Self.key)
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                #expect(refusal(changed, Self.key) != nil)
            }
        }
    }

    @Test("is refused with another version, another key or without a required signature")
    func others() {
        var bytes = Self.mark().bytes(signedBy: Self.key)
        #expect(refusal(bytes, Array("another key here".utf8)) == .key)
        #expect(refusal(Self.mark().bytes(signedBy: nil), Self.key) == .unsigned)
        // A receiver without a key accepts any signature.
        #expect(refusal(bytes) == nil)
        bytes[4] = 2
        #expect(refusal(bytes) == .version(2))
    }

    @Test(
        "is refused with a reserved name, or one with control or invisible characters",
        arguments: ["start", "a\nb", "\u{1B}[2J", "a\u{202E}b", "\u{200B}"]
    )
    func names(name: String) {
        #expect(refusal(Self.mark(name).bytes(signedBy: nil)) == .name)
        #expect(NetworkMark.fault(of: name) != nil)
    }

    @Test("is refused with invalid UTF-8, or an impossible delay")
    func nonsense() {
        var bytes = Self.mark("ab").bytes(signedBy: nil)
        bytes[40] = 0xFF
        #expect(refusal(bytes) == .name)
        var late = Self.mark()
        late.delayNanoseconds = .max
        #expect(refusal(late.bytes(signedBy: nil)) == .foreign)
    }
}

@Suite("The network marks that a session accepts")
struct NetworkMarkJudgeTests {
    private static let now = BootInstant(nanoseconds: 1_000_000_000_000)

    private func bytes(_ id: Int, key: [UInt8]? = nil, sent: Int64 = 0) -> [UInt8] {
        var mark = NetworkMarkTests.mark(sent: sent)
        mark.id = (0..<16).map { UInt8(truncatingIfNeeded: id >> (8 * min($0, 7))) }
        return mark.bytes(signedBy: key)
    }

    private func isMark(_ verdict: NetworkMarkJudge.Verdict) -> Bool {
        if case .mark = verdict { true } else { false }
    }

    @Test("are new ones: a repeated message is recognised")
    func once() {
        var judge = NetworkMarkJudge(key: nil)
        for id in 1...3 {
            for time in 1...5 {
                let verdict = judge.judge(bytes(id), from: "a", at: Self.now, realtime: nil)
                #expect(time == 1 ? isMark(verdict) : verdict == .known)
            }
        }
        #expect(judge.account.isEmpty)
    }

    @Test("are limited to a rate; the excess is reported once and counted")
    func flood() {
        var judge = NetworkMarkJudge(key: nil)
        var (made, notes) = (0, 0)
        for id in 0..<20_000 {
            // Two hundred marks a second.
            let now = Self.now.advanced(by: .milliseconds(5 * id))
            switch judge.judge(bytes(id), from: "192.0.2.9", at: now, realtime: nil) {
            case .mark: made += 1
            case .refused(let note): notes += note == nil ? 0 : 1
            case .known: Issue.record("each is another mark")
            }
        }
        #expect(made == NetworkMarkJudge.burst + 99)
        #expect(notes == 1)
        #expect(judge.account.count == 1)
        #expect(judge.account[0].contains("19,881"))
    }

    @Test("are limited to a number, even if they arrive slowly")
    func most() {
        var judge = NetworkMarkJudge(key: nil)
        let made = (0..<2000).count { id in
            let now = Self.now.advanced(by: .seconds(10 * id))
            return isMark(judge.judge(bytes(id), from: "a", at: now, realtime: nil))
        }
        #expect(made == NetworkMarkJudge.most)
    }

    @Test("are not those of another key, version or format; each kind is reported with its sender")
    func refused() {
        var judge = NetworkMarkJudge(key: NetworkMarkTests.key)
        var other = bytes(1, key: NetworkMarkTests.key)
        other[4] = 9
        let refused: [[UInt8]?] = [
            bytes(1), bytes(2, key: Array("not that one at all".utf8)), other, [1, 2, 3], nil,
        ]
        var notes: [String] = []
        for bytes in refused + refused {
            switch judge.judge(bytes, from: "192.0.2.9", at: Self.now, realtime: nil) {
            case .refused(let note): notes += [note].compactMap(\.self)
            case .mark, .known: Issue.record("it is no mark")
            }
        }
        #expect(notes.count == 4)
        #expect(notes.allSatisfy { $0.contains("192.0.2.9") })
        #expect(judge.account.count == 4)
    }

    @Test("are not replayed ones: a signed mark is valid for a minute")
    func repeated() {
        let sent: Int64 = 1_795_256_100_000_000_000
        let bytes = bytes(1, key: NetworkMarkTests.key, sent: sent)
        for (age, isNow) in [
            (0, true), (59, true), (-59, true), (61, false), (-61, false), (86_400, false),
        ] as [(Int64, Bool)] {
            var judge = NetworkMarkJudge(key: NetworkMarkTests.key)
            let realtime = sent + age * 1_000_000_000
            let verdict = judge.judge(bytes, from: "a", at: Self.now, realtime: realtime)
            #expect(isMark(verdict) == isNow)
            #expect(judge.account.isEmpty)
            // Without a synchronized clock, the age cannot be checked.
            var unsure = NetworkMarkJudge(key: NetworkMarkTests.key)
            #expect(isMark(unsure.judge(bytes, from: "a", at: Self.now, realtime: nil)))
            // The session reports that.
            #expect(unsure.account.count == 1)
            let told = "the sending time of 1 signed network mark could not be checked"
            #expect(unsure.account[0].contains(told))
        }
        var judge = NetworkMarkJudge(key: NetworkMarkTests.key)
        #expect(!isMark(judge.judge(bytes, from: "a", at: Self.now, realtime: .min)))
    }

    @Test("are judged without a crash after random changes of the bytes")
    func anything() {
        var state: UInt64 = 25
        var judge = NetworkMarkJudge(key: nil)
        let whole = bytes(1)
        for _ in 0..<20_000 {
            var changed = whole
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            for turn in 0..<4 {
                let word = state >> UInt64(turn * 12)
                changed[Int(word % 47)] = UInt8(truncatingIfNeeded: state >> UInt64(turn * 8))
            }
            changed.removeLast(Int(state >> 60))
            _ = judge.judge(changed, from: "a", at: Self.now, realtime: Int64.max)
        }
        #expect(judge.account.count <= 7)
    }
}
