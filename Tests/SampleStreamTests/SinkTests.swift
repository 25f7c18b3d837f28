import Patience
import SampleStream
import SystemCalls
import Testing
import Timebase

/// A reading that has its number as its time.
struct Reading: StreamSample, Equatable {
    var time: BootInstant
    var channel: Int
    var lost: Int64
    var reason: Int

    init(_ nanoseconds: Int64, channel: Int = 0) {
        time = BootInstant(nanoseconds: nanoseconds)
        self.channel = channel
        lost = 0
        reason = -1
    }

    var role: StreamRole {
        reason < 0 ? .reading : .gap(lost: lost, reason: GapReason(place: UInt8(reason)))
    }

    static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> Reading {
        var gap = Reading(time.nanoseconds, channel: channel)
        gap.lost = lost
        gap.reason = Int(reason.place)
        return gap
    }
}

/// Delivers `count` readings as fast as it can; fails to open if `count` is negative, and to run if it is not.
final class CountingSource: SampleSource {
    let waitsForRoom: Bool
    let count: Int
    let failure: (any Error)?
    private let closed: @Sendable () -> Void

    init(
        count: Int,
        waits: Bool,
        failure: (any Error)? = nil,
        closed: @escaping @Sendable () -> Void = {}
    ) {
        self.count = count
        waitsForRoom = waits
        self.failure = failure
        self.closed = closed
    }

    func open(until stop: StopSignal) throws -> SourceDescription {
        if count < 0, let failure { throw failure }
        return SourceDescription(name: "counter", kind: "test", clock: "none")
    }

    func capture(
        into sink: inout SampleSink<Reading>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        for number in 0..<count { sink.deliver(Reading(Int64(number), channel: number % 3)) }
        if let failure { throw failure }
        return .exhausted(at: BootInstant(nanoseconds: Int64(count)))
    }

    func close() { closed() }
}

@Suite("A sink in front of a ring", .mayNotHang)
struct SinkTests {
    @Test("counts readings that find no room, and reports the gaps before the next reading")
    func tellsGaps() throws {
        let link = StreamLink()
        let ends = SampleRing.make(of: Reading.self, capacity: 4)
        var consumer = ends.consumer
        var sink = SampleSink<Reading>(
            producer: ends.producer,
            waitsForRoom: false,
            link: link,
            stop: StopSignal()
        )
        for number in 0..<9 { sink.deliver(Reading(Int64(number), channel: number % 2)) }
        while consumer.pop() != nil {}
        sink.deliver(Reading(100))
        var items: [Reading] = []
        while let item = consumer.pop() { items.append(item) }
        #expect(
            items == [
                .gap(channel: 0, at: BootInstant(nanoseconds: 4), lost: 3, reason: .ring),
                .gap(channel: 1, at: BootInstant(nanoseconds: 5), lost: 2, reason: .ring),
                Reading(100),
            ]
        )
    }

    @Test("accounts for every reading of a source that may not wait: in the ring, or in a gap")
    func accountsForAll() throws {
        let link = StreamLink()
        let ends = SampleRing.make(of: Reading.self, capacity: 64)
        var consumer = ends.consumer
        let thread = try CaptureThread.start(
            CountingSource(count: 100_000, waits: false),
            into: ends.producer,
            link: link,
            stop: StopSignal(),
            options: CaptureOptions(),
            report: { _ in }
        )
        var readings = 0
        var lost: Int64 = 0
        var last: Int64 = -1
        while true {
            let ending = link.captureEnding
            guard let item = consumer.pop() else {
                if let ending {
                    lost += ending.unreported.entries.reduce(0) { $0 + $1.count }
                    break
                }
                continue
            }
            switch item.role {
            case .reading:
                #expect(item.time.nanoseconds > last)
                last = item.time.nanoseconds
                readings += 1
            case .gap(let count, let reason, _):
                #expect(reason == .ring)
                lost += count
            case .mark: break
            }
        }
        thread.join()
        #expect(readings + Int(lost) == 100_000)
    }

    @Test("loses no reading of a source that waits for room")
    func waitsForRoom() throws {
        let link = StreamLink()
        let ends = SampleRing.make(of: Reading.self, capacity: 16)
        var consumer = ends.consumer
        let thread = try CaptureThread.start(
            CountingSource(count: 20_000, waits: true),
            into: ends.producer,
            link: link,
            stop: StopSignal(),
            options: CaptureOptions(),
            report: { _ in }
        )
        var expected: Int64 = 0
        while expected < 20_000 {
            guard let item = consumer.pop() else { continue }
            #expect(item.time.nanoseconds == expected)
            expected += 1
            link.tellRoom()
        }
        thread.join()
    }
}

@Suite("The latest values", .mayNotHang)
struct LatestValuesTests {
    @Test("have the latest reading of each channel, and nil for a channel without one")
    func showsLatest() {
        let latest = LatestValues<Reading>()
        #expect(latest.latestValue(channel: 2) == nil)
        latest.publish(Reading(5, channel: 2), count: 1)
        latest.publish(Reading(6, channel: 2), count: 2)
        latest.publish(Reading(7, channel: 3), count: 1)
        #expect(latest.latestValue(channel: 2)?.latest == Reading(6, channel: 2))
        #expect(latest.latestValue(channel: 2)?.count == 2)
        #expect(latest.latestValue(channel: 3)?.latest == Reading(7, channel: 3))
    }

    @Test("never show a half-written reading")
    func neverTorn() throws {
        let latest = LatestValues<Numbered2>()
        let thread = try SystemThread.spawn(name: "publisher") {
            for number in 1...100_000 { latest.publish(Numbered2(number), count: number) }
        }
        var last = 0
        while last < 100_000 {
            guard let latestValue = latest.latestValue(channel: 0) else { continue }
            #expect(latestValue.latest.isWhole && latestValue.latest.number == latestValue.count)
            #expect(latestValue.count >= last)
            last = latestValue.count
        }
        thread.join()
    }
}

/// A sample that shows whether it is torn.
struct Numbered2: StreamSample {
    var number: Int
    var copies: (Int, Int, Int)

    init(_ number: Int) {
        self.number = number
        copies = (number, number, number)
    }

    var isWhole: Bool { copies.0 == number && copies.1 == number && copies.2 == number }
    var time: BootInstant { BootInstant(nanoseconds: Int64(number)) }
    var channel: Int { 0 }
    var role: StreamRole { .reading }

    static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> Numbered2 { Numbered2(Int(lost)) }
}
