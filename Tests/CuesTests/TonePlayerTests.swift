import Synchronization
import SystemCalls
import Testing

@testable import Cues

/// Sounds go by alsa-lib's own plugins into a file, as they would to a card.
@Suite("Playing tones", .timeLimit(.minutes(1)))
struct TonePlayerTests {
    private let folder: ScratchFolder
    private let ends = Told<NumberedEnd>()
    private let obstacles = Told<CueError>()

    init() throws { folder = try ScratchFolder() }

    private var configuration: String {
        """
        pcm.kept {
            type file
            slave.pcm { type null }
            file "\(folder.path)/heard"
            format raw
        }
        """
    }

    private func player(device: String = "kept", pause: Duration = .seconds(600)) -> TonePlayer {
        TonePlayer(
            device: device,
            configuration: configuration,
            restingAfter: pause,
            obstacleFound: obstacles.tell
        )
    }

    /// What was heard, once the device is closed.
    private func heard(_ count: Int) async throws -> [Int16] {
        _ = try await eventually { (try? folder.bytes("heard").count) ?? 0 >= 2 * count }
        let bytes = try folder.bytes("heard")
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    private func samples(_ names: [String]) -> [Int16] {
        names.flatMap { ToneSequence(named: $0)?.samples(at: 48_000) ?? [] }
    }

    @Test("plays every sample, in the order asked, and tells of each end once, in the same order")
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
        #expect(try await heard(expected.count) == expected)
        #expect(obstacles.soFar.isEmpty)
    }

    @Test("lets go of the card after a pause, and opens it again")
    func rests() async throws {
        let player = player(pause: .milliseconds(1))
        let tones = try #require(ToneSequence(named: "lock"))
        player.play(tones, completion: ends.end(of: 1))
        _ = try await ends.first(1)
        #expect(try await heard(1) == samples(["lock"]))
        let link = "\(folder.path)/heard"
        #expect(try await eventually { FileHolder.find(link).isEmpty })
        player.play(tones, completion: ends.end(of: 2))
        let told = try await ends.first(2)
        #expect(told.map(\.outcome) == [.finished, .finished])
    }

    @Test("ends with what was asked for until the hush, and plays what is asked for after it")
    func hush() async throws {
        let player = player()
        let gate = Gate()
        let tones = try #require(ToneSequence(named: "Tock"))
        player.play(tones) { [ends] outcome in
            ends.end(of: 1)(outcome)
            gate.wait()
        }
        player.play(tones, completion: ends.end(of: 2))
        player.play(tones, completion: ends.end(of: 3))
        player.hush()
        player.play(tones, completion: ends.end(of: 4))
        gate.open()
        let told = try await ends.first(4)
        #expect(told.map(\.number) == [1, 2, 3, 4])
        #expect(told.dropFirst().map(\.outcome) == [.cancelled, .cancelled, .finished])
    }

    @Test("ends in the middle of a sound that is hushed")
    func middle() throws {
        let long = ToneSequence([.tone(hertz: 440, .seconds(10))]).samples(at: SoundDevice.rate)
        do {
            let device = try SoundDevice.open("kept", configuration: configuration)
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

    @Test("says once that there is no such device, and how to mend it; the sounds just end")
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

    @Test("ends what it was asked for when nobody has the player any more")
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

/// What a thread waits at until somebody opens it.
final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    private let bell = Doorbell()

    func open() {
        isOpen.store(true, ordering: .releasing)
        bell.ring()
    }

    func wait() {
        while true {
            let rings = bell.count
            if isOpen.load(ordering: .acquiring) { return }
            bell.wait(since: rings)
        }
    }
}
