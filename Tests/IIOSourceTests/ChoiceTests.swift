@testable import IIOSource
import MotionRecorder
import Testing
import Timebase

/// Devices as contexts describe them.
enum Devices {
    static func make(
        _ number: Int,
        _ name: String?,
        label: String? = nil,
        _ types: [MotionSensorType],
        buffered: Bool = true,
        trigger: TriggerState = .none
    ) -> DeviceDescription {
        var channels: [ChannelDescription] = []
        for type in types {
            let prefix = type == .gyro ? "anglvel" : type == .accelerometer ? "accel" : "magn"
            for axis in ["x", "y", "z"] {
                channels.append(
                    ChannelDescription(
                        place: channels.count,
                        id: "\(prefix)_\(axis)",
                        scanIndex: buffered ? channels.count : nil,
                        format: buffered ? ScanFormat("le:s16/16>>0") : nil,
                        attributeNames: ["raw", "scale"]
                    )
                )
            }
        }
        return DeviceDescription(
            place: number,
            id: "iio:device\(number)",
            name: name,
            label: label,
            channels: channels,
            trigger: trigger
        )
    }
}

@Suite("The choice of sensors")
struct ChoiceTests {
    private func choose(
        _ types: [MotionSensorType],
        _ devices: [DeviceDescription],
        device: String? = nil,
        placement: String? = nil
    ) throws -> SensorChoice {
        try SensorChoice.choose(
            SensorChoice.Criteria(types: types, device: device, placement: placement),
            among: devices,
            at: "local:"
        )
    }

    @Test("takes the only device that has all types, and says so")
    func takesOnly() throws {
        let devices = [
            Devices.make(0, "bme280", []), Devices.make(1, "bmi160", [.accelerometer, .gyro]),
        ]
        let choice = try choose([.gyro, .accelerometer], devices)
        #expect(choice.devices == [1])
        #expect(choice.types(of: 1) == [.accelerometer, .gyro])
        #expect(choice.reason == "the only device that has accelerometer, gyro")
    }

    @Test("takes the first of several equal devices, and names the others")
    func takesFirst() throws {
        let devices = (0..<2).map { Devices.make($0, "bmi160", [.accelerometer, .gyro]) }
        let choice = try choose([.accelerometer], devices)
        #expect(choice.devices == [0])
        #expect(choice.reason.contains("iio:device1"))
    }

    @Test(
        "takes the device that was requested by id, label or name, in any case",
        arguments: ["iio:device2", "LOWBACK", "icm20602"]
    )
    func takesNamed(name: String) throws {
        let devices = [
            Devices.make(0, "bmi160", [.accelerometer, .gyro]),
            Devices.make(2, "icm20602", label: "lowBack", [.accelerometer, .gyro]),
        ]
        let choice = try choose([.accelerometer, .gyro], devices, device: name)
        #expect(choice.devices == [1])
        #expect(choice.reason == "asked for as \"\(name)\"")
    }

    @Test("takes the first of several devices with the requested name, and names the others")
    func takesFirstNamed() throws {
        let devices = [
            Devices.make(0, "icm20602", [.accelerometer]), Devices.make(1, "bmi160", [.gyro]),
            Devices.make(2, "bmi160", [.accelerometer]),
            Devices.make(3, "bmi160", [.accelerometer]),
        ]
        let choice = try choose([.accelerometer], devices, device: "bmi160")
        #expect(choice.devices == [2])
        #expect(choice.reason.hasPrefix("asked for as \"bmi160\"; the first of 2 that have "))
        #expect(choice.reason.contains("iio:device3") && !choice.reason.contains("iio:device0"))
    }

    @Test("takes several requested devices")
    func takesSeveralNamed() throws {
        let devices = [
            Devices.make(0, "accel_3d", [.accelerometer]), Devices.make(1, "gyro_3d", [.gyro]),
            Devices.make(2, "accel_3d", [.accelerometer]), Devices.make(3, "gyro_3d", [.gyro]),
        ]
        let choice = try choose(
            [.accelerometer, .gyro],
            devices,
            device: "iio:device2, iio:device3"
        )
        #expect(choice.devices == [2, 3])
    }

