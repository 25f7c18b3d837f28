import Testing
import Timebase

@testable import EvdevSource

@Suite("That a device was away")
struct AbsenceTests {
    private let absence = Absence(
        of: "event1 (Pedal)",
        lastSeen: BootInstant(nanoseconds: 17_991_265_999)
    )

    @Test("is told when it goes, with how long it is waited for")
    func beginning() {
        #expect(
            absence.beginning(waitingFor: .seconds(20))
                == "event1 (Pedal): it has gone; its last event was at uptime 17.991 s; waiting for it "
                + "for 20 s"
        )
    }

    @Test("is told when it is back, from when to when")
    func end() {
        #expect(
            absence.end(at: BootInstant(nanoseconds: 25_004_000_000))
                == "event1 (Pedal): it is back; nothing was heard of it from uptime 17.991 s to 25.004 s"
        )
    }
}
