import InputRecorder
import MotionRecorder
import SampleStream
import Testing
import Timebase

@testable import EvdevSource

@Suite("Lost events")
struct LossTests {
    private typealias Script = EventScript

    @Test("are one gap; the taker marks the state after it as found")
    func touches() {
        var taker = InputTaker(kinds: [.touches, .keys], keys: [30, 31], markers: [31])
        taker.begin(Script.screen(), at: Script.instant(0))
        taker.take(
            Script.slot(0, [(EventCode.trackingID, 1), (EventCode.contactX, 10)])
                + Script.slot(1, [(EventCode.trackingID, 2), (EventCode.contactX, 20)])
                + [Script.report, Script.key(30, 1), Script.report],
            at: 5
        )
        // Half a report, and then the loss.
        taker.take(Script.slot(1, [(EventCode.contactX, 99)]), at: 6)
        _ = taker.words()
        taker.loseEvents(since: Script.instant(6), until: Script.instant(50), reason: .kernel)
        taker.find(
            [Script.key(30, 0), Script.key(31, 1)]
                + Script.slot(0, [(EventCode.trackingID, -1)]) + [Script.report]
                + Script.slot(0, [(EventCode.trackingID, 7), (EventCode.contactX, 30)])
                + [Script.report],
            at: 50
        )
        taker.endFinding(at: Script.instant(50))
        #expect(
            taker.words() == [
                "6: about 1 lost, kernel", "50: 0 is 0, found", "50: 1 is 1, found",
                "50: cancelled 0 at 10,0, found", "50: moved 1 at 99,0, found",
                "50: began 0 at 30,0, found",
            ]
        )
        #expect(taker.pressedMarkers.isEmpty)
        taker.take(Script.slot(0, [(EventCode.contactX, 31)]) + [Script.report], at: 51)
        #expect(taker.words() == ["51: moved 0 at 31,0"])
    }

    @Test(
        "count as a gap of the kind that the device mostly sends",
        arguments: [
            (InputKind.allCases, InputChannel.touch), ([.keys, .pointer], .key),
            ([.pointer, .switches], .pointer), ([.switches], .switch), ([], .key),
        ]
    )
    func channel(given: [InputKind], channel: InputChannel) {
        var taker = InputTaker(kinds: Set(InputKind.allCases), of: given)
        taker.loseEvents(since: Script.instant(6), until: Script.instant(50), reason: .kernel)
        #expect(taker.ready.map(\.channel) == [channel.rawValue])
    }

    @Test("cancel the fingers of a device that lists them, until it lists them again")
    func lists() {
        var taker = InputTaker(kinds: [.touches])
        taker.begin(Script.lister(hasNumbers: true), at: Script.instant(0))
        let contact = [
            Script.axis(EventCode.trackingID, 4), Script.axis(EventCode.contactX, 10),
            Script.contactReport, Script.report,
        ]
        taker.take(contact, at: 1)
        taker.loseEvents(since: Script.instant(1), until: Script.instant(9), reason: .kernel)
        taker.endFinding(at: Script.instant(9))
        taker.take(contact, at: 10)
        taker.take([Script.contactReport, Script.report], at: 11)
        #expect(
            taker.words() == [
                "1: began 0 at 10,0", "1: about 1 lost, kernel", "9: cancelled 0 at 10,0, found",
                "10: began 0 at 10,0, found", "11: ended 0 at 10,0",
            ]
        )
    }

    @Test("of a device that lists its fingers: one that touches at the start is found, not begun")
    func listsAtStart() {
        var shape = Script.lister(hasNumbers: true)
        let contact = [
            Script.axis(EventCode.trackingID, 4), Script.axis(EventCode.contactX, 10),
            Script.contactReport, Script.report,
        ]
        var untouched = InputTaker(kinds: [.touches])
        untouched.begin(shape, at: Script.instant(0))
        untouched.take(contact, at: 5)
        #expect(untouched.words() == ["5: began 0 at 10,0"])
        shape.pressedKeys = [EventCode.touch]
        var touched = InputTaker(kinds: [.touches])
        touched.begin(shape, at: Script.instant(0))
        touched.take(contact, at: 5)
        touched.take([Script.axis(EventCode.contactX, 11)] + contact.dropFirst(2), at: 6)
        #expect(touched.words().first == "5: stationary 0 at 10,0, found")
    }

    @Test("of an accelerometer give no reading from values that were only found")
    func accelerometer() {
        var taker = InputTaker(kinds: [.accelerometer])
        taker.begin(Script.accelerometer(), at: Script.instant(0))
        taker.take([Script.axis(EventCode.x, 8192)], at: 1)
        taker.loseEvents(since: Script.instant(1), until: Script.instant(9), reason: .kernel)
        taker.find([Script.axis(EventCode.y, 4096), Script.report], at: 9)
        taker.endFinding(at: Script.instant(9))
        taker.take([Script.axis(EventCode.z, 8192), Script.report], at: 10)
        #expect(
            taker.words() == ["1: about 1 lost, kernel", "10: accelerometer 1.0 0.5 1.0"]
        )
    }

    @Test("release what was down when a device goes, and find what is down when it is back")
    func unplugged() {
        var taker = InputTaker(kinds: [.touches, .keys], keys: [30])
        taker.begin(Script.screen(), at: Script.instant(0))
        taker.take(
            [Script.key(30, 1)] + Script.slot(2, [(EventCode.trackingID, 1)]) + [Script.report],
            at: 5
        )
        taker.leave(lastSeen: Script.instant(5), at: Script.instant(8))
        // All of these events are ready before the source waits for the device.
        #expect(taker.ready.count == 5)
        taker.endWaiting(lastSeen: Script.instant(5), at: Script.instant(20))
        var shape = Script.screen()
        shape.slots[0] = [EventCode.trackingID: 9, EventCode.contactX: 3]
        shape.pressedKeys = [30, EventCode.touch]
        taker.begin(shape, at: Script.instant(20))
        #expect(
            taker.words() == [
                "5: 0 is 1", "5: began 0 at 0,0", "5: about 1 lost, device", "8: 0 is 0, found",
                "8: cancelled 0 at 0,0, found", "20: 0 is 1, found",
                "20: stationary 0 at 3,0, found",
            ]
        )
    }

    @Test("of motion are counted by the time between two reports")
    func motion() {
        var taker = MotionTaker(types: [.accelerometer, .gyro], matrix: .identity)
        taker.begin(Script.accelerometer(withGyro: false), at: Script.instant(0))
        for time in stride(from: Int64(10), through: 100, by: 10) {
            taker.take(Script.axis(EventCode.x, Int32(time)), at: Script.instant(time))
            taker.take(Script.report, at: Script.instant(time))
        }
        #expect(taker.ready.count == 10)
        taker.ready.removeAll()
        taker.loseEvents(since: Script.instant(100), until: Script.instant(350), reason: .kernel)
        #expect(taker.ready.count == 1)
        #expect(
            taker.ready.first?.role == .gap(lost: 25, reason: .kernel, isEstimated: true)
        )
        #expect(taker.ready.first?.channel == MotionSensorType.accelerometer.channel)
    }

    @Test("of motion are counted by the usual time between reports, also just after a stall")
    func motionBehindAStall() {
        var taker = MotionTaker(types: [.accelerometer], matrix: .identity)
        taker.begin(Script.accelerometer(withGyro: false), at: Script.instant(0))
        var time: Int64 = 0
        for report in 0..<200 {
            // One report waits on a busy machine.
            time += report == 196 ? 120 : 10
            taker.take(Script.axis(EventCode.x, Int32(report)), at: Script.instant(time))
            taker.take(Script.report, at: Script.instant(time))
        }
        taker.ready.removeAll()
        taker.loseEvents(
            since: Script.instant(time),
            until: Script.instant(time + 1000),
            reason: .kernel
        )
        guard case .gap(let lost, .kernel, true)? = taker.ready.first?.role else {
            Issue.record("there is no gap: \(taker.ready)")
            return
        }
        #expect(lost == 100)
    }

    @Test("of motion are counted by the mean time if a device sends its reports in bursts")
    func motionInBursts() throws {
        var spacing = ReportSpacing()
        #expect(spacing.nanoseconds == nil)
        for report in 0..<600 { spacing.add(report % 6 == 0 ? 29.9e6 : 0.02e6) }
        let usual = try #require(spacing.nanoseconds)
        #expect(abs(usual / 5e6 - 1) < 0.1, "\(usual)")
    }

    @Test("of motion: each reading is turned as the device is mounted")
    func mounted() throws {
        let matrix = try #require(MountMatrix("0,1,0; -1,0,0; 0,0,1"))
        var taker = MotionTaker(types: [.accelerometer], matrix: matrix)
        taker.begin(Script.accelerometer(), at: Script.instant(0))
        taker.take(Script.axis(EventCode.x, 8192), at: Script.instant(1))
        taker.take(Script.axis(EventCode.turnX, 16), at: Script.instant(1))
        taker.take(Script.report, at: Script.instant(1))
        #expect(taker.ready.count == 1)
        let reading = try #require(taker.ready.first)
        #expect((reading.x, reading.y, reading.z) == (0, -1, 0))
    }
}

