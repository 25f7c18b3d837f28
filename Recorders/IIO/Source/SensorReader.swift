// Reads one device through its buffer during a recording. It turns the bytes into readings on the session's
// clock, and reports missing samples as gaps.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Reads one device through its buffer.
final class SensorReader {
    let device: DeviceDescription
    let decoder: ScanDecoder
    private(set) var plan: BufferPlan
    private(set) var clock: TimestampClock
    private var timeline: DeviceTimeline
    private var buffer: IIOBuffer?
    /// The samples that are held back, and how many of them each scan gave.
    private var held: [MotionSample] = []
    private var heldOfScans: [Int] = []
    /// When scans were first held after the last release, if any are held.
    private var heldSince: Int64?
    /// Where a child process reports to its parent what it has received.
    private let progress: RemoteProgress?
    /// Scans read before the recording proper, from which to learn.
    private var first = FirstScans()
    /// The estimated timestamp of the last scan, if the device gives none.
    private var lastEstimate: Int64?
    /// The instant of the newest delivered sample.
    private var delivered = Int64.min
    /// Bytes of a full refill: after one, more may follow.
    private var fullBytes = 0
    /// Whether a refill waits for a whole batch, as over a network.
    private var isBlocking = false
    private var backlog = KernelBacklog()
    /// Since when there has been nothing to read.
    private(set) var emptySince: Int64?

    /// The first scans of a device.
    struct FirstScans {
        var bytes: [UInt8] = []
        var timestamps: [Int64] = []
        var batches: [(bytes: Int, seen: Int64)] = []
        var arrivals: [ClockArrival] = []
        /// The arrivals of batches that had waited in a queue before they were read; they do not show the
        /// delay.
        var backlog: [ClockArrival] = []
    }

    /// How long samples of another machine's device may be held until a loss is settled, in nanoseconds; two
    /// periods if the sensor is slow.
    private static let longestHolding = 2e9

    init(
        _ device: DeviceDescription,
        decoder: ScanDecoder,
        plan: BufferPlan,
        period: Double,
        showing progress: RemoteProgress?
    ) {
        self.device = device
        self.progress = progress
        self.decoder = decoder
        self.plan = plan
        clock = TimestampClock.none
        timeline = DeviceTimeline(periodInNanoseconds: period, timestamping: .taken)
        held.reserveCapacity(LossSettling.most * max(1, decoder.streamChannels.count))
        heldOfScans.reserveCapacity(LossSettling.most + 1)
    }

    /// Lets another thread wake a refill.
    var canceller: BufferCanceller? { buffer?.canceller }

    /// The distance between samples, as far as it is known.
    var periodInNanoseconds: Double { timeline.periodInNanoseconds }

    /// Whether timestamps show when samples were taken or when they arrived.
    var timestamping: DeviceTimeline.Timestamping { timeline.timestamping }

    /// True if the newest sample was taken after an instant.
    func isPast(_ limit: Int64) -> Bool {
        timeline.newestInstant.map { $0 > limit } ?? false
    }

    // MARK: Opening

    /// Enables the buffer.
    func enable(
        _ context: borrowing IIOContext,
        plan wanted: BufferPlan,
        rateInHertz: Double,
        isBlocking: Bool
    ) throws(IIOError) {
        buffer = nil
        var plan = wanted
        while true {
            do throws(IIOError) {
                let made = try IIOBuffer(
                    context,
                    device: device.place,
                    channels: decoder.channels,
                    plan: plan,
                    isBlocking: isBlocking
                )
                guard [decoder.bytes, decoder.leastBytes].contains(made.bytesOfScan) else {
                    throw IIOError(
                        .malformed(
                            "its scans have \(made.bytesOfScan) bytes where its channels need "
                                + "\(decoder.bytes)"
                        ),
                        at: device.id
                    )
                }
                self.isBlocking = isBlocking
                fullBytes = plan.scansAtOnce * made.bytesOfScan / decoder.bytes * decoder.bytes
                buffer = consume made
                self.plan = plan
                return
            } catch {
                guard error.kind == .bufferRefused(.noMemory),
                    let smaller = plan.halved(rateInHertz: rateInHertz)
                else { throw error }
                plan = smaller
            }
        }
    }

