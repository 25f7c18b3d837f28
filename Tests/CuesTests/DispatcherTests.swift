import CueParts
import FileMoves
import Glibc
import Patience
import SystemCalls
import Testing

@testable import Cues

@Suite(
    "Speaking through speech-dispatcher",
    .needs(.speechDispatcher),
    .speaks,
    // A program can have at most eight connections, and one test uses all of them.
    .serialized,
    .mayNotHang
)
struct DispatcherTests {
    /// The program in place of espeak-ng, for tests that must not need one.
    private let nobody = EspeakProgram(command: ["/no/such/espeak"])

    func means(
        _ server: DispatcherServer,
        espeak: EspeakProgram? = nil,
        patience: Duration = .seconds(20)
    ) -> SpeechMeans {
        SpeechMeans(socket: server.socket, espeak: espeak ?? nobody, patience: patience)
    }

    @Test("speaks texts in order, and reports each end once, in the same order")
    func order() async throws {
        let server = try await DispatcherServer()
        let routes = Told<SpeechVoice.Route>()
        let ends = Told<NumberedEnd>()
        let voice = SpeechVoice(by: means(server), routeFound: routes.tell)
        let texts = (1...20).map { "Take step \($0)" }
        for (number, text) in texts.enumerated() {
            voice.speak(text, completion: ends.end(of: number))
        }
        let told = try await ends.first(texts.count)
        #expect(told == texts.indices.map { NumberedEnd(number: $0, outcome: .finished) })
        #expect(server.spoken == texts)
        #expect(routes.soFar == [.dispatcher])
        #expect(voice.route == .dispatcher)
    }

    @Test("speaks every text as plain text, and takes none as a command of the protocol")
    func hostileText() async throws {
        let server = try await DispatcherServer()
        let ends = Told<NumberedEnd>()
        let voice = SpeechVoice(by: means(server))
        let texts = [
            "One\r\n.\r\nQUIT", ".", "...two", "a\0b", "  \n", "", "Drei — für dich",
            "4 < 5 & </speak>", "a\u{1}b\u{1B}[31m\u{85}c\u{2028}d\te",
        ]
        for (number, text) in texts.enumerated() {
            voice.speak(text, completion: ends.end(of: number))
        }
        let told = try await ends.first(texts.count)
        #expect(told == texts.indices.map { NumberedEnd(number: $0, outcome: .finished) })
        #expect(!server.log.contains("Command caught: \"quit\""))
        let queued = server.log.split(separator: "Queueing message |").dropFirst().map { rest in
            rest.split(separator: "| with priority", maxSplits: 1).first.map(String.init)
        }
        let plain = ["One\n.\nQUIT", "...two", "a b", "Drei — für dich"]
        #expect(queued == plain + ["4 < 5 & </speak>", "a b [31m\nc\nd e"])
        // Nor does it take any text as SSML, which the server and its modules use.
        #expect(server.spoken.contains("4 &lt; 5 &amp; &lt;/speak&gt;"))
    }

    @Test("speaks a very long text whole, and the next one after it")
    func longText() async throws {
        let server = try await DispatcherServer()
        let ends = Told<NumberedEnd>()
        let voice = SpeechVoice(by: means(server))
        // The text is one sentence, because the server would put marks between sentences.
        let text = (1...20_000).map { "Step \($0)" }.joined(separator: " ")
        voice.speak(text, completion: ends.end(of: 1))
        voice.speak("The next text", completion: ends.end(of: 2))
        let told = try await ends.first(2)
        #expect(told == [1, 2].map { NumberedEnd(number: $0, outcome: .finished) })
        let isWhole = server.spoken == [text, "The next text"]
        #expect(isWhole)
    }

    @Test("speaks a text in the language that was set when it was requested")
    func language() async throws {
        let server = try await DispatcherServer()
        let ends = Told<NumberedEnd>()
        let voice = SpeechVoice(language: "de_AT", by: means(server))
        voice.speak("Hallo", completion: ends.end(of: 1))
        // The server knows the language by now, so it is not set again.
        voice.speak("Du", completion: ends.end(of: 1))
        voice.setLanguage("cs")
        voice.speak("Ahoj", completion: ends.end(of: 2))
        voice.setLanguage("en\r\nQUIT")
        voice.speak("Hello", completion: ends.end(of: 3))
        voice.setLanguage("fr")
        voice.speak("Bonjour", completion: ends.end(of: 4))
        let told = try await ends.first(5)
        let refusal = CueError(.badLanguage("en\r\nQUIT"), at: "speech")
        let wanted: [CueOutcome] = [.finished, .finished, .finished, .failed(refusal), .finished]
        #expect(told.map(\.outcome) == wanted)
        #expect(told.map(\.number) == [1, 1, 2, 3, 4])
        let languages = server.log.split(separator: "SET SELF LANGUAGE ").dropFirst()
        #expect(languages.map { $0.prefix { $0.isLetter || $0 == "-" } } == ["de-AT", "cs", "fr"])
        #expect(server.spoken == ["Hallo", "Du", "Ahoj", "Bonjour"])
    }

