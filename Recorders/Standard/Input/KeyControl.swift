// Keys that begin, mark and end a recording, on any input device. Listening starts before the recording, so that
// problems are reported before anybody must press a key.

package import EvdevSource
package import InputRecorder
package import Recording
internal import Synchronization

/// Listens to the keys of a recording.
package final class KeyControl: Sendable {
    /// The presses of the key that ends the recording; `nil` if there is no such key.
    package let endingPresses: AsyncStream<Void>?

    private let watch: KeyWatch
    private let presses: KeyPresses
    private let beginning: AsyncStream<Void>

    /// Starts to listen; `nil` if there are no keys.
    ///
    /// - Parameters:
    ///   - start: The key that begins the recording.
    ///   - stop: The key that ends it; it may be the same.
    ///   - markers: The keys that make marks.
    ///   - marks: Receives the marks.
    ///   - onTrouble: Called on any thread with the reason why presses may have been missed; it must not wait for
    ///     others, because `finish` waits for it.
    /// - Throws: `EvdevError` if no device has one of the keys, or no device may be read.
    package init?(
        start: String?,
        stop: String?,
        markers: [KeyMarker],
        marks: SharedMarks,
        onTrouble: @escaping KeyWatch.TroubleHandler
    ) throws {
        var keys: [String] = []
        for key in [start, stop].compactMap(\.self) + markers.map(\.key) where !keys.contains(key) {
            keys.append(key)
        }
        guard !keys.isEmpty else { return nil }
        let (beginning, begin) = AsyncStream<Void>.makeStream()
        let (endingPresses, end) = AsyncStream<Void>.makeStream()
        let presses = KeyPresses(start: start, stop: stop, markers: markers)
        self.presses = presses
        self.beginning = beginning
        self.endingPresses = stop == nil ? nil : endingPresses
        watch = try KeyWatch(keys: keys, onTrouble: onTrouble) { key, instant in
            for meaning in presses.meanings(of: key) {
                switch meaning {
                case .begin: begin.yield()
                case .end: end.yield()
                case .mark(let name): marks.mark(KeyMarker(key: key, marker: name), at: instant)
                }
            }
        }
    }

    /// Waits for the key that begins a recording.
    package func waitForStart() async { _ = await beginning.first { _ in true } }

    /// Notes that everything is open: from now on, a key that both begins and ends the recording ends it.
    package func takeRunning() { presses.takeRunning() }

    /// Stops listening.
    package func finish() { watch.finish() }
}

/// Interprets presses of keys, depending on earlier presses.
package final class KeyPresses: Sendable {
    /// The meaning of a press.
    package enum Meaning: Hashable, Sendable {
        case begin, end
        case mark(String)
    }

    private let start: Int?
    private let stop: Int?
    private let markers: [(code: Int?, name: String)]
    private let state: Mutex<State>

    private struct State {
        var hasBegun: Bool
        var isRunning = false
    }

    /// The keys, which are compared by code, because several names may belong to one key.
    package init(start: String?, stop: String?, markers: [KeyMarker]) {
        func code(_ key: String) -> Int? { try? KeyNames.code(of: key) }
        self.start = start.flatMap(code)
        self.stop = stop.flatMap(code)
        self.markers = markers.map { (code($0.key), $0.marker) }
        state = Mutex(State(hasBegun: start == nil))
    }

    /// Notes that everything to be recorded is open.
    package func takeRunning() { state.withLock { $0.isRunning = true } }

    /// The meanings of a press that has just happened.
    package func meanings(of key: String) -> [Meaning] {
        guard let code = try? KeyNames.code(of: key) else { return [] }
        return state.withLock { state in
            guard state.hasBegun else {
                state.hasBegun = code == start
                return state.hasBegun ? [.begin] : []
            }
            // The key bounces or was pressed twice: this is neither an end nor its mark.
            if code == start, code == stop, !state.isRunning { return [] }
            let marks = markers.filter { $0.code == code }.map { Meaning.mark($0.name) }
            return marks + (code == stop ? [.end] : [])
        }
    }
}
