// Processes the frames of a card in order: levels go into the stream, the sound goes to its file, and losses go
// to both alike.

internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The frames of a card so far.
struct SoundCourse {
    private let shape: SoundShape
    private var count: CaptureCount
    private var clock: CardClock
    private var meter: LevelMeter
    private var samples: [Int32] = []
    /// Whether a frame has arrived that was recorded after the end.
    private(set) var isOver = false

    /// The course of a card that has delivered nothing yet.
    init(_ shape: SoundShape, since start: Int64) {
        self.shape = shape
        count = CaptureCount(shape)
        clock = CardClock(shape, since: start)
        let frames = shape.frames(
            inNanoseconds: MicrophoneRecorderKind.interval.wholeNanoseconds
        )
        meter = LevelMeter(shape, framesPerLevel: Int(frames))
    }

    /// How many of the waiting frames are lost.
    func overwritten(of waiting: Int64) -> Int64 { count.overwritten(of: waiting) }

    /// Notes how far the card has counted, and when.
    mutating func hear(waiting: Int64, seen: Int64) {
        guard waiting > 0 else { return }
        clock.hear(count.passed + waiting, seen: seen)
    }

    /// Processes frames as the card delivers them, up to the end of the recording.
    mutating func take(
        _ bytes: Span<UInt8>,
        upTo limit: Int64,
        into sink: inout SampleSink<LevelSample>,
        _ sound: SoundQueue?
    ) {
        samples.removeAll(keepingCapacity: true)
        shape.encoding.decode(bytes, into: &samples)
        var frames = Int64(samples.count / shape.channels)
        count.pass(frames)
        frames = cut(frames, at: limit)
        samples.removeLast(samples.count - Int(frames) * shape.channels)
        let levels = meter.take(samples)
        for level in levels { deliver(level, &sink) }
        sound?.push(samples, endingAt: clock.estimate(ofFrame: meter.position))
    }

    /// Skips frames that the card has counted but that are lost, up to the end of the recording.
    mutating func lose(
        _ frames: Int64,
        upTo limit: Int64,
        into sink: inout SampleSink<LevelSample>,
        _ sound: SoundQueue?
    ) {
        count.pass(frames)
        miss(cut(frames, at: limit), isEstimated: false, .kernel, into: &sink, sound)
    }

    /// How many of the newest frames were recorded before the end; sets `isOver` if some were recorded after it.
    private mutating func cut(_ frames: Int64, at limit: Int64) -> Int64 {
        guard limit != .max else { return frames }
        let end = clock.estimate(ofFrame: count.passed).nanoseconds
        let behind = shape.frames(inNanoseconds: end &- limit)
        isOver = behind > 0
        return max(0, frames - behind)
    }

    /// Marks frames as missing in the levels and in the sound.
    private mutating func miss(
        _ frames: Int64,
        isEstimated: Bool,
        _ reason: GapReason,
        into sink: inout SampleSink<LevelSample>,
        _ sound: SoundQueue?
    ) {
        guard frames > 0 else { return }
        let start = meter.position
        if let level = meter.skip(frames) { deliver(level, &sink) }
        sink.noteLoss(
            channel: LevelSample.frames,
            at: clock.instant(ofFrame: start),
            count: frames,
            reason: reason,
            isEstimated: isEstimated
        )
        let length = shape.nanoseconds(ofFrames: frames)
        let beginning = clock.estimate(ofFrame: start).nanoseconds
        sound?.pushSilence(frames, endingAt: BootInstant(nanoseconds: beginning &+ length))
    }

    /// Continues after a card had stopped counting.
    mutating func restart(
        at now: Int64,
        _ reason: GapReason,
        upTo limit: Int64,
        into sink: inout SampleSink<LevelSample>,
        _ sound: SoundQueue?
    ) {
        let last = clock.estimate(ofFrame: count.passed).nanoseconds
        let missed = count.missed(since: last, until: min(now, limit))
        isOver = now > limit
        count.pass(missed)
        miss(missed, isEstimated: true, reason, into: &sink, sound)
        clock.restart()
    }

    /// Delivers the level of the last, incomplete interval.
    mutating func end(into sink: inout SampleSink<LevelSample>, _ sound: SoundQueue?) {
        if let level = meter.end() { deliver(level, &sink) }
    }

    /// Returns the pairs of the card's clock and boot time that were not returned yet.
    mutating func takePairs(isLast: Bool) -> [ClockPair] { clock.takePairs(isLast: isLast) }

    private mutating func deliver(_ level: SoundLevel, _ sink: inout SampleSink<LevelSample>) {
        sink.deliver(
            LevelSample(
                at: clock.instant(ofFrame: level.end),
                timeInterval: Double(level.frames) / Double(shape.rate),
                average: level.average,
                peak: level.peak
            )
        )
    }
}
