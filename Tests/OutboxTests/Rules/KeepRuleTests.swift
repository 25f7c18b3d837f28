// What a rule deletes, and above all what it does not.

@testable import Outbox
import RandomWords
import Testing
import Timebase

@Suite("A rule that deletes what has arrived")
struct KeepRuleTests {
    @Test(
        "deletes none that a destination has not verified, that changed, lives, was left or is doubtful",
        arguments: KeptSession.Bar.allCases
    )
    func bars(bar: KeptSession.Bar) {
        let rule = KeepRule(age: .zero, free: .max)
        let decision = rule.decision(
            on: [session("a", day: 0, bars: [bar]), session("b", day: 1)],
            at: at(400),
            freeBytes: 0
        )
        #expect(decision.deletions == ["b"])
    }

    @Test("goes by the age since the end: to the day, and not a nanosecond earlier")
    func byAge() {
        let rule = KeepRule(age: .seconds(30 * 86_400))
        let sessions = [session("a", day: 10), session("b", day: 11)]
        var now = at(40)
        #expect(rule.decision(on: sessions, at: now, freeBytes: 0).deletions == ["a"])
        now.nanosecondsSince1970 -= 1
        #expect(rule.decision(on: sessions, at: now, freeBytes: 0).deletions.isEmpty)
    }

    @Test(
        "goes by the room of the disk: the oldest first, no more than are needed, and says what is missing"
    )
    func byRoom() {
        let rule = KeepRule(free: 250)
        let sessions = [
            session("c", day: 3), session("a", day: 1), session("x", day: 0, bars: [.unverified]),
            session("b", day: 2), session("z", day: nil),
        ]
        let decide = { rule.decision(on: sessions, at: at(9), freeBytes: $0) }
        #expect(decide(250) == KeepDecision(deletions: [], missing: 0))
        #expect(decide(151) == KeepDecision(deletions: ["a"], missing: 99))
        #expect(decide(149) == KeepDecision(deletions: ["a", "b"], missing: 101))
        #expect(
            KeepRule(free: 1000).decision(on: sessions, at: at(9), freeBytes: 0)
                == KeepDecision(deletions: ["a", "b", "c", "z"], missing: 1000)
        )
        #expect(decide(nil).deletions.isEmpty)
    }

    @Test("takes no session for old whose end is unreported, is beyond dates or is still to come")
    func oddEnds() {
        let sessions = [
            session("a", day: nil), session("b", day: 500),
            KeptSession(
                name: "c",
                end: WallInstant(nanosecondsSince1970: .min),
                bytes: 1,
                bars: []
            ),
            KeptSession(
                name: "d",
                end: WallInstant(nanosecondsSince1970: .max),
                bytes: 1,
                bars: []
            ),
        ]
        let rule = KeepRule(age: .zero)
        #expect(rule.decision(on: sessions, at: at(400), freeBytes: 0).deletions.isEmpty)
    }

    @Test("without age and room deletes nothing")
    func none() {
        let decision = KeepRule().decision(on: [session("a", day: 0)], at: at(400), freeBytes: 0)
        #expect(decision == KeepDecision(deletions: [], missing: 0))
    }

    @Test("never deletes what it may not, nor more than is needed, whatever there is")
    func atRandom() {
        var words = RandomWords(seed: 5)
        for _ in 0..<500 {
            let sessions = (0..<Int.random(in: 0..<12, using: &words)).map { number in
                KeptSession(
                    name: "s\(number)",
                    end: Bool.random(using: &words)
                        ? at(Int.random(in: -9...900, using: &words)) : nil,
                    bytes: [0, -5, 100, .max, .random(in: 0...1000, using: &words)].randomElement(
                        using: &words
                    ) ?? 0,
                    bars: Bool.random(using: &words)
                        ? [] : [KeptSession.Bar.allCases.randomElement(using: &words) ?? .live]
                )
            }
            let rule = KeepRule(
                age: Bool.random(using: &words) ? .seconds(30 * 86_400) : nil,
                free: Bool.random(using: &words) ? .random(in: 0...3000, using: &words) : nil
            )
            let free = [nil, 0, -7, Int64.max, .min, 900].randomElement(using: &words) ?? nil
            let gone = rule.decision(on: sessions, at: at(450), freeBytes: free).deletions
            #expect(Set(gone).count == gone.count)
            let of = Dictionary(uniqueKeysWithValues: sessions.map { ($0.name, $0) })
            #expect(gone.allSatisfy { of[$0]?.bars.isEmpty == true })
            if rule.free == nil || free == nil {
                #expect(gone.allSatisfy { of[$0]?.end.map { $0 <= at(420) } == true })
            }
        }
    }

    @Test(
        "is read from words",
        arguments: [
            ("30d", 2_592_000), ("12h", 43_200), ("2w", 1_209_600), ("0", 0), ("90m", 5400),
            ("1s", 1),
        ]
            as [(String, Int64)]
    )
    func ages(text: String, seconds: Int64) throws {
        #expect(try KeepRule.age(text) == .seconds(seconds))
    }

    @Test(
        "is refused where it is none",
        arguments: [
            "", "30", "d", "-1d", "1.5d", "99999999999999w", "9223372036854775807w", "40000d",
            "30 d", "1dd",
        ]
    )
    func refusedAges(text: String) {
        #expect(throws: SendRuleError.self) { try KeepRule.age(text) }
    }

    @Test("reads how much is to be free")
    func room() throws {
        #expect(try KeepRule.free("2GB") == 2_000_000_000)
        #expect(throws: SendRuleError.self) { try KeepRule.free("0") }
        #expect(throws: SendRuleError.self) { try KeepRule.free("2 days") }
    }

    private func session(_ name: String, day: Int?, bars: Set<KeptSession.Bar> = []) -> KeptSession
    {
        KeptSession(name: name, end: day.map(at), bytes: 100, bars: bars)
    }
}

/// So many days after 1970 began.
private func at(_ day: Int) -> WallInstant {
    WallInstant(nanosecondsSince1970: Int64(day) * 86_400_000_000_000)
}
