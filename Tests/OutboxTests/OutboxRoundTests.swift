import SystemCalls
import Testing
import Timebase

@testable import Outbox

@Suite("One round of a sender")
struct OutboxRoundTests {
    private let place: SessionStore
    private let end = StoreEnd()

    init() throws { place = try SessionStore() }

    /// A round at noon, with the given clock and network.
    private func round(
        _ outbox: Outbox,
        by rules: SendRules = SendRules(),
        now: @escaping () -> WallInstant = { december },
        network: @escaping () -> MeteredNetwork = { .free }
    ) throws -> RoundReport {
        try OutboxRound(
            outbox,
            rules: rules,
            now: now,
            in: { _ in 0 },
            askNetwork: network,
            whileTrue: { true },
            telling: { _ in }
        ) { goesOn in
            end.goesOn = goesOn
            return end
        }.run()
    }

    @Test("reserves some of the disk if there is plenty")
    func reserve() throws {
        let outbox = try place.outbox()
        _ = try round(outbox)
        let free = try #require(FileSystem.room(at: outbox.place)).free
        let path = "\(outbox.path)/\(OutboxReserve.fileName)"
        // A machine whose disk is nearly full has no reserve.
        #expect((FileSystem.kind(of: path) == .file) == (free > OutboxReserve.plenty))
    }

    @Test("stops sending when the hours end, and goes on when they begin")
    func hoursEnd() throws {
        let (first, second) = (try place.session(1), try place.session(2))
        let outbox = try place.outbox()
        var rules = SendRules()
        rules.hours = try SendHours("00:00-01:00")
        var now = december
        let hour = Int64(3_600_000_000_000)
        let later = WallInstant(nanosecondsSince1970: december.nanosecondsSince1970 + hour)
        end.atCall = { if $0.hasPrefix("copy") { now = later } }
        let report = try round(outbox, by: rules, now: { now })
        #expect(report.pass.sent.isEmpty)
        #expect(report.pass.failed.isEmpty)
        #expect(report.pass.waiting == [first, second])
        #expect(report.pass.obstacle?.where == "--hours")
        #expect(!report.isDone)
        end.atCall = { _ in }
        #expect(try round(outbox, by: rules).pass.sent == [first, second])
    }

    @Test("is done if all is there, also when the hours are over")
    func doneAtAnyHour() throws {
        _ = try place.session(1)
        let outbox = try place.outbox()
        #expect(try round(outbox).isDone)
        var rules = SendRules()
        rules.hours = try SendHours("02:00-03:00")
        let report = try round(outbox, by: rules)
        #expect(report.gate.reason != nil && report.pass.already == 1)
        #expect(report.isDone)
        _ = try place.session(2)
        #expect(try !round(outbox, by: rules).isDone)
    }

    @Test("sends nothing over a metered network, unless the rules allow it")
    func networkCosts() throws {
        let name = try place.session(1)
        let outbox = try place.outbox()
        var asked = 0
        let report = try round(
            outbox,
            network: {
                asked += 1
                return .metered
            }
        )
        #expect(report.pass.waiting == [name])
        #expect(end.folders.isEmpty)
        #expect(asked == 1)
        var rules = SendRules()
        rules.usesMetered = true
        #expect(try round(outbox, by: rules, network: { .metered }).pass.sent == [name])
    }

    @Test("withdraws sessions at any hour")
    func withdrawsAtAnyHour() throws {
        let name = try place.session(1)
        let outbox = try place.outbox()
        #expect(try round(outbox).pass.sent == [name])
        #expect(end.folders["\(name)_2dadc18f"] != nil)
        var record = try #require(outbox.ledger.record(of: name))
        record.state = .toWithdraw
        try outbox.ledger.note(record)
        var rules = SendRules()
        rules.hours = try SendHours("02:00-03:00")
        let report = try round(outbox, by: rules)
        #expect(report.withdrawal.done == [name])
        #expect(end.folders["\(name)_2dadc18f"] == nil)
    }

    @Test(
        "sends a session again in the same round if a rule would delete it and it is missing there"
    )
    func wiped() throws {
        let (first, second) = (try place.session(1), try place.session(2))
        let outbox = try place.outbox()
        #expect(try round(outbox).pass.sent == [first, second])
        end.folders["\(first)_2dadc18f"] = nil
        var rules = SendRules()
        rules.keep = KeepRule(age: .zero)
        let report = try round(outbox, by: rules)
        #expect(report.keep.deleted == [second])
        #expect(report.pass.sent == [first])
        #expect(report.pass.already == 1)
        #expect(place.exists(first))
        #expect(end.folders["\(first)_2dadc18f"]?["manifest.json"] != nil)
        #expect(try round(outbox, by: rules).keep.deleted == [first])
    }

    @Test("reports once, until that changes, that nobody knows whether the network is metered")
    func networkNews() throws {
        let outbox = try place.outbox()
        func isNews(_ network: MeteredNetwork) throws -> Bool {
            try round(outbox, network: { network }).isNetworkNews
        }
        #expect(try isNews(.unknown("it does not run")))
        #expect(try !isNews(.unknown("it does not run")))
        #expect(try isNews(.unknown("it does not answer")))
        #expect(try !isNews(.free))
        #expect(try isNews(.unknown("it does not answer")))
    }
}
