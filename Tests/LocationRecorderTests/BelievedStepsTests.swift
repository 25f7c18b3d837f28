// Of several pedometers one is believed: one that counted in the walk, and all the time if there is one.

import Recording
import Testing
import Timebase

@testable import LocationRecorder

/// A pedometer that has counted from one second to another.
private final class SpanPedometer: SharedPedometer {
    let identifier: String
    let isSaidToBeAtLowBack = true
    let span: (start: BootInstant, end: BootInstant?)?
    let latest = BootInstant(nanoseconds: 0)
    private let steps: Int?

    init(_ identifier: String, _ steps: Int?, from start: Int64, to end: Int64?) {
        self.identifier = identifier
        self.steps = steps
        span = (
            BootInstant(nanoseconds: start * 1_000_000_000),
            end.map { BootInstant(nanoseconds: $0 * 1_000_000_000) }
        )
    }

    func account(of step: String?, until end: BootInstant) -> PedometerAccount {
        PedometerAccount(steps: steps, reasons: steps == nil ? ["\(identifier): none"] : [])
    }

    func isSettled(_ step: String?, until end: BootInstant) -> Bool { true }
}

@Suite("The pedometer that is believed")
struct BelievedStepsTests {
    private func walked(_ pedometers: [SpanPedometer], from start: Int64 = 100) -> WalkedSteps {
        WalkedSteps(
            of: pedometers,
            in: "walk",
            lasting: BootInstant(
                nanoseconds: start * 1_000_000_000
            )...BootInstant(nanoseconds: 160_000_000_000),
            until: BootInstant(nanoseconds: 170_000_000_000)
        )
    }

    @Test("is one that counted in the walk, though another is to be believed before it")
    func outside() {
        let steps = walked([
            SpanPedometer("a", nil, from: 90, to: 95), SpanPedometer("b", 100, from: 99, to: nil),
        ])
        #expect(steps.count == 100)
        #expect(steps.notes == ["a: none", "of several pedometers, that of 'b' is answered"])
    }

    @Test("is one that counted all the time before one that ended on the way")
    func whole() {
        let (part, whole) = (
            SpanPedometer("part", 40, from: 90, to: 125),
            SpanPedometer("whole", 100, from: 90, to: 158)
        )
        #expect(walked([part, whole]).count == 100)
        #expect(walked([whole, part]).count == 100)
        #expect(walked([whole]).notes == [])
    }

    @Test("tells how much of the walk it lacks where there is no other")
    func part() {
        let late = walked([SpanPedometer("late", 40, from: 120, to: 150)])
        #expect(late.count == 40)
        #expect(late.notes.count == 1 && late.notes[0].contains("30 s of the walk"))
        let never = walked([SpanPedometer("never", nil, from: 90, to: 95)])
        #expect(never.count == nil && never.notes == ["never: none"])
        #expect(walked([]).notes == [])
    }
}
