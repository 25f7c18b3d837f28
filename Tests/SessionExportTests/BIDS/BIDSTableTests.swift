// The format of fields, times, channels and events in BIDS tables.

import Testing

@testable import SessionExport

@Suite("Tables of BIDS")
struct BIDSTableTests {
    @Test("have tabs between fields, n/a for an empty field, and no line break within one")
    func lines() {
        #expect(BIDSTable.line(["a", "", "b\tc\nd\re"]) == "a\tn/a\tb c d e\n")
    }

    @Test(
        "have times in plain digits, to the nanosecond",
        arguments: [
            (0, "0"), (1, "0.000000001"), (10_000_000, "0.01"), (-1_500_000_000, "-1.5"),
            (59_749_981_066_195, "59749.981066195"), (3_000_000_000, "3"),
            (.min, "-9223372036.854775808"),
        ] as [(Int64, String)]
    )
    func seconds(nanoseconds: Int64, text: String) {
        #expect(BIDSTable.seconds(nanoseconds) == text)
    }

    @Test(
        "have dates with microseconds in UTC",
        arguments: [
            (1_795_806_283_096_518_336, "2026-11-27T19:04:43.096518Z"),
            (0, "1970-01-01T00:00:00.000000Z"),
            (999_999_999, "1970-01-01T00:00:01.000000Z"), (-1000, "1969-12-31T23:59:59.999999Z"),
        ] as [(Int64, String)]
    )
    func dates(nanoseconds: Int64, text: String) {
        #expect(BIDSDataset.date(nanoseconds) == text)
    }

    @Test(
        "name each channel's type, component and unit as BIDS does",
        arguments: [
            ("accelerometer", "x", "ACCEL", "x", "g"), ("gravity", "y", "ACCEL", "y", "g"),
            ("userAcceleration", "z", "ACCEL", "z", "g"), ("gyro", "x", "GYRO", "x", "rad/s"),
            ("rotationRate", "y", "GYRO", "y", "rad/s"), ("magnetometer", "z", "MAGN", "z", "uT"),
            ("magneticField", "x", "MAGN", "x", "uT"), ("attitude", "x", "ORNT", "quat_x", "n/a"),
            ("attitude", "w", "ORNT", "quat_w", "n/a"),
            ("attitude", "heading", "MISC", "n/a", "deg"),
            ("attitude", "eventAccuracy", "MISC", "n/a", "n/a"),
            ("gyro", "w", "MISC", "n/a", "n/a"),
            ("gyro", "estimated", "MISC", "n/a", "n/a"), ("hr", "x", "MISC", "n/a", "bpm"),
            ("hr", "y", "MISC", "n/a", "n/a"),
        ]
    )
    func channels(
        sensor: String,
        column: String,
        type: String,
        component: String,
        units: String
    ) {
        let channel = BIDSChannel(column, of: sensor, meaning: "bpm")
        #expect(
            [channel.kind.rawValue, channel.component, channel.units] == [type, component, units]
        )
        #expect(channel.name == "\(sensor)_\(column)")
    }

    @Test("have a device's own unit only if it is a single word")
    func units() {
        #expect(BIDSChannel("x", of: "field", meaning: "µT").units == "uT")
        #expect(BIDSChannel("x", of: "field", meaning: "some words").units == "n/a")
        #expect(BIDSChannel("x", of: "field", meaning: nil).units == "n/a")
    }
}

@Suite("Events of BIDS")
struct BIDSEventsTests {
    private func event(_ instant: Int64, _ kind: BIDSEvents.Event.Kind) -> BIDSEvents.Event {
        BIDSEvents.Event(instant: instant, kind: kind)
    }

    @Test("are lines with the time since the first row")
    func lines() {
        var loss = event(2_500_000_000, .loss)
        (loss.sensor, loss.lost, loss.reason, loss.isEstimated) = ("gyro", 12, "ring", false)
        #expect(
            loss.line(after: 1_000_000_000) == "1.5\tn/a\tloss\tn/a\tn/a\tgyro\t12\tring\tfalse\n"
        )
        var step = event(500_000_000, .step)
        (step.duration, step.stepPath) = (250_000_000, "walk/turn")
        #expect(
            step.line(after: 1_000_000_000)
                == "-0.5\t0.25\tstep\twalk/turn\tn/a\tn/a\tn/a\tn/a\tn/a\n"
        )
        #expect(BIDSEvents.columns.count == 9)
    }

    @Test("are in order of time, and in the file's order at the same instant")
    func order() {
        var events = BIDSEvents()
        for (instant, kind) in [(3, .stop), (1, .mark), (2, .loss), (1, .step)]
            as [(Int64, BIDSEvents.Event.Kind)]
        {
            events.add(event(instant, kind))
        }
        #expect(events.takeReady().isEmpty)
        #expect(events.takeAll().map(\.kind) == [.mark, .step, .loss, .stop])
        #expect(events.takeAll().isEmpty)
    }

    @Test("do not wait forever")
    func flat() {
        var events = BIDSEvents()
        for instant in 0...BIDSEvents.mostWaiting { events.add(event(Int64(instant), .mark)) }
        let taken = events.takeReady().map(\.instant)
        let half = Int64((BIDSEvents.mostWaiting + 1) / 2)
        #expect(taken == Array(0..<half))
        #expect(events.takeAll().map(\.instant).first == half)
    }

    @Test("have the duration of a step, until the next one; that of the last one is unknown")
    func durations() {
        var steps = BIDSSteps()
        for instant: Int64 in [5, 12, 20] { steps.note(instant) }
        #expect([5, 12, 20].map { steps.duration(from: $0) } == [7, 8, nil])
        for _ in 0..<BIDSSteps.most { steps.note(30) }
        #expect(steps.duration(from: 5) == nil, "beyond the limit of steps no duration is known")
    }

    @Test("begin with the step in which a task's recorder started, but not for a recorder alone")
    func start() {
        var steps = BIDSSteps()
        steps.note(9)
        var start = event(4, .start)
        (start.marker, start.stepPath) = ("start", "Walk/left/tapping")
        let both = start.andItsStep(steps)
        #expect(both.map(\.kind) == [.start, .step])
        #expect(both.map(\.duration) == [0, 5])
        #expect(both[1].marker == nil && both[1].stepPath == "Walk/left/tapping")
        start.stepPath = "lowBack_motion"
        #expect(start.andItsStep(steps).map(\.kind) == [.start])
        #expect(event(4, .loss).andItsStep(steps).map(\.duration) == [nil])
        #expect(event(4, .step).andItsStep(steps).map(\.duration) == [5])
    }
}
