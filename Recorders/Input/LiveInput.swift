// The present state of fingers and keys, for a host that shows it. The writer stores it once per batch and never
// waits. The host reads again if the writer changed the state meanwhile. Here, too, a key that may not be named is
// only counted.

internal import SampleStream
internal import Synchronization
public import Timebase

/// The fingers on a surface and the pressed keys.
@safe
public final class LiveInput: Sendable {
    /// The last state of a finger.
    public struct Touch: Sendable, Hashable {
        public var time: BootInstant
        public var phase: TouchPhase
        /// The number of the finger, from 0.
        public var index: Int
        public var x: Double
        public var y: Double

        /// Whether it is on the surface.
        public var isDown: Bool { phase != .ended && phase != .cancelled }
    }

    /// The layout of the words in memory.
    private enum Place {
        /// Counts the changes; odd during a change.
        static let edition = 0
        static let events = 1
        static let unnamedDown = 2
        static let touches = 3
        /// The words of a finger: its phase plus 1 (0 if none), its time, and its position.
        static let wordsOfTouch = 4
        /// One bit for each key that may be named.
        static let keys = touches + fingers * wordsOfTouch
    }

    /// How many fingers are shown; further ones are only in the file.
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

    /// The last state of each finger, by its number, including fingers that have left.
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

    /// The pressed keys among those that may be named, as far as no events were lost.
    public var pressedKeys: [String] {
        let words = words(Place.keys..<count)
        return keys.indices.filter { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }.map { keys[$0] }
    }

    /// How many other keys are pressed, of those that were pressed since events were last lost.
    public var otherPressedKeys: Int { Int(load(Place.unnamedDown)) }

    /// How many events there have been.
    public var events: Int { Int(load(Place.events)) }

    /// Reads words that all belong to the same moment; reads again while the writer changes them.
    private func words(_ range: Range<Int>) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: range.count)
        while true {
            // Acquires the words that `note` released.
            let edition = unsafe memory[Place.edition].load(ordering: .acquiring)
            for index in words.indices { words[index] = load(range.lowerBound + index) }
            // Orders the words before the second load of the edition; pairs with the fence in `note`.
            atomicMemoryFence(ordering: .acquiring)
            if load(Place.edition) == edition, edition % 2 == 0 { return words }
        }
    }

    // MARK: For the writer

    /// Notes the events that the writer is about to write; only the writer's thread may call it.
    func note(_ items: UnsafeBufferPointer<InputSample>) {
        let edition = load(Place.edition)
        store(edition &+ 1, Place.edition)
        // Orders the odd edition before the words; pairs with the fence in `words`.
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
            // Releases may have been lost, so it is unknown which keys and fingers are still down.
            switch reason {
            case .kernel, .device:
                // The source re-reads named keys and fingers afterwards, so only the unnamed keys are reset.
                store(0, Place.unnamedDown)
            case .ring, .source, .paused, .disk:
                // The events are gone, and nothing will repeat them.
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
            // A program can send any value for a key, so everything except 0 counts as pressed.
            store(key.value != 0 ? load(word) | bit : load(word) & ~bit, word)
        } else if key.value != 2 {
            let down = load(Place.unnamedDown)
            store(key.value != 0 ? down + 1 : down - min(down, 1), Place.unnamedDown)
        }
    }

    /// Resets the pressed keys or fingers, because the event of their release may never come.
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
