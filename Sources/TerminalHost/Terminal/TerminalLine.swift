// Owns a terminal while a task is shown on it. Two threads read and write, so the main actor never waits for the
// terminal. A terminal that accepts no output is given up after a while.

internal import Synchronization
internal import SystemCalls

/// A terminal in use.
final class TerminalLine: Sendable {
    /// What arrives from the terminal.
    enum Input: Sendable, Equatable {
        case typed(TypedInput)
        case signal(TerminalGuard.Signal)
        /// The terminal is gone, or its input has ended; no more input follows.
        case end
        /// The terminal accepts no output any more.
        case stuck
    }

    /// How long a terminal may accept no output; Ctrl-S is usually released within this time.
    private static let patience = Duration.seconds(30)

    private struct State {
        /// The texts to write; a picture not drawn yet is dropped when a newer one comes.
        var waiting: [Text] = []
        var isOver = false
        var isWriterDone = false
    }

    /// A text to write.
    private struct Text {
        var text: String
        /// Makes the text when it is written; set for pictures, which a later picture replaces.
        var make: (@Sendable () -> String)?
    }

    private let device: TerminalDevice
    private let before: TerminalSettings?
    private let guarding: TerminalGuard?
    private let waking: WakingDescriptor
    private let wakeEvent = WakeEvent()
    private let done = WakeEvent()
    private let state = Mutex(State())
    /// Locked while something is written.
    private let writing = Mutex<Void>(())
    private let ends: (beginning: String, ending: String)
    let input: AsyncStream<Input>
    private let told: AsyncStream<Input>.Continuation

    /// Prepares a terminal: to be read key by key if `isDrawing` is true; else it stays unchanged and is read line by
    /// line.
    init(
        _ device: consuming TerminalDevice,
        drawing isDrawing: Bool,
        beginning: String = "",
        ending: String = ""
    ) throws(SystemError) {
        let settings = isDrawing ? try device.settings() : nil
        let waking = try WakingDescriptor()
        before = settings
        ends = (beginning, ending)
        // Another object may already handle the signals; `leave()` restores this terminal all the same.
        guarding = try? device.guarded(restoring: settings, saying: ending)
        self.waking = waking
        self.device = device
        (input, told) = AsyncStream<Input>.makeStream()
    }

    var size: TerminalDevice.Size? { device.size }

    /// Whether lines that arrive before their question are kept: true for a file or pipe, false for a user's keys.
    var keepsLines: Bool { !device.isTerminal }

    /// Starts the writing thread, then the reading thread.
    func begin() throws(SystemError) {
        _ = try SystemThread.spawn(name: "terminal picture") { [self] in
            do throws(SystemError) {
                try writing.withLock { _ throws(SystemError) in try enter() }
                _ = try SystemThread.spawn(name: "terminal keys") { [self] in readAll() }
            } catch {
                told.yield(.end)
                return finishWriting()
            }
            writeAll()
        }
    }

    private func enter() throws(SystemError) {
        guard let before else { return }
        guarding?.arm(true)
        do throws(SystemError) {
            try device.set(before.forEachKey)
            try device.write(ends.beginning, upTo: .seconds(2))
        } catch {
            leave()
            throw error
        }
    }

    /// Restores the terminal; ignores errors, because a terminal that is gone needs no restoring.
    private func leave() {
        guard let before else { return }
        try? device.write(ends.ending, upTo: .milliseconds(500))
        try? device.restore(before)
        guarding?.arm(false)
    }

    // MARK: Writing

    /// Queues a text.
    func write(_ text: String) { post(Text(text: text)) }

    /// Queues a picture, which is made when its turn comes; a newer picture replaces it.
    func draw(_ make: @escaping @Sendable () -> String) { post(Text(text: "", make: make)) }

    private func post(_ text: Text) {
        state.withLock { state in
            if text.make != nil { state.waiting.removeAll { $0.make != nil } }
            state.waiting.append(text)
        }
        wakeEvent.signal()
    }

    private func writeAll() {
        SystemThread.seeBrokenPipesAsErrors()
        while true {
            let signals = wakeEvent.count
            let (texts, isOver) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.waiting, state.isOver)
            }
            for text in texts {
                let words = text.make?() ?? text.text
                do throws(SystemError) {
                    let patience = isOver ? .milliseconds(500) : Self.patience
                    if !words.isEmpty { try write(words, upTo: patience) }
                } catch {
                    told.yield(error.errno == .timedOut ? .stuck : .end)
                    return finishWriting()
                }
            }
            if isOver { return finishWriting() }
            if texts.isEmpty { wakeEvent.wait(since: signals) }
        }
    }

    private func write(_ words: String, upTo patience: Duration) throws(SystemError) {
        try writing.withLock { _ throws(SystemError) in
            try device.write(words, upTo: patience)
        }
    }

    private func finishWriting() {
        state.withLock { $0.isWriterDone = true }
        done.signal()
    }

    // MARK: Reading

    private func readAll() {
        var reader = InputReader(forEachKey: before != nil)
        var sleep = device.sleep(wokenBy: waking, beside: guarding)
        while !state.withLock({ $0.isOver }) {
            let silence = reader.silence
            sleep.wait(upTo: silence)
            for signal in guarding?.signals() ?? [] { take(signal) }
            let bytes: [UInt8]?
            do throws(SystemError) { bytes = try device.read() } catch { bytes = nil }
            guard let bytes else {
                for typed in reader.takeEnd() { told.yield(.typed(typed)) }
                told.yield(.end)
                break
            }
            let typed =
                !bytes.isEmpty ? reader.take(bytes) : silence != nil ? reader.takeSilence() : []
            for typed in typed {
                // Ctrl-Z stops the program, as it would without key-by-key input; another program may have the terminal
                // meanwhile.
                if typed == .key(.control("z")) { suspend() } else { told.yield(.typed(typed)) }
            }
        }
        told.finish()
    }

    private func take(_ signal: TerminalGuard.Signal) {
        switch signal {
        case .stop: suspend()
        case .wentOn:
            // Another program may have used the terminal and changed its settings: sets them again. After the end, the
            // terminal is no longer ours, so it is left alone.
            writing.withLock { _ in if !state.withLock({ $0.isOver }) { try? enter() } }
            told.yield(.signal(signal))
        case .resized, .end: told.yield(.signal(signal))
        }
    }

    /// Restores the terminal and stops this program; a signal reports when it continues.
    private func suspend() {
        writing.withLock { _ in
            guard !state.withLock({ $0.isOver }) else { return }
            leave()
            guarding?.stopProgram()
        }
    }

    // MARK: The end

    /// Stops reading and writing, and restores the terminal.
    func end() async {
        await withCheckedContinuation { continuation in
            // A separate thread waits for the terminal, so that the main actor does not.
            let ending: @Sendable () -> Void = { [self] in
                endNow()
                continuation.resume()
            }
            do throws(SystemError) {
                _ = try SystemThread.spawn(name: "terminal's end", ending)
            } catch {
                ending()
            }
        }
    }

    private func endNow() {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        waking.wake()
        wakeEvent.signal()
        // Writes the last texts before the screen is restored.
        let signals = done.count
        if !state.withLock({ $0.isWriterDone }) { done.wait(since: signals, upTo: .seconds(1)) }
        if writing.withLockIfAvailable({ _ in leave() }) == nil, let before {
            // The writer still waits for a terminal that accepts nothing.
            try? device.restore(before)
            guarding?.arm(false)
        }
        guarding?.end()
    }
}