    /// Reads and discards the scans that the buffer holds.
    func discard() throws(Errno) {
        for _ in 0..<64 {
            guard try buffer?.refill() ?? 0 >= decoder.bytes else { return }
        }
    }

    /// True once a batch arrived for which the reader had waited, and always if refills do not block.
    ///
    /// Only a batch that the reader waited for shows how late it arrives.
    var hasCaughtUp: Bool { !isBlocking || !first.arrivals.isEmpty }

    /// Reads a batch; returns the number of bytes, and whether the call had to wait for them.
    private func refill() throws(Errno) -> (count: Int, hasWaited: Bool) {
        let begin = SystemClock.monotonic.nanoseconds
        let count = try buffer?.refill() ?? 0
        guard isBlocking else { return (count, true) }
        let batch = periodInNanoseconds * Double(plan.scansAtOnce)
        return (count, Double(SystemClock.monotonic.nanoseconds - begin) > batch / 4)
    }

    /// Reads some of the first scans; returns how many there are by now.
    func readFirst(now: () -> Int64) throws(Errno) -> Int {
        let (count, hasWaited) = try refill()
        guard count >= decoder.bytes else { return first.timestamps.count }
        let seen = now()
        let decoder = decoder
        try? unsafe buffer?.withBytes(count) { bytes throws(IIOError) in
            let whole = count / decoder.bytes * decoder.bytes
            unsafe first.bytes.append(contentsOf: bytes.prefix(whole))
            first.batches.append((whole, seen))
            guard let base = bytes.baseAddress else { return }
            for offset in stride(from: 0, to: whole, by: decoder.bytes) {
                first.timestamps.append(unsafe decoder.timestamp(of: base + offset))
            }
        }
        if let last = first.timestamps.last {
            let arrival = ClockArrival(timestamp: last, seen: seen)
            if hasWaited { first.arrivals.append(arrival) } else { first.backlog.append(arrival) }
        }
        return first.timestamps.count
    }

    /// Discards the scans that were read to learn from.
    func forgetFirst() { first = FirstScans() }

    /// Learns from the first scans which clock their timestamps come from, and the distance between samples.
    func learn(clockName: String?, isLocal: Bool, nominalPeriod: Double?) {
        guard decoder.hasTimestamps else {
            clock = TimestampClock.none
            let seen = first.batches.map(\.seen)
            var period = nominalPeriod ?? 1e7
            if let begin = seen.first, let end = seen.last, first.timestamps.count >= 16 {
                let later = first.batches.dropFirst().reduce(0) { $0 + $1.bytes } / decoder.bytes
                if later > 0 { period = Double(end - begin) / Double(later) }
            }
            timeline = DeviceTimeline(periodInNanoseconds: period, timestamping: .arrived)
            return
        }
        clock = TimestampClock(
            clock: clockName,
            isLocal: isLocal,
            arrivals: hasCaughtUp ? first.arrivals : first.backlog,
            reading: { $0.read() }
        )
        // If a HID sensor has no clock of its own, the kernel timestamps its reports when they arrive.
        timeline = DeviceTimeline(
            learningFrom: first.timestamps,
            nominalPeriodInNanoseconds: nominalPeriod,
            areArrivals: device.isHIDSensor && clock.origin != .arrival
        )
    }

    // MARK: Capturing

    /// Delivers the scans that were read to learn from.
    func deliverFirst(into sink: inout SampleSink<MotionSample>, limit: Int64) {
        let first = first
        self.first = FirstScans()
        var offset = 0
        for batch in first.batches {
            unsafe first.bytes.withUnsafeBytes { bytes in
                let part = unsafe UnsafeRawBufferPointer(
                    rebasing: bytes[offset..<(offset + batch.bytes)]
                )
                unsafe deliver(part, seen: batch.seen, into: &sink, limit: limit)
            }
            offset += batch.bytes
            if batch.bytes < fullBytes { backlog.ranDry(capacity: plan.capacity) }
        }
    }

