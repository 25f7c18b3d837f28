// A card that is late, stops, sleeps or disappears at the moments that a test chooses, by the test's own clock.

import SampleStream
import Synchronization
import Timebase

@testable import SoundRecorder

/// What a card does at each look, in order; after that, it requests the stop.
final class CardScript: Sendable {
    enum Step: Sendable {
        /// At a time in milliseconds, it has counted this many frames in total.
        case counted(Int64, at: Int64)
        /// While it is read, its total rises to this many frames.
        case countedInReading(Int64)
        /// At a time in milliseconds, it has stopped.
        case stopped(wasSuspended: Bool, at: Int64)
        /// It has counted nothing more, and the machine has slept until a time in milliseconds.
        case slept(until: Int64)
        case gone
    }

    struct State {
        var steps: [Step]
        var now: Int64
        var counted: Int64 = 0
        /// The index of the next frame to be read; the value of each frame is its index.
        var read: Int64 = 0
        /// How many more restarts fail.
        var stubbornness = 0
        var isStopped = false
        /// How long each look at the stopped card takes, in milliseconds.
        var standstill: Int64 = 0
        var slept: Int64 = 0
    }

    let state: Mutex<State>
    let stop = StopSignal()
    static let start: Int64 = 100_000_000_000

    init(_ steps: [Step], stubbornness: Int = 0, standstill: Int64 = 0) {
        var first = State(steps: steps, now: Self.start, stubbornness: stubbornness)
        first.standstill = standstill
        state = Mutex(first)
    }

    static func instant(_ milliseconds: Int64) -> Int64 { start + milliseconds * 1_000_000 }
}

struct ScriptedCard: SoundCard {
    let script: CardScript
    let shape: SoundShape
    let name = "scripted"

    init(_ script: CardScript, channels: Int = 1, bufferFrames: Int = 4800) {
        self.script = script
        shape = SoundShape(
            encoding: .s16,
            channels: channels,
            rate: 48_000,
            bufferFrames: bufferFrames
        )
    }

    var now: Int64 { script.state.withLock { $0.now } }
    var awake: Int64 { script.state.withLock { $0.now - $0.slept } }
    var countsForItself: Bool { true }

    mutating func start() throws(SoundError) {}

    mutating func look() throws(SoundError) -> CardState {
        let name = name
        let next = script.state.withLock { state -> Result<CardState, SoundError> in
            guard !state.isStopped else {
                state.now += state.standstill * 1_000_000
                return .success(.stopped(wasSuspended: false))
            }
            guard !state.steps.isEmpty else {
                script.stop.drain(until: BootInstant(nanoseconds: state.now))
                // Make the next look late enough that nothing can still come.
                let waiting = state.counted - state.read
                state.now += 600_000_000
                return .success(.running(waiting: waiting, seen: state.now - 600_000_000))
            }
            switch state.steps.removeFirst() {
            case .counted(let frames, let at):
                (state.counted, state.now) = (frames, CardScript.instant(at))
                return .success(.running(waiting: frames - state.read, seen: state.now))
            case .stopped(let wasSuspended, let at):
                (state.isStopped, state.now) = (true, CardScript.instant(at))
                return .success(.stopped(wasSuspended: wasSuspended))
            case .countedInReading(let frames):
                state.counted = frames
                return .success(.running(waiting: frames - state.read, seen: state.now))
            case .slept(let until):
                state.slept += CardScript.instant(until) - state.now
                state.now = CardScript.instant(until)
                return .success(.running(waiting: state.counted - state.read, seen: state.now))
            case .gone: return .failure(SoundError(.gone, of: name))
            }
        }
        return try next.get()
    }

    mutating func waiting() -> Int64 {
        script.state.withLock { state in
            if case .countedInReading(let frames)? = state.steps.first {
                state.steps.removeFirst()
                state.counted = frames
            }
            return state.counted - state.read
        }
    }

    mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(SoundError) -> Int {
        let shape = shape
        return script.state.withLock { state in
            let count = min(Int64(bytes.count / shape.bytesPerFrame), state.counted - state.read)
            for frame in 0..<Int(count) {
                let value = UInt16(truncatingIfNeeded: state.read + Int64(frame))
                for channel in 0..<shape.channels {
                    let place = (frame * shape.channels + channel) * 2
                    unsafe bytes[place] = UInt8(truncatingIfNeeded: value)
                    unsafe bytes[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
                }
            }
            state.read += count
            return Int(count)
        }
    }

    mutating func pass(_ frames: Int64) throws(SoundError) -> Int64 {
        script.state.withLock { state in
            state.read += frames
            return frames
        }
    }

    mutating func restart() throws(SoundError) -> Bool {
        script.state.withLock { state in
            guard state.stubbornness == 0 else {
                state.stubbornness -= 1
                return false
            }
            state.isStopped = false
            // A restart discards the frames that the card kept.
            state.counted = state.read
            return true
        }
    }
}

/// Everything that the capture of a card has produced.
struct HeardCard {
    var samples: [LevelSample] = []
    var parts: [SoundQueue.Part] = []
    var pairs: [ClockNote] = []
    var news: [String] = []
    var failure: String?

    init(
        _ script: CardScript,
        channels: Int = 1,
        bufferFrames: Int = 4800,
        keepsSound: Bool = true
    ) {
        let ends = SampleRing.make(of: LevelSample.self, capacity: 1 << 14)
        var consumer = ends.consumer
        let link = StreamLink()
        let queue = SoundQueue()
        let told = Mutex<[String]>([])
        var sink = SampleSink<LevelSample>(
            producer: ends.producer,
            waitsForRoom: false,
            link: link,
            stop: script.stop
        )
        let card = CapturedCard(
            SoundRequest(card: "scripted"),
            keeping: keepsSound ? queue : nil,
            napping: .zero,
            onNews: { news in told.withLock { $0.append(news) } }
        ) { ScriptedCard(script, channels: channels, bufferFrames: bufferFrames) }
        do {
            _ = try card.open(until: script.stop)
            _ = try card.capture(into: &sink, until: script.stop)
        } catch {
            failure = "\(error)"
        }
        card.close()
        while let sample = consumer.pop() { samples.append(sample) }
        parts = queue.takeAll()
        pairs = link.takeClocks()
        news = told.withLock { $0 }
    }

    /// Each level as its number of frames, each gap as its number of lost frames, reason and channel.
    var words: [String] {
        samples.map { sample in
            switch sample.role {
            case .reading: "\(Int((sample.timeInterval * 48_000).rounded()))"
            case .gap(let lost, let reason, let isEstimated):
                "-\(lost) \(reason)" + (isEstimated ? "?" : "") + " of \(sample.channel)"
            case .mark: "mark"
            }
        }
    }

    /// The sound as the indices of its frames; -1 for silence.
    var heard: [Int32] {
        parts.flatMap { part -> [Int32] in
            switch part {
            case .frames(let samples, _): samples
            case .silence(let frames): [Int32](repeating: -1, count: Int(frames))
            }
        }
    }
}