    @Test("cancels all earlier texts when it is silenced, and speaks later ones")
    func silence() async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        let ends = Told<NumberedEnd>()
        let voice = SpeechVoice(by: means(server))
        voice.speak("An endless text", completion: ends.end(of: 1))
        voice.speak("Never said", completion: ends.end(of: 2))
        #expect(try await eventually { server.isEndless })
        #expect(ends.soFar.isEmpty)
        voice.silence()
        voice.speak("Said after it", completion: ends.end(of: 3))
        let told = try await ends.first(3)
        #expect(told.map(\.number) == [1, 2, 3])
        #expect(told.map(\.outcome) == [.cancelled, .cancelled, .finished])
        #expect(server.spoken == ["An endless text", "Said after it"])
    }

    @Test("reports a text as cancelled if another program stopped it")
    func stoppedByOthers() async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        let ends = Told<NumberedEnd>()
        let voice = SpeechVoice(by: means(server))
        voice.speak("An endless text", completion: ends.end(of: 1))
        #expect(try await eventually { server.isEndless })
        let stop = try ChildProgram.run(
            ["env", "SPEECHD_ADDRESS=unix_socket:\(server.socket)", "spd-say", "--cancel"]
        )
        #expect(stop == .exited(0))
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .cancelled)])
    }

    @Test("cancels its texts when the voice is released")
    func letGo() async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        let ends = Told<NumberedEnd>()
        do {
            let voice = SpeechVoice(by: means(server))
            voice.speak("An endless text", completion: ends.end(of: 1))
            voice.speak("Never said", completion: ends.end(of: 2))
            #expect(try await eventually { server.isEndless })
        }
        let told = try await ends.first(2)
        #expect(told.map(\.number) == [1, 2])
        #expect(told.map(\.outcome) == [.cancelled, .cancelled])
        // The voice has closed its connection, too.
        #expect(try await eventually { server.log.contains("Connection closed") })
    }

    @Test("keeps the voices of one program apart")
    func severalVoices() async throws {
        let first = try await DispatcherServer()
        let second = try await DispatcherServer()
        // Both servers give their connections and messages the same numbers.
        let ends = Told<NumberedEnd>()
        let voices = [first, second, first].map { SpeechVoice(by: means($0)) }
        for number in 0..<30 {
            voices[number % 3].speak("Text \(number)", completion: ends.end(of: number))
        }
        let told = try await ends.first(30)
        #expect(told.allSatisfy { $0.outcome == .finished })
        #expect(told.map(\.number).sorted() == Array(0..<30))
        for part in 0..<3 {
            let own = told.map(\.number).filter { $0 % 3 == part }
            #expect(own == own.sorted())
        }
        #expect(second.spoken == (0..<30).filter { $0 % 3 == 1 }.map { "Text \($0)" })
    }

    @Test("uses espeak-ng for voices beyond the limit of connections")
    func tooManyVoices() async throws {
        let server = try await DispatcherServer()
        let folder = try ScratchFolder()
        let script = try folder.script("espeak", "cat >> \(folder.path)/said")
        let ends = Told<NumberedEnd>()
        let routes = Told<SpeechVoice.Route>()
        let means = means(server, espeak: EspeakProgram(command: script))
        // A released voice closes its connection on its own thread, so wait for those of earlier tests.
        #expect(try await eventually { Self.canConnect(8) })
        do {
            let voices = (0..<12).map { _ in SpeechVoice(by: means, routeFound: routes.tell) }
            for (number, voice) in voices.enumerated() {
                voice.speak("\(number),", completion: ends.end(of: number))
                #expect(try await ends.first(number + 1).last?.outcome == .finished)
            }
        }
        #expect(server.spoken == (0..<8).map { "\($0)," })
        #expect(folder.text("said") == "8,9,10,11,")
        #expect(routes.soFar == (0..<12).map { $0 < 8 ? .dispatcher : .espeak })
        // The next test needs connections.
        #expect(try await eventually { Self.canConnect(8) })
    }

    /// Whether this many more connections are possible now.
    private static func canConnect(_ count: Int) -> Bool {
        guard count > 0 else { return true }
        guard let slot = EndingSlot(for: MessageEndings(signalling: WakeEvent())) else {
            return false
        }
        let isRestFree = canConnect(count - 1)
        _ = consume slot
        return isRestFree
    }

    @Test("repeats the whole text at a new server if the old one dies in the middle of it")
    func reconnects() async throws {
        let first = try await DispatcherServer(speakingBy: .endless)
        let second = try await DispatcherServer()
        let ends = Told<NumberedEnd>()
        let routes = Told<SpeechVoice.Route>()
        let voice = SpeechVoice(by: means(first), routeFound: routes.tell)
        voice.speak("An endless text", completion: ends.end(of: 1))
        voice.speak("The next text", completion: ends.end(of: 2))
        #expect(try await eventually { first.isEndless })
        // From now on, a connection to the first server's socket reaches the second server.
        try FileSystem.rename(second.socket, to: first.socket)
        first.service.end()
        let told = try await ends.first(2)
        #expect(told.map(\.number) == [1, 2])
        #expect(told.map(\.outcome) == [.finished, .finished])
        #expect(second.spoken == ["An endless text", "The next text"])
        #expect(routes.soFar == [.dispatcher])
    }

    @Test("uses espeak-ng if the server dies and no other one takes its place")
    func falls() async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        let folder = try ScratchFolder()
        let script = try folder.script(
            "espeak",
            "cat >> \(folder.path)/said; echo >> \(folder.path)/said"
        )
        let ends = Told<NumberedEnd>()
        let routes = Told<SpeechVoice.Route>()
        let voice = SpeechVoice(
            by: means(server, espeak: EspeakProgram(command: script)),
            routeFound: routes.tell
        )
        voice.speak("An endless text", completion: ends.end(of: 1))
        voice.speak("The next text", completion: ends.end(of: 2))
        #expect(try await eventually { server.isEndless })
        server.service.end()
        let told = try await ends.first(2)
        #expect(told.map(\.number) == [1, 2])
        #expect(told.map(\.outcome) == [.finished, .finished])
        #expect(folder.text("said") == "An endless text\nThe next text\n")
        // A later server is not used: once its server has died, a task keeps one voice.
        let later = try await DispatcherServer()
        try FileSystem.rename(later.socket, to: server.socket)
        voice.speak("The last text", completion: ends.end(of: 3))
        #expect(try await ends.first(3).last == NumberedEnd(number: 3, outcome: .finished))
        #expect(folder.text("said").hasSuffix("The last text\n"))
        #expect(later.spoken.isEmpty)
        #expect(routes.soFar == [.dispatcher, .espeak])
    }
}

