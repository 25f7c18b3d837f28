// Keys that begin, mark and end a recording, whichever device they are on. They are listened to from
// before the recording begins, so that what cannot work is told before anybody has to press anything.

package import EvdevSource
package import InputRecorder
package import Recording
internal import Synchronization

/// Listens to the keys of a recording.
package final class KeyControl: Sendable {
    /// The presses of the key that ends the recording; `nil` where there is none.
    package let endingPresses: AsyncStream<Void>?

    private let watch: KeyWatch
    private let presses: KeyPresses
    private let beginning: AsyncStream<Void>

    /// Listens from now on; `nil` where there is nothing to listen to.
    ///
    /// - Parameters:
    ///   - start: The key that begins the recording.
    ///   - stop: The key that ends it; it may be the same.
    ///   - markers: The keys that mark an instant of it.
    ///   - marks: Where marks go.
    ///   - onTrouble: Is told, on any thread, why presses may have been missed; it must not wait for
    ///     anybody, since `finish` waits for it.
    /// - Throws: `EvdevError` where no device has one of the keys, or none may be read.
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

    /// Takes that everything is open: from now on the key that began the recording ends it.
    package func takeRunning() { presses.takeRunning() }

    /// Listens no longer.
    package func finish() { watch.finish() }
}

/// What presses of keys mean, by what was pressed before.
package final class KeyPresses: Sendable {
    /// What a press means.
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

    /// The keys by their names; several names may be one key's.
    package init(start: String?, stop: String?, markers: [KeyMarker]) {
        func code(_ key: String) -> Int? { try? KeyNames.code(of: key) }
        self.start = start.flatMap(code)
        self.stop = stop.flatMap(code)
        self.markers = markers.map { (code($0.key), $0.marker) }
        state = Mutex(State(hasBegun: start == nil))
    }

    /// Takes that everything is open that is recorded.
    package func takeRunning() { state.withLock { $0.isRunning = true } }

    /// What the press of a key means that has just come.
    package func meanings(of key: String) -> [Meaning] {
        guard let code = try? KeyNames.code(of: key) else { return [] }
        return state.withLock { state in
            guard state.hasBegun else {
                state.hasBegun = code == start
                return state.hasBegun ? [.begin] : []
            }
            // It bounces, or was pressed twice: that is no end, and no mark of one.
            if code == start, code == stop, !state.isRunning { return [] }
            let marks = markers.filter { $0.code == code }.map { Meaning.mark($0.name) }
            return marks + (code == stop ? [.end] : [])
        }
    }
}