    @Test("takes the device whose label is the placement, in any spelling")
    func takesPlaced() throws {
        let devices = [
            Devices.make(0, "bmi160", label: "left-ankle", [.accelerometer, .gyro]),
            Devices.make(1, "bmi160", label: "low-back", [.accelerometer, .gyro]),
        ]
        let choice = try choose([.accelerometer, .gyro], devices, placement: "lowBack")
        #expect(choice.devices == [1])
        #expect(choice.reason == "labelled \"lowBack\"")
    }

    @Test("combines devices of one chip rather than of two")
    func joinsFamilies() throws {
        let devices = [
            Devices.make(0, "lsm6ds3_gyro", [.gyro]),
            Devices.make(1, "bmi088-accel", [.accelerometer]),
            Devices.make(2, "bmi088-gyro", [.gyro]), Devices.make(3, "mmc5983", [.magnetometer]),
        ]
        let choice = try choose([.accelerometer, .gyro, .magnetometer], devices)
        #expect(choice.devices == [1, 2, 3])
        #expect(choice.reason.contains("each type"))
    }

    @Test("prefers a device with a buffer to one that must be polled")
    func prefersBuffer() throws {
        let devices = [
            Devices.make(0, "old", [.accelerometer], buffered: false),
            Devices.make(1, "new", [.accelerometer]),
        ]
        #expect(try choose([.accelerometer], devices).devices == [1])
    }

    @Test("lists the devices if none fits")
    func listsWhatThereIs() {
        let devices = [
            Devices.make(0, "bme280", []),
            Devices.make(1, "bma400", label: "desk", [.accelerometer]),
        ]
        let error = #expect(throws: IIOError.self) { try choose([.gyro], devices) }
        let words = error?.description ?? ""
        #expect(words.contains("no device for gyro"))
        #expect(words.contains("iio:device1 (bma400, \"desk\"): accelerometer"))
        #expect(words.contains("iio:device0 (bme280): no motion sensor"))
        let unknown = #expect(throws: IIOError.self) {
            try choose([.accelerometer], devices, device: "bmi160")
        }
        #expect(unknown?.description.contains("no device for \"bmi160\"") == true)
        #expect(throws: IIOError.self) { try choose([.gyro], devices, device: "desk") }
    }
}

@Suite("What fills a device's buffer")
struct TriggerTests {
    static let triggers = [
        TriggerDescription(place: 4, id: "trigger0", name: "gyro_3d-dev1"),
        TriggerDescription(place: 5, id: "trigger1", name: "accel_3d-dev0"),
    ]

    private func decide(
        _ device: DeviceDescription,
        types: [MotionSensorType]? = nil,
        timer: Bool = false
    ) -> TriggerPlan {
        TriggerPlan.decide(
            for: device,
            types: types ?? device.types,
            triggers: Self.triggers,
            canMakeTimer: timer
        )
    }

    @Test("is the device's own FIFO if it takes no trigger")
    func ownBuffer() {
        let device = Devices.make(0, "lsm6dsm", [.gyro], trigger: .unsupported)
        #expect(decide(device, timer: true) == .ownBuffer)
    }

    @Test("is the trigger that is set already")
    func keeps() {
        let device = Devices.make(0, "accel_3d", [.accelerometer], trigger: .set("mine"))
        #expect(decide(device, timer: true) == .keep("mine"))
    }

    @Test("is the device's own trigger rather than a new timer")
    func own() {
        let device = Devices.make(0, "accel_3d", [.accelerometer])
        #expect(decide(device, timer: true) == .set("accel_3d-dev0"))
    }

    @Test("is a new timer if the kernel can make one")
    func timer() {
        #expect(decide(Devices.make(0, "lis3dh", [.accelerometer]), timer: true) == .makeTimer)
    }

    @Test("is nothing, and the plan says why it polls")
    func polls() {
        guard case .poll(let reason) = decide(Devices.make(0, "lis3dh", [.accelerometer])) else {
            Issue.record("it is not polled")
            return
        }
        #expect(reason.contains("hrtimer"))
        guard case .poll = decide(Devices.make(0, "accel_3d", [.gyro]), types: [.magnetometer])
        else {
            Issue.record("it is not polled")
            return
        }
    }
}

