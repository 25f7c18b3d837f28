import InputRecorder
import SampleStream
import Testing
import Timebase

@testable import EvdevSource

@Suite("Keys that the kernel lets go of")
struct ReportOriginTests {
    private typealias Script = EventScript

    /// What ends a report that the kernel itself has made.
    private let kernelsReport = RawEvent(EventType.synchronization, EventCode.report, 1)
    private let scanCode = RawEvent(EventType.miscellaneous, 4, 458_756)

    private func words(
        _ events: [RawEvent],
        of shape: DeviceShape = DeviceShape(),
        after before: [RawEvent] = []
    ) -> [String] {
        var taker = InputTaker(kinds: Set(InputKind.allCases), keys: [30, 31])
        taker.begin(shape, at: Script.instant(0))
        taker.take(before, at: 1)
        _ = taker.words()
        taker.take(events, at: 5)
        return taker.words()
    }

    @Test("are marked as found, not as released by a person")
    func released() {
        let held = [Script.key(30, 1), Script.key(31, 1), Script.report]
        let releases = [Script.key(30, 0), Script.key(31, 0)]
        #expect(
            words(releases + [kernelsReport], after: held) == [
                "5: 0 is 0, found", "5: 1 is 0, found",
            ]
        )
        #expect(words(releases + [Script.report], after: held) == ["5: 0 is 0", "5: 1 is 0"])
    }

    @Test("do not change events before them in the same batch")
    func neighbours() {
        let pressed = [
            Script.key(30, 1), Script.report, Script.key(31, 1), Script.report,
            Script.key(30, 0), Script.report,
        ]
        let after = [Script.key(31, 0), kernelsReport, Script.key(30, 1), Script.report]
        #expect(
            words(pressed + after) == [
                "5: 0 is 1", "5: 1 is 1", "5: 0 is 0", "5: 1 is 0, found", "5: 0 is 1",
            ]
        )
    }

    @Test("are not assumed in a report that the kernel ends for another reason")
    func others() {
        // A key that repeats, in the midst of another's release.
        #expect(
            words([Script.key(30, 0), Script.key(31, 2), kernelsReport]) == [
                "5: 0 is 0", "5: 1 is 2",
            ]
        )
        // Four keys released at once, by a driver that tells each key's scan code: the report is cut.
        let four = (30...33).flatMap { [scanCode, Script.key($0, 0)] }
        #expect(!words(four + [kernelsReport]).contains { $0.contains("found") })
        // The same of a driver that does not.
        let eight = (30...37).map { Script.key($0, 0) }
        #expect(!words(eight + [kernelsReport]).contains { $0.contains("found") })
        #expect(words(eight.dropLast() + [kernelsReport]).allSatisfy { $0.contains("found") })
        // Nothing was released.
        #expect(words([Script.key(30, 1), kernelsReport]) == ["5: 0 is 1"])
        #expect(words([kernelsReport]) == [])
    }

    @Test("are recognised again after a loss, and after half a report")
    func afterLoss() {
        var taker = InputTaker(kinds: [.keys], keys: [30, 31])
        taker.begin(DeviceShape(), at: Script.instant(0))
        taker.take([Script.key(31, 1), Script.key(30, 1)], at: 1)
        taker.loseEvents(since: Script.instant(1), until: Script.instant(2), reason: .kernel)
        taker.endFinding(at: Script.instant(2))
        taker.take([Script.key(30, 0), kernelsReport], at: 5)
        #expect(
            taker.words() == [
                "1: 1 is 1", "1: 0 is 1", "1: about 1 lost, kernel", "5: 0 is 0, found",
            ]
        )
    }

    @Test("cancel a single touch, whose end nobody saw")
    func single() {
        var shape = DeviceShape()
        shape.axes = [EventCode.x: DeviceShape.Axis(), EventCode.y: DeviceShape.Axis()]
        shape.hasTouchKey = true
        let down = [Script.key(EventCode.touch, 1), Script.axis(EventCode.x, 7), Script.report]
        let up = Script.key(EventCode.touch, 0)
        #expect(
            words([up, kernelsReport], of: shape, after: down) == ["5: cancelled 0 at 7,0, found"]
        )
        #expect(words([up, Script.report], of: shape, after: down) == ["5: ended 0 at 7,0"])
    }

    /// Fingers on a screen, one in each of the first slots.
    private func fingers(_ count: Int32) -> [RawEvent] {
        (0..<count).flatMap { Script.slot($0, [(EventCode.trackingID, $0 + 1)]) }
            + [Script.key(EventCode.touch, 1), Script.report]
    }

    @Test(
        "are cancelled together with the fingers of an inhibited device",
        arguments: [1, 2, 10] as [Int32]
    )
    func inhibited(count: Int32) {
        let releases =
            (0..<count).flatMap { Script.slot($0, [(EventCode.trackingID, -1)]) }
            + [
                Script.axis(EventCode.pressure, 0), Script.key(30, 0),
                Script.key(EventCode.touch, 0),
            ]
        // The kernel says a slot's place only where it is not the one of before.
        let ways = [releases, Array(releases.dropFirst())]
        for releases in count == 1 ? ways : [releases] {
            let found = words(
                releases + [kernelsReport],
                of: Script.screen(slots: 10),
                after: fingers(count) + [Script.key(30, 1), Script.report]
            )
            #expect(
                found == ["5: 0 is 0, found"]
                    + (0..<count).map { "5: cancelled \($0) at 0,0, found" }
            )
            let seen = words(
                releases + [Script.report],
                of: Script.screen(slots: 10),
                after: fingers(count) + [Script.key(30, 1), Script.report]
            )
            #expect(seen == ["5: 0 is 0"] + (0..<count).map { "5: ended \($0) at 0,0" })
        }
    }

    @Test("are not assumed in a report in which a finger does more than leave")
    func movingFingers() {
        let left = Script.slot(0, [(EventCode.trackingID, -1)])
        for others in [
            [Script.axis(EventCode.contactX, 9)], [Script.axis(EventCode.pressure, 1)],
            Script.slot(1, [(EventCode.trackingID, 0)]),
            Script.slot(0, [(EventCode.trackingID, 5)]),
            [RawEvent(EventType.relative, EventCode.moveX, 0)],
        ] {
            let found = words(
                left + others + [kernelsReport],
                of: Script.screen(),
                after: fingers(1)
            )
            #expect(!found.isEmpty && !found.contains { $0.contains("found") })
        }
        // What is cut is longer, the longer the more slots there are.
        let lifts = (0..<9).map { _ in Script.axis(EventCode.trackingID, -1) }
        for (slots, isKernels) in [(0, false), (1, true), (2, true)] {
            var origin = ReportOrigin(slots: slots)
            var answers: [Bool] = []
            for event in lifts + [kernelsReport] { answers.append(origin.take(event)) }
            #expect(answers == lifts.map { _ in false } + [isKernels])
        }
    }

    @Test("are written in an order that does not show their codes")
    func order() {
        let held = [29, 30, 31, 32].map { Script.key($0, 1) } + [Script.report]
        let releases = [29, 30, 31, 32].map { Script.key($0, 0) }
        var taker = InputTaker(kinds: [.keys], keys: [31, 30])
        taker.begin(DeviceShape(), at: Script.instant(0))
        taker.take(held, at: 1)
        _ = taker.words()
        taker.take(releases + [kernelsReport], at: 5)
        #expect(
            taker.words() == [
                "5: 0 is 0, found", "5: 1 is 0, found", "5: - is 0, found", "5: - is 0, found",
            ]
        )
    }

    @Test("do not change the fingers of a device with slots")
    func slots() {
        let down = Script.slot(0, [(EventCode.trackingID, 1)]) + [Script.report]
        let moved = Script.slot(0, [(EventCode.contactX, 9)]) + [Script.report]
        #expect(
            words(
                [Script.key(EventCode.touch, 0), kernelsReport] + moved,
                of: Script.screen(),
                after: down
            ) == ["5: moved 0 at 9,0"]
        )
    }
}
