// The one owner of a terminal while a task is on it. Two threads of its own read and write: the main actor
// waits for neither, and a terminal that takes nothing any more is given up after a while.

internal import Synchronization
internal import SystemCalls

/// A terminal in use.
final class TerminalLine: Sendable {
    /// What comes from it.
    enum Input: Sendable, Equatable {
        case typed(TypedInput)
        case signal(TerminalGuard.Signal)
        /// It is gone, or its input has ended; nothing comes any more.
        case end
        /// It takes nothing any more.
        case stuck
    }

    /// How long a terminal may take nothing: one that is held by Ctrl-S is let go within that, mostly.
    private static let patience = Duration.seconds(30)

    private struct State {
        /// What is to be written, what was not drawn yet being forgotten where a newer picture came.
        var waiting: [Text] = []
        var isOver = false
        var isWriterDone = false
    }

    /// What is to be written.
    private struct Text {
        var text: String
        /// Whether a later one of its kind does in its place.
        var make: (@Sendable () -> String)?
    }

    private let device: TerminalDevice
    private let before: TerminalSettings?
    private let guarding: TerminalGuard?
    private let waking: WakingDescriptor
    private let bell = Doorbell()
    private let done = Doorbell()
    private let state = Mutex(State())
    /// Held while something is written.
    private let writing = Mutex<Void>(())
    private let ends: (beginning: String, ending: String)
    let input: AsyncStream<Input>
    private let told: AsyncStream<Input>.Continuation

    /// Takes a terminal: for each key where `drawing` is set, else as it is, line by line.
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
        // Another one may have signals; this terminal is restored by hand all the same.
        guarding = try? device.guarded(restoring: settings, saying: ending)
        self.waking = waking
        self.device = device
        (input, told) = AsyncStream<Input>.makeStream()
    }

    var size: TerminalDevice.Size? { device.size }

    /// Whether what is written ahead of its time is to be kept: nobody who writes a file is impatient.
    var keepsLines: Bool { !device.isTerminal }

    /// Begins to write, and then to read.
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

    /// Gives the terminal back as it was; what cannot be done because it is gone needs not be done.
    private func leave() {
        guard let before else { return }
        try? device.write(ends.ending, upTo: .milliseconds(500))
        try? device.restore(before)
        guarding?.arm(false)
    }

    // MARK: Writing

    /// Writes a text behind those before.
    func write(_ text: String) { post(Text(text: text)) }

    /// Writes what is made when its time has come, unless something newer is to be drawn by then.
    func draw(_ make: @escaping @Sendable () -> String) { post(Text(text: "", make: make)) }

    private func post(_ text: Text) {
        state.withLock { state in
            if text.make != nil { state.waiting.removeAll { $0.make != nil } }
            state.waiting.append(text)
        }
        bell.ring()
    }

    private func writeAll() {
        SystemThread.seeBrokenPipesAsErrors()
        while true {
            let rings = bell.count
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
            if texts.isEmpty { bell.wait(since: rings) }
        }
    }

    private func write(_ words: String, upTo patience: Duration) throws(SystemError) {
        try writing.withLock { _ throws(SystemError) in
            try device.write(words, upTo: patience)
        }
    }

    private func finishWriting() {
        state.withLock { $0.isWriterDone = true }
        done.ring()
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
                // As a terminal does it where it is not drawn on: whoever waits may wait for this program.
                if typed == .key(.control("z")) { suspend() } else { told.yield(.typed(typed)) }
            }
        }
        told.finish()
    }

    private func take(_ signal: TerminalGuard.Signal) {
        switch signal {
        case .stop: suspend()
        case .wentOn:
            // Whoever had the terminal meanwhile has set it as they like; it is not taken back after the end.
            writing.withLock { _ in if !state.withLock({ $0.isOver }) { try? enter() } }
            told.yield(.signal(signal))
        case .resized, .end: told.yield(.signal(signal))
        }
    }

    /// Gives the terminal back and stops this program; when it goes on, a signal tells.
    private func suspend() {
        writing.withLock { _ in
            guard !state.withLock({ $0.isOver }) else { return }
            leave()
            guarding?.stopProgram()
        }
    }

    // MARK: The end

    /// Ends reading and writing; the terminal is as it was before.
    func end() async {
        await withCheckedContinuation { continuation in
            // What waits for a terminal does so on a thread of its own.
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
        bell.ring()
        // What was written last is on the screen before that is given back.
        let rings = done.count
        if !state.withLock({ $0.isWriterDone }) { done.wait(since: rings, upTo: .seconds(1)) }
        if writing.withLockIfAvailable({ _ in leave() }) == nil, let before {
            // Who writes there waits for a terminal that takes nothing.
            try? device.restore(before)
            guarding?.arm(false)
        }
        guarding?.end()
    }
}
