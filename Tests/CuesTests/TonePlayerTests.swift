import CueParts
import Patience
import Synchronization
import SystemCalls
import Testing

@testable import Cues

/// alsa-lib's own plugins write the sounds into a file, as they would to a card.
@Suite("Playing tones", .mayNotHang)
struct TonePlayerTests {
    private let folder: ScratchFolder
    private let ends = Told<NumberedEnd>()
    private let obstacles = Told<CueError>()

    init() throws { folder = try ScratchFolder() }

    private var card: KeptSound { KeptSound(in: folder) }

    private func player(device: String = KeptSound.device, pause: Duration = .seconds(600))
        -> TonePlayer
    {
        TonePlayer(
            device: device,
            configuration: card.configuration,
            restingAfter: pause,
            obstacleFound: obstacles.tell
        )
    }

    private func samples(_ names: [String]) -> [Int16] {
        names.flatMap { ToneSequence(named: $0)?.samples(at: 48_000) ?? [] }
    }

    @Test("plays every sample in the requested order, and reports each end once, in the same order")
    func order() async throws {
        let names = ToneSequence.names + ToneSequence.names.reversed()
        do {
            let player = player()
            for (number, name) in names.enumerated() {
                let tones = try #require(ToneSequence(named: name))
                player.play(tones, completion: ends.end(of: number))
            }
            let told = try await ends.first(names.count)
            #expect(told == names.indices.map { NumberedEnd(number: $0, outcome: .finished) })
        }
        let expected = samples(names)
        #expect(try await card.samples(atLeast: expected.count) == expected)
        #expect(obstacles.soFar.isEmpty)
    }