@Suite("The size of a device's buffer")
struct BufferPlanTests {
    @Test(
        "holds at least two seconds of samples, and passes batches on within 25 ms",
        arguments: [1, 12.5, 50, 104, 1000, 3200, 4000, 25_600, 40_000]
    )
    func sizes(rate: Double) {
        for delivery in [BufferPlan.Delivery.singly, .inBatches, .remotely] {
            let plan = BufferPlan(rateInHertz: rate, delivery: delivery)
            #expect(Double(plan.scans) >= rate * 2)
            #expect(plan.scans < 200_000)
            if delivery != .singly { #expect(Double(plan.scansAtOnce - 1) / rate <= 0.025) }
        }
    }

    @Test("halves for a kernel without the memory, down to 1.2 s of samples")
    func halves() {
        var plan = BufferPlan(rateInHertz: 1000, delivery: .singly)
        var halvings = 0
        while let smaller = plan.halved(rateInHertz: 1000) {
            plan = smaller
            halvings += 1
        }
        #expect(halvings == 2 && plan.scans >= 1200)
    }

    @Test("is positive for any rate", arguments: [0, -1, .nan, .infinity, 1e300])
    func survives(rate: Double) {
        #expect(BufferPlan(rateInHertz: rate, delivery: .inBatches).scans > 0)
    }
}

@Suite("The clock of a device's timestamps")
struct TimestampClockTests {
    static let reading = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_800_000_000_000_000_000),
        monotonicNanoseconds: 40_000_000_000,
        boottime: BootInstant(nanoseconds: 50_000_000_000)
    )

    private func clock(
        _ name: String?,
        isLocal: Bool = true,
        delays: [Int64] = [],
        of shift: Int64 = 0
    ) -> TimestampClock {
        TimestampClock(
            clock: name,
            isLocal: isLocal,
            arrivals: delays.map { delay in
                ClockArrival(timestamp: 49_000_000_000 - shift, seen: 49_000_000_000 + delay)
            },
            reading: { Self.reading.pair(of: $0) }
        )
    }

    /// The instant of a timestamp whose sample is read at once.
    private func instant(_ timestamp: Int64, by clock: TimestampClock) -> Int64 {
        var clock = clock
        return clock.instant(of: timestamp, seen: 60_000_000_000, spacing: 10_000_000)
    }

    @Test("is the session's own if it is boot time, and then nothing is added")
    func session() {
        let clock = clock("boottime", delays: [3_000_000, 1_000_000])
        #expect(clock.origin == .session && clock.errorNanoseconds == 0 && !clock.hasNews)
        #expect(instant(7, by: clock) == 7)
    }

    @Test("is another kernel clock, converted by readings of both")
    func converted() {
        let monotonic = clock("monotonic", delays: [1_000_000], of: 10_000_000_000)
        #expect(monotonic.origin == .kernel(.monotonic) && monotonic.needsReadings)
        #expect(instant(40_000_000_000, by: monotonic) == 50_000_000_000)
        // A kernel that names no clock timestamps by the time of day.
        #expect(clock(nil).origin == .kernel(.realtime))
        #expect(clock("monotonic_coarse").origin == .kernel(.monotonic))
    }

    @Test("is the sensor's own if arrivals contradict the kernel: the earliest arrival counts")
    func sensors() {
        let clock = clock(
            "boottime",
            delays: [9_000_000, 2_000_000, 5_000_000],
            of: 40_000_000_000
        )
        #expect(clock.origin == .arrival)
        // The delay of the earliest arrival is between 0 and the 3 ms by which the next one is later.
        let time = instant(9_000_000_000, by: clock)
        #expect((49_000_000_000 - 1_000_000...49_002_000_000).contains(time))
        #expect(clock.errorNanoseconds >= 2_000_000)
    }

    @Test("is not trusted if it is another machine's, or unknown")
    func remote() {
        #expect(clock("boottime", isLocal: false, delays: [1_000_000]).origin == .arrival)
        #expect(clock("tai", delays: [1_000_000]).origin == .arrival)
    }

    @Test("follows a clock that stood still during sleep, and ignores the jitter of readings")
    func follows() {
        var clock = clock("monotonic")
        var later = Self.reading.advanced(by: .seconds(60))
        later.monotonicNanoseconds += 20
        clock.follow { later.pair(of: $0) }
        let seen = later.boottime.nanoseconds
        var timestamp = later.monotonicNanoseconds
        #expect(
            clock.instant(of: timestamp, seen: seen, spacing: 10_000_000) == timestamp
                + 10_000_000_000
        )
        // The machine sleeps for five seconds, in which the monotonic clock stands still.
        later = later.advanced(by: .seconds(5))
        later.monotonicNanoseconds = timestamp + 1_000_000
        clock.follow { later.pair(of: $0) }
        timestamp += 11_000_000
        let time = clock.instant(of: timestamp, seen: seen + 6_000_000_000, spacing: 10_000_000)
        #expect(time == later.boottime.nanoseconds + 10_000_000)
        #expect(clock.takePairs().filter(\.beginsStretch).count == 2)
    }

    @Test(
        "makes no gap, and moves no sample by half a period, if somebody sets the time ten times",
        arguments: ["realtime", "boottime"],
        [3_600_000_000_000, -3_600_000_000_000, 500_000_000, -500_000_000] as [Int64]
    )
    func timeIsSet(name: String, by step: Int64) {
        let period: Int64 = 10_000_000
        var now = Self.reading
        var clock = TimestampClock(
            clock: name,
            isLocal: true,
            arrivals: [],
            reading: { now.pair(of: $0) }
        )
        var timeline = DeviceTimeline(periodInNanoseconds: 1e7, timestamping: .taken)
        var farthest: Int64 = 0
        var timestamps: [Int64] = []
        for batch in 0..<60 {
            var taken: [(timestamp: Int64, at: Int64)] = []
            for sample in 0..<20 {
                now = now.advanced(by: .nanoseconds(period))
                // Somewhere in every fifth batch, the time of day is set.
                if batch % 5 == 4, batch < 50, sample == batch % 20 {
                    now.realtime.nanosecondsSince1970 += step
                }
                let timestamp =
                    KernelClock(named: name).map { now.pair(of: $0).deviceNanoseconds } ?? 0
                taken.append((timestamp, now.boottime.nanoseconds))
            }
            clock.follow { now.pair(of: $0) }
            for (timestamp, at) in taken {
                let seen = now.boottime.nanoseconds
                let time = clock.instant(of: timestamp, seen: seen, spacing: period)
                farthest = max(farthest, abs(time - at))
                timestamps.append(time)
            }
        }
        #expect(farthest < period / 2, "\(farthest)")
        #expect(Outcome(timestamps, through: &timeline).gaps.isEmpty)
        // Nobody can set boot time, so it needs no pairs.
        let stretches = clock.hasNews ? clock.takePairs().filter(\.beginsStretch).count : 0
        #expect(stretches == (name == "realtime" ? 11 : 0))
    }

    @Test(
        "gives times within 30 ms for hours if the sensor's clock runs fast or slow",
        arguments: [-1, 1]
    )
    func drifts(direction: Int64) {
        var clock = clock("boottime", isLocal: false, delays: [2_000_000])
        var bits = Bits(state: 1)
        var farthest: Int64 = 0
        // 100 parts in a million, for three hours: more than a second.
        for second in 0..<10_800 as Range<Int64> {
            let taken = 49_000_000_000 + second * 1_000_000_000
            let timestamp = taken + direction * second * 100_000
            let delay = Int64.random(in: 2_000_000..<40_000_000, using: &bits)
            let seen = taken + delay
            let time = clock.instant(of: timestamp, seen: seen, spacing: 1_000_000_000)
            farthest = max(farthest, abs(time - taken))
            clock.follow(ClockArrival(timestamp: timestamp, seen: seen))
        }
        #expect(farthest < 30_000_000, "\(farthest)")
        #expect(clock.errorFraction < 0.01)
    }
}
