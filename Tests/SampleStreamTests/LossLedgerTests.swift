import SampleStream
import Testing
import Timebase

@Suite("A ledger of losses")
struct LossLedgerTests {
    private func loss(_ channel: Int, _ reason: GapReason, _ time: Int64, _ count: Int64)
        -> LossLedger.Entry
    {
        LossLedger.Entry(
            channel: channel,
            reason: reason,
            firstMissing: BootInstant(nanoseconds: time),
            count: count
        )
    }

    @Test("adds what has one channel and reason, and takes back as much as is there")
    func takesBack() {
        var ledger = LossLedger()
        ledger.add(loss(0, .disk, 5, 3))
        ledger.add(loss(1, .disk, 6, 2))
        ledger.add(loss(0, .disk, 4, 4))
        #expect(ledger.entries == [loss(0, .disk, 4, 7), loss(1, .disk, 6, 2)])
        ledger.takeBack(loss(0, .disk, 9, 5))
        ledger.takeBack(loss(0, .ring, 9, 5))
        #expect(ledger.entries == [loss(0, .disk, 4, 2), loss(1, .disk, 6, 2)])
        ledger.takeBack(loss(0, .disk, 9, 5))
        #expect(ledger.entries == [loss(1, .disk, 6, 2)])
    }
}
