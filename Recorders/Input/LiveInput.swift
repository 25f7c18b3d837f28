// What fingers and keys are doing at this moment, for a host that shows it. The writer leaves it in
// passing, a batch at a time, and never waits; the host looks again when it looked in the middle of a
// change. A key that may not be named is only counted here, too.

internal import SampleStream
internal import Synchronization
public import Timebase

/// The fingers on a surface and the keys that are down.
@safe
public final class LiveInput: Sendable {
    /// What a finger did last.
    public struct Touch: Sendable, Hashable {
        public var time: BootInstant
        public var phase: TouchPhase
        /// Which finger: the first is 0.
        public var index: Int
        public var x: Double
        public var y: Double

        /// Whether it is on the surface.
        public var isDown: Bool { phase != .ended && phase != .cancelled }
    }

    /// Where the words are.
    private enum Place {
        /// Counts the changes: odd while there is one.
        static let edition = 0
        static let events = 1
        static let unnamedDown = 2
        static let touches = 3
        /// A finger's phase, 0 before it has one, with its time and place.
        static let wordsOfTouch = 4
        /// A bit for each key that may be named.
        static let keys = touches + fingers * wordsOfTouch
    }

    /// Fingers beyond these are in the file, and not here.
    private static var fingers: Int { 32 }

    private let keys: [String]
    private let count: Int
    private nonisolated(unsafe) let memory: UnsafeMutablePointer<Atomic<UInt64>>

    init(keys: [String]) {
        self.keys = keys
        count = Place.keys + (keys.count + 63) / 64
        unsafe memory = .allocate(capacity: count)
        for index in 0..<count { unsafe (memory + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe memory.deinitialize(count: count)
        unsafe memory.deallocate()
    }

    // MARK: For the host

    /// What each finger did last, those that have left included, by their numbers.
    public var lastTouches: [Touch] {
        let words = words(Place.touches..<Place.keys)
        return (0..<Self.fingers).compactMap { finger in
            let base = finger * Place.wordsOfTouch
            guard words[base] != 0, let phase = TouchPhase(rawValue: Int(words[base]) - 1) else {
                return nil
            }
            return Touch(
                time: BootInstant(nanoseconds: Int64(bitPattern: words[base + 1])),
                phase: phase,
                index: finger,
                x: Double(bitPattern: words[base + 2]),
                y: Double(bitPattern: words[base + 3])
            )
        }
    }

    /// The keys that are down, of those that may be named, and as far as nothing was lost on the way here.
    public var pressedKeys: [String] {
        let words = words(Place.keys..<count)
        return keys.indices.filter { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }.map { keys[$0] }
    }

    /// How many other keys are down, of those that went down since events were last lost.
    public var otherPressedKeys: Int { Int(load(Place.unnamedDown)) }

    /// Events so far.
    public var events: Int { Int(load(Place.events)) }

    /// Words of one and the same moment.
    private func words(_ range: Range<Int>) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: range.count)
        while true {
            // Acquires the words that `note` released.
            let edition = unsafe memory[Place.edition].load(ordering: .acquiring)
            for index in words.indices { words[index] = load(range.lowerBound + index) }
            // Keeps the words ahead of the second look; pairs with the fence in `note`.
            atomicMemoryFence(ordering: .acquiring)
            if load(Place.edition) == edition, edition % 2 == 0 { return words }
        }
    }

    // MARK: For the writer

    /// Takes what the writer is about to write; for the writer's thread alone.
    func note(_ items: UnsafeBufferPointer<InputSample>) {
        let edition = load(Place.edition)
        store(edition &+ 1, Place.edition)
        // Keeps the odd edition ahead of the words; pairs with the fence in `words`.
        atomicMemoryFence(ordering: .releasing)
        for index in 0..<items.count { note(unsafe items[index]) }
        // Releases the words to the first load in `words`.
        unsafe memory[Place.edition].store(edition &+ 2, ordering: .releasing)
    }

    private func note(_ item: InputSample) {
        switch item.role {
        case .mark:
            break
        case .gap(_, let reason, _):
            // Which of them are still down, nobody knows.
            switch reason {
            case .kernel, .device:
                // Of those with a name it is told afterwards, and of fingers too.
                store(0, Place.unnamedDown)
            case .ring, .source, .paused, .disk:
                // It was told, or will not be.
                forgetWhoIsDown(in: InputChannel(rawValue: item.channel))
            }
        case .reading:
            store(load(Place.events) &+ 1, Place.events)
            switch InputChannel(rawValue: item.channel) {
            case .key: note(key: item)
            case .touch: note(touch: item)
            default: break
            }
        }
    }

    private func note(key: InputSample) {
        if let name = key.name {
            guard name < keys.count else { return }
            let word = Place.keys + name / 64
            let bit = UInt64(1) << UInt64(name % 64)
            // Down is whatever is not up: by hand, a program can give a key any value.
            store(key.value != 0 ? load(word) | bit : load(word) & ~bit, word)
        } else if key.value != 2 {
            let down = load(Place.unnamedDown)
            store(key.value != 0 ? down + 1 : down - min(down, 1), Place.unnamedDown)
        }
    }

    /// Forgets the keys or fingers that are down: of one that has left, nobody may ever be told.
    private func forgetWhoIsDown(in channel: InputChannel?) {
        switch channel {
        case .key:
            store(0, Place.unnamedDown)
            for word in Place.keys..<count { store(0, word) }
        case .touch:
            for finger in 0..<Self.fingers {
                let base = Place.touches + finger * Place.wordsOfTouch
                let phase = load(base) == 0 ? nil : TouchPhase(rawValue: Int(load(base)) - 1)
                if let phase, phase != .ended, phase != .cancelled { store(0, base) }
            }
        default:
            break
        }
    }

    private func note(touch: InputSample) {
        guard let phase = touch.phase, touch.index < Self.fingers else { return }
        let base = Place.touches + Int(touch.index) * Place.wordsOfTouch
        store(UInt64(phase.rawValue + 1), base)
        store(UInt64(bitPattern: touch.time.nanoseconds), base + 1)
        store(touch.x.bitPattern, base + 2)
        store(touch.y.bitPattern, base + 3)
    }

    private func load(_ place: Int) -> UInt64 {
        unsafe memory[place].load(ordering: .relaxed)
    }

    private func store(_ word: UInt64, _ place: Int) {
        unsafe memory[place].store(word, ordering: .relaxed)
    }
}
