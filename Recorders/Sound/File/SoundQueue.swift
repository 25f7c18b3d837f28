// The way of the sound from the thread that reads the card to the one that keeps it. Neither holds the other up: the
// lock is held for as long as a block is handed over, and where the other thread is ten seconds late, what finds no
// room becomes silence of the same length, and is counted.

internal import SampleStream
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Sound on its way into a file.
final class SoundQueue: Sendable {
    /// A part of the sound.
    enum Part: Sendable, Equatable {
        /// Whole frames, and when the last one had come.
        case frames([Int32], end: BootInstant)
        /// Frames that nobody has.
        case silence(Int64)
    }

    /// Rings when there is something to take.
    let bell = Doorbell()
    private let state = Mutex(State())

    fileprivate struct State {
        var card: (shape: SoundShape, source: SourceDescription)?
        var start: BootInstant?
        var parts: [Part] = []
        var waiting = 0
        var refused: Int64 = 0
        var isOver = false
    }

    /// For how long whoever keeps the sound may be late.
    private static let patienceInSeconds = 10

    /// Says what the sound will be.
    func open(_ shape: SoundShape, _ source: SourceDescription) {
        state.withLock { $0.card = (shape, source) }
    }

    /// Hands frames on.
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
        bell.ring()
    }

    /// Hands on that frames are missing.
    func pushSilence(_ frames: Int64, endingAt end: BootInstant) {
        state.withLock { state in
            guard let shape = state.card?.shape, frames > 0 else { return }
            state.begin(frames, endingAt: end, shape)
            state.add(silence: frames)
        }
        bell.ring()
    }

    /// Says that nothing more comes.
    func close() {
        state.withLock { $0.isOver = true }
        bell.ring()
    }

    /// Takes all that there is.
    func takeAll() -> [Part] {
        state.withLock { state in
            defer { (state.parts, state.waiting) = ([], 0) }
            return state.parts
        }
    }

    /// What the sound is, once its first frame has come.
    var card: (shape: SoundShape, source: SourceDescription)? {
        state.withLock { $0.start == nil ? nil : $0.card }
    }

    /// When its first frame began.
    var start: BootInstant? { state.withLock { $0.start } }
    var isOver: Bool { state.withLock { $0.isOver } }
    /// Frames that found no room.
    var refused: Int64 { state.withLock { $0.refused } }
}

extension SoundQueue.State {
    /// Takes what comes first, whether or not anybody has it, for the beginning.
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
