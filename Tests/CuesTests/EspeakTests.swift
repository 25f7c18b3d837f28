import CueParts
import Patience
import SystemCalls
import Testing

@testable import Cues

@Suite("Speaking through espeak-ng", .speaks, .serialized, .mayNotHang)
struct EspeakTests {
    private let folder: ScratchFolder
    private let ends = Told<NumberedEnd>()
    private let routes = Told<SpeechVoice.Route>()

    init() throws { folder = try ScratchFolder() }

    /// A voice without speech-dispatcher.
    private func voice(language: String? = nil, program: [String]) -> SpeechVoice {
        SpeechVoice(
            language: language,
            by: SpeechMeans(
                socket: "\(folder.path)/nobody",
                espeak: EspeakProgram(command: program),
                patience: .seconds(20)
            ),
            routeFound: routes.tell
        )
    }

    /// Whether a process with this number exists.
    private func isRunning(_ number: Substring) -> Bool {
        FileSystem.kind(of: "/proc/\(number)") != .missing
    }

    @Test("speaks whole texts in order and in their language", .needs(.espeak))
    func order() async throws {
        // The real program, writing to files instead of a card: 0.wav, 1.wav and so on.
        let program = try folder.script(
            "espeak",
            "exec espeak-ng -w \(folder.path)/$(ls \(folder.path) | grep -c wav).wav \"$@\""
        )
        let voice = voice(language: "de_AT", program: program)
        let texts = ["Gehen Sie los.", "--help", "Anhalten!\nJetzt \"bitte\" $HOME"]
        for (number, text) in texts.enumerated() {
            voice.speak(text, completion: ends.end(of: number))
        }
        let told = try await ends.first(texts.count)
        #expect(told == texts.indices.map { NumberedEnd(number: $0, outcome: .finished) })
        for (number, text) in texts.enumerated() {
            // The same words, given to the program in another way: from a file.
            let words = try folder.file("words", text)
            let wave = "\(folder.path)/expected"
            let said = try ChildProgram.run(
                ["espeak-ng", "-v", "de", "-b", "1", "-w", wave, "-f", words]
            )
            #expect(said == .exited(0))
            #expect(try folder.bytes("\(number).wav") == folder.bytes("expected"))
            #expect(try folder.bytes("\(number).wav").count > 5000)
        }
        #expect(routes.soFar == [.espeak])
    }

    @Test("takes no text as names of phonemes or as a command", .needs(.espeak))
    func plainText() async throws {
        let program = try folder.script(
            "espeak",
            "exec espeak-ng -w \(folder.path)/$(ls \(folder.path) | grep -c wav).wav \"$@\""
        )
        let voice = voice(program: program)
        // After each text follows one that must sound the same.
        let texts = [
            "an [[hE]] a", "an [ [hE]] a", "a \u{1}200S b", "a  200S b", "c [[[ d", "c [ [ [ d",
        ]
        for (number, text) in texts.enumerated() {
            voice.speak(text, completion: ends.end(of: number))
        }
        let told = try await ends.first(texts.count)
        #expect(told.allSatisfy { $0.outcome == .finished })
        for number in stride(from: 0, to: texts.count, by: 2) {
            let same = try folder.bytes("\(number + 1).wav")
            #expect(try folder.bytes("\(number).wav") == same, "\(texts[number])")
        }
    }

    @Test("fails with the program's error, even after many lines of a library's messages")
    func longComplaint() async throws {
        let program = try folder.script(
            "espeak",
            "cat >/dev/null; for i in $(seq 300); do echo 'ALSA lib pcm.c: Unknown PCM' >&2; done;"
                + "echo 'error: No such device' >&2"
        )
        let voice = voice(program: program)
        voice.speak("Nobody hears this", completion: ends.end(of: 1))
        let error = CueError(.programFailed("error: No such device"), at: "espeak-ng")
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .failed(error))])
    }

    @Test(
        "reports why nothing was heard, even if the program exits with success",
        .needs(.espeak)
    )
    func noCard() async throws {
        let program = ["env", "ALSA_CONFIG_PATH=/no/such", "PULSE_SERVER=/no/such", "espeak-ng"]
        let voice = voice(program: program)
        voice.speak("Nobody hears this", completion: ends.end(of: 1))
        let told = try await ends.first(1)
        guard case .failed(let error) = told[0].outcome else {
            Issue.record("\(told)")
            return
        }
        #expect(error.place == "espeak-ng")
        #expect(error.what.hasPrefix("failed: error: "))
        #expect(error.remedy == "try it in a terminal")
    }

    @Test("reports an unknown language in the program's own words", .needs(.espeak))
    func unknownLanguage() async throws {
        let voice = voice(language: "xx", program: ["espeak-ng"])
        voice.speak("Hello", completion: ends.end(of: 1))
        let words = "Error: The specified espeak-ng voice does not exist."
        let error = CueError(.programFailed(words), at: "espeak-ng")
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .failed(error))])
    }

    @Test("cancels all earlier texts when it is silenced, and speaks later ones")
    func silence() async throws {
        let program = try folder.script(
            "espeak",
            "echo $$ >> \(folder.path)/processes; t=$(cat); echo \"$t\" >> \(folder.path)/said;"
                + "case $t in endless) exec sleep 1000;; esac"
        )
        let voice = voice(program: program)
        voice.speak("endless", completion: ends.end(of: 1))
        voice.speak("never", completion: ends.end(of: 2))
        #expect(try await eventually { folder.text("said") == "endless\n" })
        voice.silence()
        voice.speak("after", completion: ends.end(of: 3))
        let told = try await ends.first(3)
        #expect(told.map(\.number) == [1, 2, 3])
        #expect(told.map(\.outcome) == [.cancelled, .cancelled, .finished])
        #expect(folder.text("said") == "endless\nafter\n")
        #expect(try await eventually { !isRunning(folder.text("processes").prefix { $0 != "\n" }) })
    }

    @Test("fails and kills the program if that does not end in time")
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
        voice.speak("Ten chars.", completion: ends.end(of: 1))
        let error = CueError(.noAnswer(within: .milliseconds(2050)), at: "espeak-ng")
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .failed(error))])
        #expect(try await eventually { !isRunning(folder.text("process").prefix { $0 != "\n" }) })
    }

    @Test("fails for each text if there is no program, and reports that route once")
    func nobody() async throws {
        let voice = voice(program: ["/no/such/espeak"])
        voice.speak("One", completion: ends.end(of: 1))
        voice.speak("Two", completion: ends.end(of: 2))
        let told = try await ends.first(2)
        let error = CueError(.notRunnable(.notFound), at: "espeak-ng")
        #expect(told.map(\.number) == [1, 2])
        #expect(told.map(\.outcome) == [.failed(error), .failed(error)])
        #expect(routes.soFar.count == 1)
        let route = try #require(voice.route)
        #expect(routes.soFar == [route])
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

    @Test("fails if the program may not be run, with a remedy for that")
    func notAllowed() async throws {
        let program = try folder.file("espeak", "#!/bin/sh")
        let voice = voice(program: [program])
        voice.speak("One", completion: ends.end(of: 1))
        let told = try await ends.first(1)
        let error = CueError(.notRunnable(.access), at: "espeak-ng")
        #expect(told.map(\.outcome) == [.failed(error)])
        let route = try #require(voice.route)
        #expect(
            route.description.hasSuffix("and espeak-ng cannot be run: permission denied (EACCES)")
        )
        #expect(route.remedy == "try it in a terminal")
    }
}
