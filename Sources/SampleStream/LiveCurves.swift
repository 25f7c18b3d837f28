// The last half minute of a stream, for live plots. It keeps only the least and the greatest value of each tenth of
// a second, which a picture of any size can show without loss. The writer adds readings while somebody watches, and
// never waits. A viewer reads again if the writer changed the data meanwhile.

internal import Synchronization
internal import SystemCalls
public import Timebase

/// The course of each channel of a stream over the last half minute.
@safe
public final class LiveCurves: Sendable {
    /// The least and the greatest value of up to four lines in one interval.
    public struct Extent: Sendable, Equatable {
        public var low: SIMD4<Float>
        public var high: SIMD4<Float>
    }

    /// The course of a channel up to its newest reading.
    public struct Course: Sendable, Equatable {
        /// The instant of the newest reading.
        public var newest: BootInstant
        /// The length of each interval.
        public var interval: Duration
        /// One entry for each interval, the newest last; `nil` for an interval without readings.
        public var extents: [Extent?]
    }

    /// The shortest interval, in nanoseconds.
    static let nanosecondsOfBucket: Int64 = 100_000_000
    /// How many of these intervals are kept.
    static let buckets = 300
    /// After a viewer has read, another read is expected for this many nanoseconds.
    private static let attention: Int64 = 2_000_000_000
    /// How many times a viewer tries to read a consistent state.
    private static let mostLooks = 100

    /// The words of an interval: its number, and the least and greatest value of each line.
    private static let wordsOfBucket = 5
    /// The words of a channel: an edition number, odd while the writer changes it; the newest instant; the
    /// intervals.
    private static let words = 2 + buckets * wordsOfBucket
    private static let noNumber = UInt64(bitPattern: .min)

    private nonisolated(unsafe) let memory: UnsafeMutablePointer<Atomic<UInt64>>
    private let channels: Int
    private let lastLook = Atomic<Int64>(.min)

    /// Curves of a stream without readings.
    ///
    /// - Parameter channels: How many channels there is room for, a power of two.
    init(channels: Int) {
        self.channels = channels
        let count = channels * Self.words
        unsafe memory = .allocate(capacity: count)
        for index in 0..<count { unsafe (memory + index).initialize(to: Atomic(0)) }
        for channel in 0..<channels {
            let base = unsafe memory + channel * Self.words
            for bucket in 0..<Self.buckets {
                unsafe base[2 + bucket * Self.wordsOfBucket].store(
                    Self.noNumber,
                    ordering: .relaxed
                )
            }
        }
    }

    deinit {
        unsafe memory.deinitialize(count: channels * Self.words)
        unsafe memory.deallocate()
    }

    /// Whether somebody looked recently.
    var isWatched: Bool {
        let last = lastLook.load(ordering: .relaxed)
        return last != .min && SystemClock.monotonic.nanoseconds &- last < Self.attention
    }

    func noteLook() {
        lastLook.store(SystemClock.monotonic.nanoseconds, ordering: .relaxed)
    }

    /// Adds a reading to its interval; only the writer's thread may call it.
    ///
    /// A reading whose slot already holds a later interval is ignored: it is at least half a minute old.
    public func add(_ values: SIMD4<Float>, channel: Int, at time: BootInstant) {
        let base = unsafe memory + (channel & (channels - 1)) * Self.words
        let number = Self.number(of: time.nanoseconds)
        let bucket = unsafe base + 2 + Self.place(of: number)
        let present = unsafe Int64(bitPattern: bucket[0].load(ordering: .relaxed))
        guard number >= present else { return }
        let edition = unsafe base[0].load(ordering: .relaxed)
        unsafe base[0].store(edition &+ 1, ordering: .relaxed)
        // Orders the odd edition before the words; pairs with the fence in `words(of:)`.
        atomicMemoryFence(ordering: .releasing)
        let newest = unsafe Int64(bitPattern: base[1].load(ordering: .relaxed))
        if edition == 0 || time.nanoseconds > newest {
            unsafe base[1].store(UInt64(bitPattern: time.nanoseconds), ordering: .relaxed)
        }
        for line in 0..<4 {
            var (low, high) = (values[line], values[line])
            if number == present {
                let earlier = unsafe Self.unpacked(bucket[1 + line].load(ordering: .relaxed))
                (low, high) = (min(low, earlier.low), max(high, earlier.high))
            }
            unsafe bucket[1 + line].store(Self.packed(low, high), ordering: .relaxed)
        }
        unsafe bucket[0].store(UInt64(bitPattern: number), ordering: .relaxed)
        // Releases the words to the first load in `words(of:)`.
        unsafe base[0].store(edition &+ 2, ordering: .releasing)
    }