extension DispatcherTests {
    @Test("uses espeak-ng if the server takes longer than any voice, and cancels the text there")
    func speaksTooLong() async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        let folder = try ScratchFolder()
        let script = try folder.script("espeak", "cat >> \(folder.path)/said")
        let ends = Told<NumberedEnd>()
        let espeak = EspeakProgram(command: script)
        let voice = SpeechVoice(by: means(server, espeak: espeak, patience: .milliseconds(1500)))
        voice.speak("endless", completion: ends.end(of: 1))
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .finished)])
        #expect(folder.text("said") == "endless")
        #expect(voice.route == .espeak)
        #expect(server.spoken == ["endless"])
        #expect(server.log.contains("DATA:|CANCEL SELF"))
    }

    @Test("uses espeak-ng if the server hangs in the middle of a text")
    func standsStill() async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        let folder = try ScratchFolder()
        let script = try folder.script("espeak", "cat >> \(folder.path)/said")
        let ends = Told<NumberedEnd>()
        let espeak = EspeakProgram(command: script)
        let voice = SpeechVoice(by: means(server, espeak: espeak, patience: .seconds(3)))
        voice.speak("An endless text that has many words", completion: ends.end(of: 1))
        #expect(try await eventually { server.isEndless })
        let process = try #require(pid_t(server.folder.text("pid").filter(\.isNumber)))
        #expect(kill(process, SIGSTOP) == 0)
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .finished)])
        #expect(folder.text("said") == "An endless text that has many words")
    }
}

extension DispatcherTests {
    @Test("does not wait for a server that hangs when it is silenced")
    func silenceOfStandstill() async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        let ends = Told<NumberedEnd>()
        let voice = SpeechVoice(by: means(server, patience: .seconds(3600)))
        voice.speak("An endless text", completion: ends.end(of: 1))
        #expect(try await eventually { server.isEndless })
        let process = try #require(pid_t(server.folder.text("pid").filter(\.isNumber)))
        #expect(kill(process, SIGSTOP) == 0)
        voice.silence()
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .cancelled)])
        // Nor does it wait while the server is being asked to speak.
        voice.speak("Another text", completion: ends.end(of: 2))
        try await Task.sleep(for: .milliseconds(50))
        #expect(ends.soFar.count == 1)
        voice.silence()
        #expect(try await ends.first(2).last == NumberedEnd(number: 2, outcome: .cancelled))
        // The server does not speak a silenced text when it continues.
        #expect(kill(process, SIGCONT) == 0)
        voice.speak("The last text", completion: ends.end(of: 3))
        #expect(try await ends.first(3).last == NumberedEnd(number: 3, outcome: .finished))
        #expect(server.spoken == ["An endless text", "The last text"])
        #expect(!server.log.contains("Another text"))
    }
}
