// Writes a command's output and messages. If the reader goes away (`footfall record | head -1`), the printing ends, but
// the recording goes on.

internal import PlainWords
internal import Synchronization
internal import SystemCalls
internal import TerminalHost

/// The standard output and the standard error of a command.
final class Console: Sendable {
    private let isOutputOpen = Atomic<Bool>(true)
    private let outputLoss = Atomic<Bool>(false)
    /// The messages held back while a drawing or a task uses the terminal; `nil` if messages are not held back.
    private let held = Mutex<[String]?>(nil)
    /// Receives the messages in place of the standard error; `nil` if the standard error gets them.
    private let listener: (@Sendable (String) -> Void)?
    let abilities = TerminalAbilities(
        isTerminal: TextStream.standardOutput.isTerminal,
        variable: Environment.variable
    )

    /// Makes a console with the two standard streams.
    ///
    /// - Parameter listener: Receives the messages in place of the standard error, on any thread.
    init(complainingTo listener: (@Sendable (String) -> Void)? = nil) { self.listener = listener }

    /// Whether a picture that is redrawn in place would overwrite messages on the standard error.
    var drawsOverComplaints: Bool {
        abilities.redraws && TextStream.standardError.isTerminal
    }

    /// The terminal's present columns and rows; 80 × 24 if unknown.
    var size: (columns: Int, rows: Int) {
        (TextStream.standardOutput.columns ?? 80, TextStream.standardOutput.rows ?? 24)
    }

    /// Whether output was lost by a write error other than a closed pipe, such as a full disk.
    var hasLostOutput: Bool { outputLoss.load(ordering: .relaxed) }

    /// Writes to the standard output; does nothing after the first failure.
    func write(_ text: String) {
        guard isOutputOpen.load(ordering: .relaxed) else { return }
        do {
            try TextStream.standardOutput.write(text)
        } catch {
            isOutputOpen.store(false, ordering: .relaxed)
            // A closed pipe is normal, but other errors, such as a full disk, are reported.
            if error.errno != .brokenPipe {
                outputLoss.store(true, ordering: .relaxed)
                complain(
                    "cannot write to the standard output: \(error.errno); "
                        + "have it go where there is room"
                )
            }
        }
    }

    /// Writes a line to the standard output.
    func print(_ line: String) { write(line + "\n") }

    /// Writes a message to the standard error on one line, without line breaks and escape codes.
    ///
    /// A message may contain the name of a device or a process, which can be any text.
    func complain(_ message: String) {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ").harmless
        let isHeld = held.withLock { held in
            held?.append(line)
            return held != nil
        }
        if !isHeld { tell(line) }
    }

    /// Writes a line, with `footfall:` in front, to the standard error, or passes it to the listener.
    ///
    /// The line must not contain line breaks or escape codes.
    func tell(_ line: String) {
        if let listener { return listener(line) }
        // If this fails too, the failure cannot be reported anywhere.
        try? TextStream.standardError.write("footfall: \(line)\n")
    }

    /// Holds messages back while something draws on the terminal.
    func hold() { held.withLock { $0 = $0 ?? [] } }

    /// Returns the messages held back since the last call, for the caller to show; later messages are still held back.
    func takeHeld() -> [String] {
        held.withLock { held in
            defer { if held != nil { held = [] } }
            return held ?? []
        }
    }

    /// Writes the messages held back, and stops holding back.
    ///
    /// A message that another thread complains of meanwhile is held back, too, and written after them.
    func release() {
        while true {
            let lines = held.withLock { held in
                defer { held = held?.isEmpty == false ? [] : nil }
                return held ?? []
            }
            if lines.isEmpty { return }
            for line in lines { tell(line) }
        }
    }
}
