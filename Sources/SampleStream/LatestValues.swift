// The latest values of a stream, for live views. The writer stores them as it goes and never waits. A viewer reads
// as often as it likes, and reads again if the writer changed the value meanwhile.

internal import Synchronization

/// The latest reading of each channel of a stream.
@safe
public final class LatestValues<Sample: StreamSample>: Sendable {
    /// The latest reading of a channel.
    public struct LatestValue: Sendable {
        /// How many readings the channel has had so far.
        public var count: Int
        /// The latest reading.
        public var latest: Sample
    }

    /// The most channels that a stream can have.
    public static var channels: Int { 16 }

    private static var wordsOfSample: Int { (MemoryLayout<Sample>.size + 7) / 8 }
    /// The words of a channel: an edition number, odd while the writer changes it; the count; the sample.
    private static var words: Int { 2 + wordsOfSample }

    private nonisolated(unsafe) let memory: UnsafeMutablePointer<Atomic<UInt64>>
    private let link: StreamLink?
    /// Created when somebody asks for the curves for the first time.
    private let curves = AtomicLazyReference<LiveCurves>()

    /// Storage in which no channel has a value yet.
    ///
    /// - Parameter link: Notes when somebody reads the values.
    public init(of link: StreamLink? = nil) {
        self.link = link
        let count = Self.channels * Self.words
        unsafe memory = .allocate(capacity: count)
        for index in 0..<count { unsafe (memory + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe memory.deinitialize(count: Self.channels * Self.words)
        unsafe memory.deallocate()
    }

    /// Stores the latest reading of its channel; only the writer's thread may call it.
    public func publish(_ sample: Sample, count: Int) {
        let base = unsafe memory + (sample.channel & (Self.channels - 1)) * Self.words
        let edition = unsafe base[0].load(ordering: .relaxed)
        unsafe base[0].store(edition &+ 1, ordering: .relaxed)
        // Orders the odd edition before the words; pairs with the fence in `latestValue`.
        atomicMemoryFence(ordering: .releasing)
        unsafe base[1].store(UInt64(count), ordering: .relaxed)
        unsafe withUnsafeBytes(of: sample) { bytes in
            for index in 0..<Self.wordsOfSample {
                var word: UInt64 = 0
                let rest = min(8, bytes.count - index * 8)
                unsafe withUnsafeMutableBytes(of: &word) { target in
                    unsafe target.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[(index * 8)...].prefix(rest))
                    )
                }
                unsafe base[2 + index].store(word, ordering: .relaxed)
            }
        }
        // Releases the words to the first load in `latestValue`.
        unsafe base[0].store(edition &+ 2, ordering: .releasing)
    }

    /// The latest reading of a channel; `nil` before the first one.
    public func latestValue(channel: Int) -> LatestValue? {
        link?.noteLook()
        let base = unsafe memory + (channel & (Self.channels - 1)) * Self.words
        var words = [UInt64](repeating: 0, count: Self.wordsOfSample)
        while true {
            // Acquires the words that `publish` released.
            let edition = unsafe base[0].load(ordering: .acquiring)
            guard edition != 0 else { return nil }
            let count = unsafe base[1].load(ordering: .relaxed)
            for index in words.indices {
                words[index] = unsafe base[2 + index].load(ordering: .relaxed)
            }
            // Orders the words before the second load of the edition; pairs with the fence in `publish`.
            atomicMemoryFence(ordering: .acquiring)
            guard unsafe base[0].load(ordering: .relaxed) == edition, edition % 2 == 0 else {
                continue
            }
            let latest = unsafe words.withUnsafeBytes { unsafe $0.loadUnaligned(as: Sample.self) }
            return LatestValue(count: Int(count), latest: latest)
        }
    }

    /// The curves that the writer must update; `nil` while nobody watches them.
    public var watchedCurves: LiveCurves? {
        guard let curves = curves.load(), curves.isWatched else { return nil }
        return curves
    }

    /// The recent values of a channel, from the first call of this method on; `nil` before the first reading.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - window: How far back; half a minute at most.
    ///   - count: The greatest number of intervals.
    ///   - spacing: How far readings of the channel are apart.
    /// - Returns: The least and greatest values of each interval.
    public func course(
        channel: Int,
        over window: Duration,
        atMost count: Int = 100,
        spacing: Duration = .zero
    ) -> LiveCurves.Course? {
        link?.noteLook()
        let curves = curves.load() ?? curves.storeIfNil(LiveCurves(channels: Self.channels))
        curves.noteLook()
        return curves.course(of: channel, over: window, atMost: max(1, count), spacing: spacing)
    }
}
