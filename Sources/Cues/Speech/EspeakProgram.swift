// Speaks by espeak-ng if there is no speech server. It is a separate program that reads the text from its standard
// input and ends when it has spoken.

internal import SystemCalls

/// The program espeak-ng.
package struct EspeakProgram: Sendable {
    /// The program and its first arguments.
    let command: [String]

    package init(command: [String] = ["espeak-ng"]) {
        self.command = command
    }

    /// Starts speaking.
    ///
    /// - Throws: If there is no such program, or it cannot be run.
    func start(
        _ text: SpokenText,
        signalling wakeEvent: WakeEvent
    ) throws(CueError) -> EspeakSaying {
        let voice = text.language.map { ["-v", $0] } ?? []
        do throws(SystemError) {
            return EspeakSaying(
                program: try ChildProgram.start(
                    // `-b 1`: the text is UTF-8, whatever the locale.
                    command + ["--stdin", "-b", "1"] + voice,
                    input: Array(Self.plain(text.text).utf8),
                    signalling: wakeEvent
                )
            )
        } catch {
            throw CueError(.notRunnable(error.errno), at: EspeakSaying.place)
        }
    }

    /// Makes a text safe for espeak-ng, which would read what follows two opening brackets as phonemes.
    static func plain(_ text: String) -> String {
        text.reduce(into: "") { plain, character in
            if character == "[", plain.last == "[" { plain.append(" ") }
            plain.append(character)
        }
    }
}

/// A running espeak-ng, which speaks one text.
struct EspeakSaying {
    static let place = "espeak-ng"

    let program: RunningProgram

    /// Waits until it has spoken; kills it if it is silenced or takes too long.
    func outcome(
        within limit: Duration,
        wakeEvent: WakeEvent,
        unless isSilenced: () -> Bool
    ) -> CueOutcome {
        let deadline = Deadline(in: limit)
        while true {
            let signals = wakeEvent.count
            if let ending = program.ending { return outcome(of: ending) }
            if isSilenced() {
                program.kill()
                return .cancelled
            }
            if deadline.hasPassed {
                program.kill()
                return .failed(CueError(.noAnswer(within: limit), at: Self.place))
            }
            wakeEvent.wait(since: signals, upTo: deadline.left)
        }
    }

    /// Without a sound card espeak-ng only prints a message, and exits with status 0.
    private func outcome(of ending: Result<ChildProgram.Ending, SystemError>) -> CueOutcome {
        // alsa-lib may print much about the card before espeak-ng's own message.
        let lines = program.errorText(limit: 1 << 16).split(separator: "\n")
        let complaint = lines.last { $0.lowercased().hasPrefix("error:") }
        let words: String
        switch ending {
        case .success(.exited(0)):
            guard let complaint else { return .finished }
            words = String(complaint)
        case .success(.exited(let status)):
            words = (complaint ?? lines.last).map { String($0) } ?? "it ended with status \(status)"
        case .success(.killed(let signal)):
            words = "it was ended by signal \(signal)"
        case .failure(let error):
            words = error.description
        }
        return .failed(CueError(.programFailed(words), at: Self.place))
    }
}
