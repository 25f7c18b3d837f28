import CueParts
import Patience
import SystemCalls
import Testing

@testable import Cues

@Suite("Speaking through espeak-ng", .speaks, .serialized, .mayNotHang)
struct EspeakTests {
    private let folder: ScratchFolder
    private let outcomes = Told<NumberedEnd>()
    private let routeChanges = Told<SpeechVoice.Route>()

    init() throws { folder = try ScratchFolder() }

    /// Makes a voice without speech-dispatcher (nothing listens at its socket), so that it speaks with `program`.
    private func voice(language: String? = nil, program: [String]) -> SpeechVoice {
        SpeechVoice(
            language: language,
            by: SpeechMeans(
                socket: "\(folder.path)/nobody",
                espeak: EspeakProgram(command: program),
                patience: .seconds(20)
            ),
            routeFound: routeChanges.tell
        )
    }

    /// Whether a process with this number exists.
    private func isRunning(_ number: Substring) -> Bool {
        FileSystem.kind(of: "/proc/\(number)") != .missing
    }

    @Test(
        "speaks each text completely, in the order of the calls and in the voice's language",
        .needs(.espeak)
    )
    func order() async throws {
        // The script runs the real espeak-ng, which writes 0.wav, 1.wav and so on instead of playing.
        let program = try folder.script(
            "espeak",
            "exec espeak-ng -w \(folder.path)/$(ls \(folder.path) | grep -c wav).wav \"$@\""
        )
        let voice = voice(language: "de_AT", program: program)
        let texts = ["Gehen Sie los.", "--help", "Anhalten!\nJetzt \"bitte\" $HOME"]
        for (number, text) in texts.enumerated() {
            voice.speak(text, completion: outcomes.end(of: number))
        }
        let told = try await outcomes.first(texts.count)
        #expect(told == texts.indices.map { NumberedEnd(number: $0, outcome: .finished) })
        for (number, text) in texts.enumerated() {
            // espeak-ng speaks the same text again, now read from a file, into the file `expected`.
            let words = try folder.file("words", text)
            let wave = "\(folder.path)/expected"
            let said = try ChildProgram.run(
                ["espeak-ng", "-v", "de", "-b", "1", "-w", wave, "-f", words]
            )
            #expect(said == .exited(0))
            #expect(try folder.bytes("\(number).wav") == folder.bytes("expected"))
            #expect(try folder.bytes("\(number).wav").count > 5000)
        }
        #expect(routeChanges.soFar == [.espeak])
    }

    @Test(
        "speaks brackets as text, not as phonemes, and a control character as a space, not as a command",
        .needs(.espeak)
    )
    func plainText() async throws {
        let program = try folder.script(
            "espeak",
            "exec espeak-ng -w \(folder.path)/$(ls \(folder.path) | grep -c wav).wav \"$@\""
        )
        let voice = voice(program: program)
        // The texts are pairs: espeak-ng must speak both texts of a pair in the same way.
        let texts = [
            "an [[hE]] a", "an [ [hE]] a", "a \u{1}200S b", "a  200S b", "c [[[ d", "c [ [ [ d",
        ]
        for (number, text) in texts.enumerated() {
            voice.speak(text, completion: outcomes.end(of: number))
        }
        let told = try await outcomes.first(texts.count)
        #expect(told.allSatisfy { $0.outcome == .finished })
        for number in stride(from: 0, to: texts.count, by: 2) {
            let same = try folder.bytes("\(number + 1).wav")
            #expect(try folder.bytes("\(number).wav") == same, "\(texts[number])")
        }
    }

    @Test("reports an error line after many lines of a library, even if the program exits with 0")
    func longComplaint() async throws {
        let program = try folder.script(
            "espeak",
            "cat >/dev/null; for i in $(seq 300); do echo 'ALSA lib pcm.c: Unknown PCM' >&2; done;"
                + "echo 'error: No such device' >&2"
        )
        let voice = voice(program: program)
        voice.speak("Nobody hears this", completion: outcomes.end(of: 1))
        let error = CueError(.programFailed("error: No such device"), at: "espeak-ng")
        #expect(try await outcomes.first(1) == [NumberedEnd(number: 1, outcome: .failed(error))])
    }

