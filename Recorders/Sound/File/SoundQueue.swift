// Passes the sound from the thread that reads the card to the one that writes it. Neither delays the other: the
// lock is held only while a block is handed over. If the writing thread is ten seconds late, frames that find
// no room become silence of the same length, and are counted.

internal import SampleStream
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Sound on its way into a file.
final class SoundQueue: Sendable {
    /// A part of the sound.
    enum Part: Sendable, Equatable {
        /// Whole frames, and the instant at which the last one arrived.
        case frames([Int32], end: BootInstant)
        /// Lost frames.
        case silence(Int64)
    }

    /// Signals when there is something to take.
    let wakeEvent = WakeEvent()
    private let state = Mutex(State())

    fileprivate struct State {
        var card: (shape: SoundShape, source: SourceDescription)?
        var start: BootInstant?
        var parts: [Part] = []
        var waiting = 0
        var refused: Int64 = 0
        var isOver = false
    }

    /// How many seconds of sound the queue holds for a late writer.
    private static let patienceInSeconds = 10

    /// Sets the format and the description of the sound.
    func open(_ shape: SoundShape, _ source: SourceDescription) {
        state.withLock { $0.card = (shape, source) }
    }

    /// Adds frames.
    func push(_ samples: [Int32], endingAt end: BootInstant) {
        state.withLock { state in
            guard let shape = state.card?.shape, !samples.isEmpty else { return }
            let frames = samples.count / shape.channels
            state.begin(Int64(frames), endingAt: end, shape)
            guard state.waiting + frames <= shape.rate * Self.patienceInSeconds else {
                state.refused += Int64(frames)
                return state.add(silence: Int64(frames))
            }
            state.waiting += frames
            state.parts.append(.frames(samples, end: end))
        }
        wakeEvent.signal()
    }

    /// Adds lost frames.
    func pushSilence(_ frames: Int64, endingAt end: BootInstant) {
        state.withLock { state in
            guard let shape = state.card?.shape, frames > 0 else { return }
            state.begin(frames, endingAt: end, shape)
            state.add(silence: frames)
        }
        wakeEvent.signal()
    }

    /// Notes that no more sound follows.
    func close() {
        state.withLock { $0.isOver = true }
        wakeEvent.signal()
    }

    /// Removes and returns all parts.
    func takeAll() -> [Part] {
        state.withLock { state in
            defer { (state.parts, state.waiting) = ([], 0) }
            return state.parts
        }
    }

    /// The format and the source of the sound, once its first frame has arrived.
    var card: (shape: SoundShape, source: SourceDescription)? {
        state.withLock { $0.start == nil ? nil : $0.card }
    }

    /// When its first frame began.
    var start: BootInstant? { state.withLock { $0.start } }
    var isOver: Bool { state.withLock { $0.isOver } }
    /// How many frames found no room.
    var refused: Int64 { state.withLock { $0.refused } }
}

extension SoundQueue.State {
    /// Notes the beginning of the sound from the first frames, even if they are lost.
    fileprivate mutating func begin(
        _ frames: Int64,
        endingAt end: BootInstant,
        _ shape: SoundShape
    ) {
        guard start == nil else { return }
        let length = shape.nanoseconds(ofFrames: frames)
        start = BootInstant(nanoseconds: end.nanoseconds &- length)
    }

    fileprivate mutating func add(silence frames: Int64) {
        guard frames > 0 else { return }
        if case .silence(let before)? = parts.last {
            parts[parts.count - 1] = .silence(before + frames)
        } else {
            parts.append(.silence(frames))
        }
    }
}