    @Test("also plays sounds without a completion")
    func nobodyAsks() async throws {
        do {
            let player = player()
            for name in ["alarm", "Tink"] { player.play(try #require(ToneSequence(named: name))) }
            let lock = try #require(ToneSequence(named: "lock"))
            player.play(lock, completion: ends.end(of: 1))
            #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .finished)])
        }
        let expected = samples(["alarm", "Tink", "lock"])
        #expect(try await card.samples(atLeast: expected.count) == expected)
    }

    @Test("closes the card after a pause, and opens it again")
    func rests() async throws {
        let player = player(pause: .milliseconds(1))
        let tones = try #require(ToneSequence(named: "lock"))
        player.play(tones, completion: ends.end(of: 1))
        _ = try await ends.first(1)
        #expect(try await card.samples(atLeast: 1) == samples(["lock"]))
        let link = "\(folder.path)/heard"
        #expect(try await eventually { FileHolder.find(link).isEmpty })
        player.play(tones, completion: ends.end(of: 2))
        let told = try await ends.first(2)
        #expect(told.map(\.outcome) == [.finished, .finished])
    }

    @Test("cancels all earlier sounds when it is silenced, and plays later ones")
    func silence() async throws {
        let player = player()
        let gate = Gate()
        let tones = try #require(ToneSequence(named: "Tock"))
        player.play(tones) { [ends] outcome in
            ends.end(of: 1)(outcome)
            gate.wait()
        }
        player.play(tones, completion: ends.end(of: 2))
        player.play(tones, completion: ends.end(of: 3))
        player.silence()
        player.play(tones, completion: ends.end(of: 4))
        gate.open()
        let told = try await ends.first(4)
        #expect(told.map(\.number) == [1, 2, 3, 4])
        #expect(told.dropFirst().map(\.outcome) == [.cancelled, .cancelled, .finished])
    }

    @Test("stops in the middle of a sound that is silenced")
    func middle() throws {
        let long = ToneSequence([.tone(hertz: 440, .seconds(10))]).samples(at: SoundDevice.rate)
        do {
            let device = try SoundDevice.open(KeptSound.device, configuration: card.configuration)
            var looks = 0
            let outcome = try device.play(long) {
                looks += 1
                return looks > 5
            }
            #expect(outcome == .cancelled)
        }
        let bytes = try folder.bytes("heard").count
        #expect(bytes <= 5 * 2 * SoundDevice.rate / 50)
    }

    @Test("reports a missing device once, with a remedy; each sound fails")
    func noDevice() async throws {
        let player = player(device: "nowhere")
        let tones = try #require(ToneSequence(named: "alarm"))
        for number in 1...3 { player.play(tones, completion: ends.end(of: number)) }
        let told = try await ends.first(3)
        let error = CueError(
            .noSoundDevice("No such file or directory"),
            at: "sound device nowhere"
        )
        #expect(told.map(\.number) == [1, 2, 3])
        #expect(told.map(\.outcome) == [.failed(error), .failed(error), .failed(error)])
        #expect(obstacles.soFar == [error])
        #expect(
            error.description
                == "sound device nowhere: cannot be opened: No such file or directory; connect a "
                + "sound card, or name another device (`aplay -L` lists them)"
        )
    }

    @Test("reports the end of each of a million silenced sounds, in order")
    func many() async throws {
        let player = player()
        let gate = Gate()
        let tones = try #require(ToneSequence(named: "Tock"))
        let answered = Mutex((count: 0, isInOrder: true, last: CueOutcome?.none))
        player.play(tones) { _ in gate.wait() }
        let count = 1_000_000
        for number in 0..<count {
            player.play(tones) { outcome in
                answered.withLock { answered in
                    if answered.count != number { answered.isInOrder = false }
                    answered.count += 1
                    answered.last = outcome
                }
            }
        }
        player.silence()
        player.play(tones, completion: ends.end(of: 1))
        gate.open()
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .finished)])
        let all = answered.withLock { $0 }
        #expect(all.count == count && all.isInOrder && all.last == .cancelled)
    }

    @Test("reports once that the card is gone in the middle of a sound, and plays when it is back")
    func cardIsGone() async throws {
        // The card is gone for the first two openings.
        let script = try folder.file(
            "card",
            "echo >> \(folder.path)/opened; test $(wc -l < \(folder.path)/opened) -gt 2 || exit 0;"
                + "exec cat > \(folder.path)/heard"
        )
        let tones = try #require(ToneSequence(named: "alarm"))
        do {
            let player = TonePlayer(
                device: KeptSound.device,
                configuration: KeptSound.configuration(writingTo: "|sh \(script)"),
                obstacleFound: obstacles.tell
            )
            for number in 1...3 { player.play(tones, completion: ends.end(of: number)) }
            let told = try await ends.first(3)
            for end in told.prefix(2) {
                guard case .failed(let error) = end.outcome else {
                    Issue.record("\(end)")
                    continue
                }
                #expect(error.what.hasPrefix("snd_pcm_writei failed: "))
                #expect(error.remedy == "see whether the sound card is still connected")
            }
            #expect(told.last == NumberedEnd(number: 3, outcome: .finished))
            #expect(obstacles.soFar.count == 1)
        }
        let expected = samples(["alarm"])
        #expect(try await card.samples(atLeast: expected.count) == expected)
    }

    @Test(
        "distinguishes a busy device, a forbidden device and a missing one",
        arguments: [
            (Errno.busy, CueError.Kind.soundDeviceBusy), (.access, .soundDeviceForbidden),
            (.permission, .soundDeviceForbidden),
            (.noDevice, .noSoundDevice("No such device")),
            (.notFound, .noSoundDevice("No such file or directory")),
        ]
    )
    func obstacle(errno: Errno, kind: CueError.Kind) {
        #expect(SoundDevice.obstacle(-errno.rawValue) == kind)
    }

    @Test("reports a device that opens but does not accept the format of the samples")
    func unusable() async throws {
        // The device has two channels, and no plugin that makes them from one.
        let player = TonePlayer(
            device: "two",
            configuration: """
                pcm.two {
                    type multi
                    slaves.a.pcm { type null }
                    slaves.a.channels 2
                    bindings.0.slave a
                    bindings.0.channel 0
                    bindings.1.slave a
                    bindings.1.channel 1
                }
                """,
            obstacleFound: obstacles.tell
        )
        player.play(try #require(ToneSequence(named: "Tock")), completion: ends.end(of: 1))
        let error = CueError(.noSoundDevice("Invalid argument"), at: "sound device two")
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .failed(error))])
        #expect(obstacles.soFar == [error])
    }

    @Test("cancels the waiting sounds when the player is released")
    func letGo() async throws {
        let gate = Gate()
        let tones = try #require(ToneSequence(named: "Tink"))
        do {
            let player = player()
            player.play(tones) { [ends] outcome in
                ends.end(of: 1)(outcome)
                gate.wait()
            }
            player.play(tones, completion: ends.end(of: 2))
            _ = try await ends.first(1)
        }
        gate.open()
        let told = try await ends.first(2)
        #expect(told.map(\.outcome) == [.finished, .cancelled])
    }
}