    /// Reads once and delivers the samples; returns whether there may be more.
    func read(
        into sink: inout SampleSink<MotionSample>,
        limit: Int64
    ) throws(Errno) -> Bool {
        let (count, hasWaited) = try refill()
        let now = SystemClock.boottime.nanoseconds
        // A refill that had to wait found the kernel's buffer empty.
        if isBlocking, hasWaited { backlog.ranDry(capacity: plan.capacity) }
        guard count >= decoder.bytes else {
            // Measured on the monotonic clock, which excludes time in which the machine slept.
            if emptySince == nil { emptySince = SystemClock.monotonic.nanoseconds }
            backlog.ranDry(capacity: plan.capacity)
            return false
        }
        emptySince = nil
        if clock.needsReadings { clock.follow { $0.read() } }
        // The closure throws nothing.
        try? unsafe buffer?.withBytes(count) { bytes throws(IIOError) in
            unsafe deliver(bytes, seen: now, into: &sink, limit: limit)
        }
        let isFull = count >= fullBytes
        if !isFull { backlog.ranDry(capacity: plan.capacity) }
        return isFull
    }

    /// Delivers what is still held back.
    func finish(into sink: inout SampleSink<MotionSample>, limit: Int64) {
        while let rest = timeline.settle() {
            tell(rest.gap, into: &sink, limit)
            release(rest.samples, into: &sink)
        }
        release(into: &sink)
        clock.end()
        tellClock(into: &sink)
    }

    /// Closes the buffer.
    func close() { buffer = nil }

    private func deliver(
        _ bytes: UnsafeRawBufferPointer,
        seen: Int64,
        into sink: inout SampleSink<MotionSample>,
        limit: Int64
    ) {
        guard let base = bytes.baseAddress else { return }
        let decoder = decoder
        let scans = bytes.count / decoder.bytes
        if let progress {
            for channel in decoder.streamChannels { progress.noteReadings(scans, of: channel) }
        }
        let spacing = Int64(min(periodInNanoseconds, 1e15))
        var estimate = decoder.hasTimestamps ? nil : Estimate(scans, seen, self)
        var arrival: ClockArrival?
        if scans > 0, decoder.hasTimestamps {
            let newest = unsafe decoder.timestamp(of: base + (scans - 1) * decoder.bytes)
            let batch = ClockArrival(timestamp: newest, seen: seen)
            clock.expect(batch, count: scans, spacing: spacing)
            if clock.isLossUncertain { timeline.noteUncertainLoss() }
            arrival = batch
        }
        for index in 0..<scans {
            let scan = unsafe base + index * decoder.bytes
            let timestamp: Int64
            if let next = estimate?.next() {
                timestamp = next
                lastEstimate = next
            } else {
                timestamp = clock.instant(
                    of: unsafe decoder.timestamp(of: scan),
                    seen: seen,
                    spacing: spacing
                )
            }
            let overflowed = backlog.next(
                isBehindGap: timeline.isGap(before: timestamp),
                capacity: plan.capacity
            )
            let course = estimate == nil ? clock.course : timestamp
            switch timeline.accept(timestamp, course: course, overflowed: overflowed) {
            case .deliver(let time):
                unsafe pass(scan, time, into: &sink, limit)
            case .hold(let time):
                unsafe hold(scan, time, limit)
            case .settle(let gap, let time):
                tell(gap, into: &sink, limit)
                release(into: &sink)
                unsafe pass(scan, time, into: &sink, limit)
            case .settleAndHold(let gap, let time):
                tell(gap, into: &sink, limit)
                release(into: &sink)
                unsafe hold(scan, time, limit)
            case .settleSome(let gap, let count, let time):
                tell(gap, into: &sink, limit)
                release(count, into: &sink)
                unsafe hold(scan, time, limit)
            }
        }
        stopWaitingIfOverdue(seen, into: &sink)
        if let arrival {
            clock.follow(arrival)
            timeline.clockErrorFraction = clock.errorFraction
        }
        tellClock(into: &sink)
    }

