// The latest values, for whoever watches. The writer leaves them in passing and never waits; the
// watcher looks as often as it likes, and looks again when it looked in the middle of a change.

internal import Synchronization

/// The latest reading of each channel of a stream.
@safe
public final class LiveTap<Sample: StreamSample>: Sendable {
    /// The latest reading of a channel.
    public struct Glimpse: Sendable {
        /// How many readings of the channel there were so far.
        public var count: Int
        /// The last of them.
        public var latest: Sample
    }

    /// How many channels a stream has at most.
    public static var channels: Int { 16 }

    private static var wordsOfSample: Int { (MemoryLayout<Sample>.size + 7) / 8 }
    /// A channel's words: an edition, odd while it changes; the count; the sample.
    private static var words: Int { 2 + wordsOfSample }

    private nonisolated(unsafe) let memory: UnsafeMutablePointer<Atomic<UInt64>>
    private let link: StreamLink?
    /// Made when somebody looks at them for the first time.
    private let curves = AtomicLazyReference<LiveCurves>()

    /// A tap that nothing has come through.
    ///
    /// - Parameter link: Is told when somebody looks.
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

    /// Leaves the latest reading of its channel; for the writer's thread alone.
    public func publish(_ sample: Sample, count: Int) {
        let base = unsafe memory + (sample.channel & (Self.channels - 1)) * Self.words
        let edition = unsafe base[0].load(ordering: .relaxed)
        unsafe base[0].store(edition &+ 1, ordering: .relaxed)
        // Keeps the odd edition ahead of the words; pairs with the fence in `glimpse`.
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
        // Releases the words to the first load in `glimpse`.
        unsafe base[0].store(edition &+ 2, ordering: .releasing)
    }

    /// The latest reading of a channel; `nil` before there is one.
    public func glimpse(channel: Int) -> Glimpse? {
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
            // Keeps the words ahead of the second look; pairs with the fence in `publish`.
            atomicMemoryFence(ordering: .acquiring)
            guard unsafe base[0].load(ordering: .relaxed) == edition, edition % 2 == 0 else {
                continue
            }
            let latest = unsafe words.withUnsafeBytes { unsafe $0.loadUnaligned(as: Sample.self) }
            return Glimpse(count: Int(count), latest: latest)
        }
    }

    /// The curves that readings are to be folded into; `nil` while nobody looks at them.
    public var watchedCurves: LiveCurves? {
        guard let curves = curves.load(), curves.isWatched else { return nil }
        return curves
    }

    /// What a channel did lately, since somebody began to look; `nil` before there was a reading.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - window: How far back; half a minute at most.
    ///   - count: How many stretches there are at most.
    ///   - spacing: How far readings of the channel are apart.
    /// - Returns: The ends of its readings, stretch by stretch.
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
