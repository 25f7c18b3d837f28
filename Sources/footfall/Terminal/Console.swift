// Where a command's words go. A reader that goes away (`footfall record | head -1`) ends the
// printing and never the recording.

internal import PlainWords
internal import Synchronization
internal import SystemCalls
internal import TerminalHost

/// The two streams of text that a command writes to.
final class Console: Sendable {
    private let isOutputOpen = Atomic<Bool>(true)
    private let outputLoss = Atomic<Bool>(false)
    /// What is complained of while somebody else has the terminal; `nil` while nobody has.
    private let held = Mutex<[String]?>(nil)
    /// Who else than the standard error is told; `nil` for nobody.
    private let listener: (@Sendable (String) -> Void)?
    let abilities = TerminalAbilities(
        isTerminal: TextStream.standardOutput.isTerminal,
        variable: Environment.variable
    )

    /// A console of the two standard streams.
    ///
    /// - Parameter listener: Is told what is complained of, in place of the standard error; on any thread.
    init(complainingTo listener: (@Sendable (String) -> Void)? = nil) { self.listener = listener }

    /// Whether a picture that is drawn over itself would be drawn over what is complained of, too.
    var drawsOverComplaints: Bool {
        abilities.redraws && TextStream.standardError.isTerminal
    }

    /// The terminal's columns and rows now; those of an old terminal where they cannot be asked.
    var size: (columns: Int, rows: Int) {
        (TextStream.standardOutput.columns ?? 80, TextStream.standardOutput.rows ?? 24)
    }

    /// Whether something that should have been on the standard output is not, for want of room.
    var hasLostOutput: Bool { outputLoss.load(ordering: .relaxed) }

    /// Writes to the standard output; after a first failure, nothing more.
    func write(_ text: String) {
        guard isOutputOpen.load(ordering: .relaxed) else { return }
        do {
            try TextStream.standardOutput.write(text)
        } catch {
            isOutputOpen.store(false, ordering: .relaxed)
            // A closed pipe is the reader's right; a full disk is worth a word.
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

    /// Writes one line to the standard error, whatever line breaks and escape codes a message has in it.
    ///
    /// The name of a device, or of a process, is whatever somebody gave it.
    func complain(_ message: String) {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ").harmless
        let isHeld = held.withLock { held in
            held?.append(line)
            return held != nil
        }
        if !isHeld { tell(line) }
    }

    /// Writes a line to the standard error, as it stands.
    func tell(_ line: String) {
        if let listener { return listener(line) }
        // If this fails too, there is nobody to tell.
        try? TextStream.standardError.write("footfall: \(line)\n")
    }

    /// Keeps complaints back: somebody draws on the terminal.
    func hold() { held.withLock { $0 = $0 ?? [] } }

    /// What was kept back since somebody took it last, and is theirs to tell; what comes is kept back as before.
    func takeHeld() -> [String] {
        held.withLock { held in
            defer { if held != nil { held = [] } }
            return held ?? []
        }
    }

    /// Tells what was kept back.
    func release() {
        let lines = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for line in lines { tell(line) }
    }
}
