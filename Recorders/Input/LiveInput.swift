// What fingers and keys are doing at this moment, for a host that shows it. The writer leaves it in
// passing, a batch at a time; a key that may not be named is only counted here, too.

internal import SampleStream
internal import Synchronization
public import Timebase

/// The fingers on a surface and the keys that are down.
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

    private struct State {
        var touches: [Touch?]
        var isDown: [Bool]
        var unnamedDown = 0
        var events = 0
    }

    /// Fingers beyond these are in the file, and not here.
    private static let fingers = 32

    private let keys: [String]
    private let state: Mutex<State>

    init(keys: [String]) {
        self.keys = keys
        state = Mutex(
            State(
                touches: Array(repeating: nil, count: Self.fingers),
                isDown: Array(repeating: false, count: keys.count)
            )
        )
    }

    /// What each finger did last, those that have left included, by their numbers.
    public var lastTouches: [Touch] { state.withLock { $0.touches.compactMap(\.self) } }

    /// The keys that are down, of those that may be named.
    public var pressedKeys: [String] {
        state.withLock { state in keys.indices.filter { state.isDown[$0] }.map { keys[$0] } }
    }

    /// How many other keys are down.
    public var otherPressedKeys: Int { state.withLock { $0.unnamedDown } }

    /// Events so far.
    public var events: Int { state.withLock { $0.events } }

    /// Takes what the writer is about to write.
    func note(_ items: UnsafeBufferPointer<InputSample>) {
        state.withLock { state in
            for index in 0..<items.count {
                let item = unsafe items[index]
                guard item.role == .reading else { continue }
                state.events += 1
                switch InputChannel(rawValue: item.channel) {
                case .key: Self.note(key: item, in: &state)
                case .touch: Self.note(touch: item, in: &state)
                default: break
                }
            }
        }
    }

    private static func note(key: InputSample, in state: inout State) {
        if let name = key.name {
            if name < state.isDown.count { state.isDown[name] = key.value != 0 }
        } else if key.value != 2 {
            state.unnamedDown = max(0, state.unnamedDown + (key.value == 1 ? 1 : -1))
        }
    }

    private static func note(touch: InputSample, in state: inout State) {
        guard let phase = touch.phase, Int(touch.index) < state.touches.count else { return }
        state.touches[Int(touch.index)] = Touch(
            time: touch.time,
            phase: phase,
            index: Int(touch.index),
            x: touch.x,
            y: touch.y
        )
    }
}
