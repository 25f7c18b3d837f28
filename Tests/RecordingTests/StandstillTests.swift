import Testing
import Timebase

@testable import Recording

@Suite("A clock that may stand still")
struct StandstillTests {
    private let begun = SuspendingClock().now

    @Test(
        "has stood too long once the limit is reached, unless it has moved",
        arguments: [
            (clock: 0, real: 9, isTooLong: false), (clock: 0, real: 10, isTooLong: true),
            (clock: 1, real: 10, isTooLong: false), (clock: 0, real: 3600, isTooLong: true),
        ]
    )
    func judges(clock: Int64, real: Int, isTooLong: Bool) {
        let start = BootInstant(nanoseconds: 5)
        let standstill = Standstill(at: start, since: begun, limit: .seconds(10))
        let now = start.advanced(by: .nanoseconds(clock))
        #expect(standstill.isTooLong(now, at: begun.advanced(by: .seconds(real))) == isTooLong)
    }
}