    @Test(
        "reports the error of espeak-ng without a sound card, although espeak-ng exits with 0",
        .needs(.espeak)
    )
    func noCard() async throws {
        let program = ["env", "ALSA_CONFIG_PATH=/no/such", "PULSE_SERVER=/no/such", "espeak-ng"]
        let voice = voice(program: program)
        voice.speak("Nobody hears this", completion: outcomes.end(of: 1))
        let told = try await outcomes.first(1)
        guard case .failed(let error) = told[0].outcome else {
            Issue.record("\(told)")
            return
        }
        #expect(error.place == "espeak-ng")
        #expect(error.what.hasPrefix("failed: error: "))
        #expect(error.remedy == "try it in a terminal")
    }

    @Test("reports an unknown language with the message of espeak-ng", .needs(.espeak))
    func unknownLanguage() async throws {
        let voice = voice(language: "xx", program: ["espeak-ng"])
        voice.speak("Hello", completion: outcomes.end(of: 1))
        let words = "Error: The specified espeak-ng voice does not exist."
        let error = CueError(.programFailed(words), at: "espeak-ng")
        #expect(try await outcomes.first(1) == [NumberedEnd(number: 1, outcome: .failed(error))])
    }

    @Test("cancels the current and the waiting text when silenced, and speaks later texts")
    func silence() async throws {
        let program = try folder.script(
            "espeak",
            "echo $$ >> \(folder.path)/processes; t=$(cat); echo \"$t\" >> \(folder.path)/said;"
                + "case $t in endless) exec sleep 1000;; esac"
        )
        let voice = voice(program: program)
        voice.speak("endless", completion: outcomes.end(of: 1))
        voice.speak("never", completion: outcomes.end(of: 2))
        #expect(try await eventually { folder.text("said") == "endless\n" })
        voice.silence()
        voice.speak("after", completion: outcomes.end(of: 3))
        let told = try await outcomes.first(3)
        #expect(told.map(\.number) == [1, 2, 3])
        #expect(told.map(\.outcome) == [.cancelled, .cancelled, .finished])
        #expect(folder.text("said") == "endless\nafter\n")
        #expect(try await eventually { !isRunning(folder.text("processes").prefix { $0 != "\n" }) })
    }

    @Test("kills a program that does not end in time, and reports that it does not answer")
    func hangs() async throws {
        let program = try folder.script(
            "espeak",
            "echo $$ > \(folder.path)/process; exec sleep 1000"
        )
        let voice = SpeechVoice(
            by: SpeechMeans(
                socket: "\(folder.path)/nobody",
                espeak: EspeakProgram(command: program),
                patience: .milliseconds(50)
            )
        )
        voice.speak("Ten chars.", completion: outcomes.end(of: 1))
        // The 50 ms of `patience`, and 200 ms for each of ten characters (`SpokenText.longestDuration`).
        let error = CueError(.noAnswer(within: .milliseconds(2050)), at: "espeak-ng")
        #expect(try await outcomes.first(1) == [NumberedEnd(number: 1, outcome: .failed(error))])
        #expect(try await eventually { !isRunning(folder.text("process").prefix { $0 != "\n" }) })
    }

    @Test("reports a failure for each text if nothing can speak, and the change of route once")
    func nobody() async throws {
        let voice = voice(program: ["/no/such/espeak"])
        voice.speak("One", completion: outcomes.end(of: 1))
        voice.speak("Two", completion: outcomes.end(of: 2))
        let told = try await outcomes.first(2)
        let error = CueError(.notRunnable(.notFound), at: "espeak-ng")
        #expect(told.map(\.number) == [1, 2])
        #expect(told.map(\.outcome) == [.failed(error), .failed(error)])
        #expect(routeChanges.soFar.count == 1)
        let route = try #require(voice.route)
        #expect(routeChanges.soFar == [route])
        #expect(
            route.description.hasPrefix("nothing is spoken: speech-dispatcher cannot be reached")
        )
        #expect(
            route.description.hasSuffix(
                "and espeak-ng cannot be run: no such file or directory (ENOENT)"
            )
        )
        #expect(route.remedy == "install speech-dispatcher or espeak-ng")
        #expect(error.description.hasSuffix("; install the package espeak-ng"))
    }

    @Test("reports a program that it may not run, with the general remedy")
    func notAllowed() async throws {
        let program = try folder.file("espeak", "#!/bin/sh")
        let voice = voice(program: [program])
        voice.speak("One", completion: outcomes.end(of: 1))
        let told = try await outcomes.first(1)
        let error = CueError(.notRunnable(.access), at: "espeak-ng")
        #expect(told.map(\.outcome) == [.failed(error)])
        let route = try #require(voice.route)
        #expect(
            route.description.hasSuffix("and espeak-ng cannot be run: permission denied (EACCES)")
        )
        #expect(route.remedy == "try it in a terminal")
    }
}
