import MotionRecorder
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import IIOSource

/// A bus on which the readings of a test's choice fail, by their numbers from 0.
private final class Bus: AttributeReading {
    private let faults: [ClosedRange<Int>]
    private let errno: Errno
    private let slow: ClosedRange<Int>?
    private let count = Mutex(0)

    init(failing faults: [ClosedRange<Int>], by errno: Errno, slow: ClosedRange<Int>? = nil) {
        self.faults = faults
        self.errno = errno
        self.slow = slow
    }

    /// How often it was read.
    var asked: Int { count.withLock { $0 } }

    var failsForEver: Bool { faults.contains { $0.upperBound == .max } }

    func read(_ name: String, of owner: AttributeOwner) throws(IIOError) -> String {
        let number = count.withLock { count in
            count += 1
            return count - 1
        }
        if slow?.contains(number) == true {
            let wakeEvent = WakeEvent()
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(20))
        }
        // Three axes a reading, of which the first that fails ends it.
        if faults.contains(where: { $0.contains(number) }) {
            throw IIOError(.failed(call: "read \(name)", errno), at: "iio:device0")
        }
        return "981"
    }
}

@Suite("A polled sensor")
struct PolledSensorTests {
    /// One accelerometer, at 1 kHz: a test takes little time.
    private static func sensor() throws -> PolledSensor {
        let axes = ["x", "y", "z"].enumerated().map { place, axis in
            ChannelDescription(place: place, id: "accel_\(axis)", attributeNames: ["raw"])
        }
        return try PolledSensor(
            DeviceDescription(place: 0, id: "iio:device0", channels: axes),
            types: [.accelerometer],
            matrix: .identity,
            rateInHertz: 1000
        )
    }

    /// What came of a poll.
    private struct Found {
        var samples = 0
        var lost: [GapReason: Int64] = [:]
        var slots: Int64 = 0
        var isInOrder = true
        var error: IIOError?
    }

    /// Reads a sensor until its bus was asked often enough, or it fails for good.
    private static func poll(_ bus: Bus) throws -> Found {
        let sensor = try sensor()
        let ends = SampleRing.make(of: MotionSample.self, capacity: 8192)
        var consumer = ends.consumer
        var sink = SampleSink(
            producer: ends.producer,
            waitsForRoom: false,
            link: StreamLink(),
            stop: StopSignal()
        )
        let wakeEvent = WakeEvent()
        var first: Int64?
        var found = Found()
        do throws(IIOError) {
            while bus.asked < 60 || bus.failsForEver {
                try sensor.readIfDue(bus, into: &sink, limit: .max)
                first = first ?? sensor.due
                wakeEvent.wait(since: wakeEvent.count, upTo: .microseconds(200))
            }
        } catch let caught {
            found.error = caught
        }
        found.slots = try (#require(sensor.due) - #require(first)) / 1_000_000 + 1
        var newest = Int64.min
        while let item = consumer.pop() {
            found.isInOrder = found.isInOrder && item.time.nanoseconds >= newest
            newest = item.time.nanoseconds
            if case .gap(let count, let reason, _) = item.role {
                found.lost[reason, default: 0] += count
            } else {
                found.samples += 1
            }
        }
        return found
    }

    @Test(
        "counts a reading that fails, and reads on",
        arguments: [Errno.ioError, .noDeviceOrAddress, .timedOut]
    )
    func goesOn(errno: Errno) throws {
        // The 4th reading, and the 6th to the 8th: three axes each, and one where the first fails.
        let found = try Self.poll(Bus(failing: [9...9, 13...15], by: errno))
        #expect(found.error == nil)
        #expect(found.lost[.device] == 4)
        #expect(found.samples > 0)
        // All that was due is there, or counted.
        #expect(Int64(found.samples) + found.lost.values.reduce(0, +) == found.slots)
    }

    @Test("is given up where all its readings fail for two seconds, and each is counted until then")
    func givesUp() throws {
        let found = try Self.poll(Bus(failing: [9...Int.max], by: .ioError))
        #expect(found.error?.kind == .failed(call: "read raw", .ioError))
        #expect(found.samples == 3)
        #expect(Int64(found.samples) + found.lost.values.reduce(0, +) == found.slots)
    }

    @Test("is given up at once where its files are gone, and what was due then is counted")
    func gone() throws {
        let found = try Self.poll(Bus(failing: [9...Int.max], by: .notFound))
        #expect(found.error?.kind == .deviceGone)
        #expect(found.samples == 3)
        #expect(found.lost[.device] == 1)
        #expect(Int64(found.samples) + found.lost.values.reduce(0, +) == found.slots)
    }

    @Test("has no gap ahead of a reading that came late")
    func slowReading() throws {
        let bus = Bus(failing: [], by: .ioError, slow: 3...5)
        let found = try Self.poll(bus)
        #expect(found.lost[.source] ?? 0 > 0)
        #expect(found.isInOrder)
    }
}

@Suite("Readings that fail in a row")
struct ReadFaultsTests {
    /// Which readings, of those that fail at these instants, are not the last; nothing stands for one that succeeds.
    private static func goesOn(period: Int64, _ instants: [Int64?]) -> [Bool] {
        var faults = ReadFaults(periodInNanoseconds: period, patienceInSeconds: 2)
        let fault = IIOError(.failed(call: "read raw", .ioError), at: "iio:device0")
        return instants.map { instant in
            guard let instant else {
                faults.succeeded()
                return true
            }
            return faults.mayGoOn(after: fault, at: instant)
        }
    }

    @Test("are forgotten by one that succeeds")
    func forgotten() {
        let found = Self.goesOn(
            period: 1_000_000,
            [0, 1_999_999_999, nil, 2_500_000_000, 4_499_999_999, 4_500_000_000]
        )
        #expect(found == [true, true, true, true, true, false])
    }

    @Test("of a slow sensor are four at least")
    func slow() {
        let period: Int64 = 10_000_000_000
        let found = Self.goesOn(period: period, (0...4).map { $0 * period })
        #expect(found == [true, true, true, true, false])
        #expect(Self.goesOn(period: .max, [.max]) == [true])
    }
}