    /// Delivers samples that were held for too long: otherwise the parent process, which does not see held samples,
    /// would treat the sensor as silent.
    private func stopWaitingIfOverdue(_ now: Int64, into sink: inout SampleSink<MotionSample>) {
        guard isBlocking, !heldOfScans.isEmpty else { return heldSince = nil }
        let since = heldSince ?? now
        heldSince = since
        guard Double(now &- since) > max(Self.longestHolding, 2 * periodInNanoseconds),
            timeline.stopWaiting()
        else { return }
        release(into: &sink)
    }

    private func pass(
        _ scan: UnsafeRawPointer,
        _ time: Int64,
        into sink: inout SampleSink<MotionSample>,
        _ limit: Int64
    ) {
        guard time <= limit else { return }
        delivered = time
        unsafe decoder.readings(of: scan, at: time) { sink.deliver($0) }
    }

    private func hold(_ scan: UnsafeRawPointer, _ time: Int64, _ limit: Int64) {
        let before = held.count
        if time <= limit { unsafe decoder.readings(of: scan, at: time) { held.append($0) } }
        heldOfScans.append(held.count - before)
    }

    /// Delivers the samples of the oldest held scans, or of all.
    private func release(_ scans: Int? = nil, into sink: inout SampleSink<MotionSample>) {
        let scans = min(scans ?? heldOfScans.count, heldOfScans.count)
        guard scans > 0 else { return }
        let samples = heldOfScans[..<scans].reduce(0, +)
        for sample in held[..<samples] {
            delivered = sample.time.nanoseconds
            sink.deliver(sample)
        }
        held.removeFirst(samples)
        heldOfScans.removeFirst(scans)
        heldSince = nil
    }

    /// Passes new pairs of clock readings to the sink.
    private func tellClock(into sink: inout SampleSink<MotionSample>) {
        guard clock.hasNews else { return }
        for pair in clock.takePairs() { sink.noteClock(pair, of: device.id) }
    }

    private func tell(
        _ gap: DeviceTimeline.Gap?,
        into sink: inout SampleSink<MotionSample>,
        _ limit: Int64
    ) {
        let due = gap?.due(
            until: limit,
            behind: delivered,
            periodInNanoseconds: timeline.periodInNanoseconds,
            // Held samples were within the limit when they were held, so all of them are delivered.
            isFollowed: !held.isEmpty
        )
        guard let gap = due else { return }
        for channel in decoder.streamChannels {
            sink.noteLoss(
                channel: channel,
                at: BootInstant(nanoseconds: gap.from),
                count: gap.lost,
                reason: gap.isOverflow ? .kernel : .device,
                isEstimated: gap.isEstimated
            )
        }
    }

    /// Estimates the instants of a batch without timestamps: evenly spaced up to when the batch was seen.
    private struct Estimate {
        var last: Double
        var step: Double

        init(_ scans: Int, _ seen: Int64, _ reader: SensorReader) {
            let period = reader.periodInNanoseconds
            let evenly = Double(scans) * period
            guard let before = reader.lastEstimate else {
                last = Double(seen) - evenly
                step = period
                return
            }
            // After a full batch more may wait, so its arrival does not show when its last sample was taken.
            let isFull = scans >= reader.plan.scansAtOnce
            let end = isFull ? min(Double(seen), Double(before) + evenly) : Double(seen)
            let even = (end - Double(before)) / Double(scans)
            if even < 1.5 * period {
                last = Double(before)
                step = max(0, even)
            } else {
                last = end - evenly
                step = period
            }
        }

        mutating func next() -> Int64? {
            last += step
            return Int64(last)
        }
    }
}
