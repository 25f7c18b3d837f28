import SystemCalls
import Testing

@testable import SessionFolder

@Suite("Whether another machine's session may be taken over")
struct LeaseContestTests {
    private let rules = LeaseRules(boot: "here")
    private let own = Lease(under: "here")
    private let other = Lease(under: "there")

    private func beat(_ number: Int) -> [UInt8] {
        var lease = other
        lease.beat = number
        return lease.bytes
    }

    /// What comes of looks a second apart at what lies there by the second.
    private func moves(
        _ contest: inout LeaseContest,
        seconds: Range<Int>,
        _ found: (Int) -> [UInt8]?
    ) -> [LeaseContest.Move] {
        seconds.map { contest.look(found($0), at: .seconds($0)) }
    }

    @Test("no beat for twenty seconds, then fifteen with one's own lease: it is one's own")
    func takesOver() {
        var contest = LeaseContest(for: own.owner, by: rules)
        let watching = moves(&contest, seconds: 0..<21) { _ in beat(7) }
        #expect(watching.dropLast().allSatisfy { $0 == .wait })
        #expect(watching.last == .claim)
        contest.claimed(at: .seconds(20))
        let settling = moves(&contest, seconds: 21..<36) { _ in own.bytes }
        #expect(settling.dropLast().allSatisfy { $0 == .wait })
        #expect(settling.last == .won)
    }

    @Test("a beat at the last moment: its owner lives", arguments: [1, 10, 20])
    func ownerLives(second: Int) {
        var contest = LeaseContest(for: own.owner, by: rules)
        let seen = moves(&contest, seconds: 0..<second + 1) { beat($0 < second ? 7 : 8) }
        #expect(seen.last == .lost)
        #expect(seen.dropLast().allSatisfy { $0 == .wait })
    }

    @Test("one of two who claim it at once has it")
    func oneOfTwo() {
        let rival = Lease(under: "elsewhere")
        var contests = [own, rival].map { LeaseContest(for: $0.owner, by: rules) }
        for second in 0..<21 {
            for index in 0..<2 { _ = contests[index].look(beat(7), at: .seconds(second)) }
        }
        for index in 0..<2 { contests[index].claimed(at: .seconds(20)) }
        // The rival's lease came last.
        #expect(contests[0].look(rival.bytes, at: .seconds(21)) == .lost)
        #expect(moves(&contests[1], seconds: 21..<36) { _ in rival.bytes }.last == .won)
    }

    @Test("a looker that was away has seen nothing meanwhile")
    func awayLooker() {
        var contest = LeaseContest(for: own.owner, by: rules)
        #expect(contest.look(beat(7), at: .seconds(0)) == .wait)
        #expect(contest.look(beat(7), at: .seconds(3600)) == .wait)
        #expect(contest.look(beat(8), at: .seconds(3601)) == .lost)
    }

    @Test("a lease that is gone is nobody's any more")
    func ended() {
        var contest = LeaseContest(for: own.owner, by: rules)
        #expect(contest.look(nil, at: .zero) == .ended)
        contest = LeaseContest(for: own.owner, by: rules)
        _ = contest.look(beat(7), at: .zero)
        #expect(contest.look(nil, at: .seconds(1)) == .ended)
    }

    @Test("what is no lease is watched like one")
    func unreadable() {
        var contest = LeaseContest(for: own.owner, by: rules)
        #expect(moves(&contest, seconds: 0..<21) { _ in Array("{".utf8) }.last == .claim)
    }

    @Test("nobody who takes over writes before every proof of the earlier owner is too old")
    func rulesHangTogether() {
        let rules = LeaseRules.standard
        #expect(rules.beat * 2 <= rules.validity)
        #expect(rules.validity < rules.settling)
        #expect(rules.beat * 3 < rules.silence)
        #expect(rules.beat < rules.sign)
        #expect(rules.boot?.isEmpty == false, "the kernel tells which boot it is")
    }

    @Test("a lease reads back, grows with its beats, and is nothing where a byte of it is missing")
    func coding() {
        var lease = own
        var length = 0
        for beat in [0, 9, 10, 99, 100, 1_000_000] {
            lease.beat = beat
            #expect(Lease(lease.bytes) == lease)
            #expect(lease.bytes.count >= length)
            length = lease.bytes.count
        }
        for end in 0..<lease.bytes.count - 1 { #expect(Lease(Array(lease.bytes[..<end])) == nil) }
        #expect(Lease(under: nil).isUnder(nil) == false)
        #expect(own.isUnder("here") && !own.isUnder("there") && !own.isUnder(nil))
    }
}
