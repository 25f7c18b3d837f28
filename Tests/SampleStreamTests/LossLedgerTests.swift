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

    @Test("adds losses with the same channel and reason, and takes back no more than it has")
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

    @Test("keeps losses of different reasons apart, and the earliest instant of each")
    func keepsReasonsApart() {
        var estimated = loss(1, .device, 9, 2)
        estimated.isEstimated = true
        var ledger = LossLedger()
        ledger.add(estimated)
        ledger.add(loss(1, .ring, 10, 1))
        ledger.add(loss(1, .device, 7, 5))
        ledger.add(loss(1, .device, 7, 0))
        #expect(ledger.entries.map(\.count) == [7, 1])
        #expect(ledger.entries.map(\.isEstimated) == [true, false])
        #expect(ledger.entries.map(\.firstMissing.nanoseconds) == [7, 10])
    }
}