@Suite("Timestamps of events")
struct EventTimestampsTests {
    private let reading = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_700_000_000_000_000_000),
        monotonicNanoseconds: 500,
        boottime: BootInstant(nanoseconds: 2_000)
    )

    @Test("are kept if they are of boot time, and converted if they are of another clock")
    func moved() {
        var boottime = EventTimestamps(.boottime, reading.pair(of: .boottime))
        #expect(boottime.instant(2_100).nanoseconds == 2_100)
        var monotonic = EventTimestamps(.monotonic, reading.pair(of: .monotonic))
        #expect(monotonic.instant(600).nanoseconds == 2_100)
        var realtime = EventTimestamps(.realtime, reading.pair(of: .realtime))
        #expect(realtime.instant(1_700_000_000_000_000_100).nanoseconds == 2_100)
    }

    @Test("never go backwards")
    func forwards() {
        var timestamps = EventTimestamps(.boottime, reading.pair(of: .boottime))
        _ = timestamps.instant(2_100)
        #expect(timestamps.instant(2_050).nanoseconds == 2_100)
        timestamps.pass(BootInstant(nanoseconds: 2_500))
        #expect(timestamps.instant(2_200).nanoseconds == 2_500)
        #expect(timestamps.instant(2_600).nanoseconds == 2_600)
        timestamps.pass(BootInstant(nanoseconds: 2_100))
        #expect(timestamps.instant(2_300).nanoseconds == 2_600)
    }

    @Test("never precede the newest event, however late a device's own timestamps are")
    func lateTimestamps() {
        var timestamps = EventTimestamps(.boottime, reading.pair(of: .boottime))
        timestamps.pass(BootInstant(nanoseconds: 10_000_000_000))
        for late in [9_950_000_000, 9_900_000_000, 2_000_000_000] as [Int64] {
            #expect(timestamps.instant(late).nanoseconds == 10_000_000_000)
        }
        #expect(timestamps.instant(10_001_000_000).nanoseconds == 10_001_000_000)
    }

    @Test("are not before the instant at which recording began")
    func notBefore() {
        let opening = BootInstant(nanoseconds: 2_050)
        var timestamps = EventTimestamps(.boottime, reading.pair(of: .boottime), notBefore: opening)
        #expect(timestamps.last == opening)
        #expect(timestamps.instant(2_000) == opening)
        #expect(timestamps.instant(2_060).nanoseconds == 2_060)
    }

    @Test("follow the clock after the machine has slept, but not the jitter of a reading")
    func follows() {
        var timestamps = EventTimestamps(.monotonic, reading.pair(of: .monotonic))
        var trembling = reading
        trembling.monotonicNanoseconds += 900
        timestamps.follow(trembling.pair(of: .monotonic))
        #expect(timestamps.instant(600).nanoseconds == 2_100)
        var slept = reading
        slept.boottime = BootInstant(nanoseconds: 5_000_000_000)
        slept.monotonicNanoseconds = 600
        timestamps.follow(slept.pair(of: .monotonic))
        #expect(timestamps.instant(700).nanoseconds == 5_000_000_100)
    }

    @Test(
        "stay right if somebody sets the clock",
        arguments: [3_600_000_000_000, -3_600_000_000_000, 500_000_000, -500_000_000] as [Int64]
    )
    func clockIsSet(by step: Int64) {
        let wall: Int64 = 1_700_000_000_000_000_000
        func pair(_ boot: Int64, set shift: Int64) -> ClockPair {
            ClockPair(
                deviceNanoseconds: wall + boot + shift,
                boottimeNanoseconds: boot,
                errorNanoseconds: 500
            )
        }
        var timestamps = EventTimestamps(.realtime, pair(10_000_000_000, set: 0))
        for number in 1...10 as ClosedRange<Int64> {
            // One event before the step, and one behind it; both wait when the clocks are read.
            let before = 10_000_000_000 + number * 1_000_000_000
            let shift = step * number
            let seen = BootInstant(nanoseconds: before + 200_000_000)
            timestamps.follow(pair(seen.nanoseconds, set: shift))
            let first = timestamps.instant(wall + before + shift - step, seen: seen)
            let second = timestamps.instant(wall + before + 100_000_000 + shift, seen: seen)
            #expect(first.nanoseconds == before)
            #expect(second.nanoseconds == before + 100_000_000)
        }
        #expect(timestamps.takePairs().filter(\.beginsStretch).count == 11)
    }
}

extension EventTimestamps {
    /// The instant of an event that the source reads long after it happened.
    fileprivate mutating func instant(_ nanoseconds: Int64) -> BootInstant {
        instant(nanoseconds, seen: BootInstant(nanoseconds: .max / 4))
    }
}