    /// The course of a channel; `nil` before the first reading, or if it changes too often to be read.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - window: How far back; half a minute at most.
    ///   - count: The greatest number of intervals, at least one.
    ///   - spacing: How far readings are apart: no interval is shorter, so that none is empty by chance.
    /// - Returns: The least and greatest values of each interval.
    func course(
        of channel: Int,
        over window: Duration,
        atMost count: Int,
        spacing: Duration
    ) -> Course? {
        guard let words = words(of: channel & (channels - 1)) else { return nil }
        let span = min(
            Int64(Self.buckets),
            max(1, window.wholeNanoseconds / Self.nanosecondsOfBucket)
        )
        // Merged intervals begin at whole multiples, so that a picture scrolls without flicker.
        let factor = max(
            1,
            (span + Int64(count) - 1) / Int64(count),
            min(
                span,
                (spacing.wholeNanoseconds + Self.nanosecondsOfBucket - 1) / Self.nanosecondsOfBucket
            )
        )
        let newest = Int64(bitPattern: words[1])
        let last = Self.number(of: newest)
        let lastGroup = Self.quotient(last, factor)
        let groups = max(1, span / factor)
        var extents: [Extent?] = []
        for group in (lastGroup - groups + 1)...lastGroup {
            var extent: Extent?
            // Skips intervals that had no reading, or that a later interval has overwritten.
            for number in (group * factor)..<((group + 1) * factor) where number <= last {
                let place = 2 + Self.place(of: number)
                guard words[place] == UInt64(bitPattern: number) else { continue }
                var (low, high) = (SIMD4<Float>(), SIMD4<Float>())
                for line in 0..<4 {
                    (low[line], high[line]) = Self.unpacked(words[place + 1 + line])
                }
                extent = Extent(
                    low: extent.map { pointwiseMin($0.low, low) } ?? low,
                    high: extent.map { pointwiseMax($0.high, high) } ?? high
                )
            }
            if extent != nil || !extents.isEmpty { extents.append(extent) }
        }
        return Course(
            newest: BootInstant(nanoseconds: newest),
            interval: .nanoseconds(factor * Self.nanosecondsOfBucket),
            extents: extents
        )
    }

    /// The words of a channel, all of one edition.
    private func words(of channel: Int) -> [UInt64]? {
        let base = unsafe memory + channel * Self.words
        var words = [UInt64](repeating: 0, count: Self.words)
        for _ in 0..<Self.mostLooks {
            // Acquires the words that `add` released.
            let edition = unsafe base[0].load(ordering: .acquiring)
            guard edition != 0 else { return nil }
            for index in 1..<Self.words {
                words[index] = unsafe base[index].load(ordering: .relaxed)
            }
            // Orders the words before the second load of the edition; pairs with the fence in `add`.
            atomicMemoryFence(ordering: .acquiring)
            if unsafe base[0].load(ordering: .relaxed) == edition, edition % 2 == 0 { return words }
        }
        return nil
    }

    // MARK: Numbers

    private static func number(of nanoseconds: Int64) -> Int64 {
        quotient(nanoseconds, nanosecondsOfBucket)
    }

    private static func place(of number: Int64) -> Int {
        let count = Int64(buckets)
        return Int(number - quotient(number, count) * count) * wordsOfBucket
    }

    /// A division rounded down, also below zero.
    private static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }

    private static func packed(_ low: Float, _ high: Float) -> UInt64 {
        UInt64(low.bitPattern) << 32 | UInt64(high.bitPattern)
    }

    private static func unpacked(_ word: UInt64) -> (low: Float, high: Float) {
        (
            Float(bitPattern: UInt32(word >> 32)),
            Float(bitPattern: UInt32(truncatingIfNeeded: word))
        )
    }
}
