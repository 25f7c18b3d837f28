// espeak-ng speaks where no server does. It is a program of its own: it reads the text from its standard input,
// and ends when it has spoken.

internal import SystemCalls

/// The program espeak-ng.
package struct EspeakProgram: Sendable {
    /// The program and its first words.
    let command: [String]

    package init(command: [String] = ["espeak-ng"]) {
        self.command = command
    }

    /// Has it begin to speak.
    ///
    /// - Throws: When there is no such program.
    func start(_ text: SpokenText, ringing bell: Doorbell) throws(CueError) -> EspeakSaying {
        let voice = text.language.map { ["-v", $0] } ?? []
        do throws(SystemError) {
            return EspeakSaying(
                program: try ChildProgram.start(
                    // The text is UTF-8, whatever the environment says.
                    command + ["--stdin", "-b", "1"] + voice,
                    input: Array(Self.plain(text.text).utf8),
                    ringing: bell
                )
            )
        } catch {
            throw CueError(.notRunnable(error.errno), at: EspeakSaying.place)
        }
    }

    /// The same words for a program that takes what follows two brackets for the names of sounds.
    static func plain(_ text: String) -> String {
        text.reduce(into: "") { plain, character in
            if character == "[", plain.last == "[" { plain.append(" ") }
            plain.append(character)
        }
    }
}

/// espeak-ng while it speaks one text.
struct EspeakSaying {
    static let place = "espeak-ng"

    let program: RunningProgram

    /// Waits until it has spoken; one that is hushed, or takes too long, is ended.
    func outcome(
        within limit: Duration,
        bell: Doorbell,
        unless isHushed: () -> Bool
    ) -> CueOutcome {
        let deadline = Deadline(in: limit)
        while true {
            let rings = bell.count
            if let ending = program.ending { return outcome(of: ending) }
            if isHushed() {
                program.kill()
                return .cancelled
            }
            if deadline.hasPassed {
                program.kill()
                return .failed(CueError(.noAnswer(within: limit), at: Self.place))
            }
            bell.wait(since: rings, upTo: deadline.left)
        }
    }

    /// Without a sound card it says so, speaks nothing, and ends as if all were well.
    private func outcome(of ending: Result<ChildProgram.Ending, SystemError>) -> CueOutcome {
        // A library may complain at length about a card before the program does.
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
