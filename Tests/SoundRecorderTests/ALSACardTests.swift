import Foundation
import Scratch
import SystemCalls
import Testing

@testable import SoundRecorder

@Suite("A sound card of alsa-lib")
struct ALSACardTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test("delivers its samples once each and in order")
    func samples() throws {
        let known = try KnownCard((0..<96_000).map { $0 % 60_000 - 30_000 }, in: scratch.path)
        var card = try ALSACard.open(
            KnownCard.name,
            rate: 48_000,
            configuration: known.configuration
        )
        #expect(card.shape.encoding == .s16 && card.shape.channels == 1)
        #expect(card.shape.rate == 48_000 && card.shape.bufferFrames > 4800)
        try card.start()
        var heard: [Int32] = []
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 16)
        defer { unsafe bytes.deallocate() }
        while heard.count < 96_000 {
            guard case .running(let waiting, let seen) = try card.look() else {
                Issue.record("the card is not running")
                return
            }
            #expect(waiting > 0 && seen <= card.now && seen > 0)
            let count = try unsafe card.read(into: bytes)
            let read = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<(2 * count)])
                .bindMemory(to: UInt8.self)
            unsafe card.shape.encoding.decode(read.span, into: &heard)
        }
        #expect(heard.prefix(96_000) == known.samples.prefix(96_000))
    }

    /// alsa-lib's messages for a missing card, on machines with and without other cards.
    private static let absences = [
        "No such file or directory", "No such device", "Invalid argument",
    ]

    @Test("that does not exist is reported by its name, with a remedy")
    func missing() {
        for name in ["hw:77,0", "plughw:77", "no such card"] {
            let error = #expect(throws: SoundError.self) {
                _ = try SoundRequest(card: name).check(configuredBy: nil)
            }
            guard case .noCard(let words)? = error?.kind else {
                Issue.record("\(error as Any)")
                continue
            }
            #expect(Self.absences.contains(words), "\(words)")
            #expect(
                error.map { "\($0)" }
                    == "microphone \(name): there is no such card (\(words)); name one that `footfall devices`"
                    + " lists, as in hw:0,0"
            )
        }
    }

    @Test("that does not support the rate is reported with the rates that it supports")
    func rate() throws {
        let configuration = """
            pcm.slow {
                type rate
                slave { pcm { type null } rate 8000 }
                converter "linear"
            }
            """
        let error = #expect(throws: SoundError.self) {
            _ = try SoundRequest(card: "slow", rateInHertz: 3_000_000)
                .check(configuredBy: configuration)
        }
        #expect(
            error?.description.contains("it cannot record 3000000 samples a second, but ")
                == true
        )
        #expect(error?.remedy == "name it through alsa-lib's converter, as in plughw:0,0")
    }

    @Test("that cannot be opened is explained by alsa-lib's error and the device nodes")
    func nodes() throws {
        let folder = scratch.path
        #expect(
            CardObstacle.kind(of: -2, of: "default", "no such file", in: folder) == .noCardAtAll
        )
        #expect(
            CardObstacle.kind(of: -2, of: "hw:7", "no such file", in: folder)
                == .noCard("no such file")
        )
        #expect(CardObstacle.kind(of: -16, of: "hw:7", "busy", in: folder) == .busy(holder: nil))
        #expect(
            CardObstacle.kind(of: -13, of: "hw:7", "denied", in: folder) == .forbidden(group: nil)
        )
        for name in ["pcmC1D0c", "pcmC0D2c", "pcmC0D0p", "controlC0", "pcmCxD0c"] {
            try Data().write(to: URL(filePath: "\(folder)/\(name)"))
        }
        #expect(CaptureNode.present(in: folder).map(\.card) == ["hw:0,2", "hw:1,0"])
        #expect(
            CardObstacle.kind(of: -2, of: "default", "no such file", in: folder)
                == .noCard("no such file")
        )
    }

    @Test("is listed by its number, with the kernel's name for it")
    func list() throws {
        let names = "\(scratch.path)/asound"
        try FileManager.default.createDirectory(
            atPath: "\(names)/card1",
            withIntermediateDirectories: true
        )
        try Data("Loopback\n".utf8).write(to: URL(filePath: "\(names)/card1/id"))
        for name in ["pcmC1D0c", "pcmC0D0c"] {
            try Data().write(to: URL(filePath: "\(scratch.path)/\(name)"))
        }
        let cards = ALSACardList.present(in: scratch.path, named: names).cards
        #expect(cards.map(\.card) == ["hw:0,0", "hw:1,0"])
        #expect(cards.map(\.name) == [nil, "Loopback"])
        #expect(cards.allSatisfy { $0.obstacles.isEmpty && $0.readers != nil })
    }

    @Test("is listed as busy if other programs record with all its subdevices", arguments: 0...2)
    func taken(free: Int) throws {
        let names = "\(scratch.path)/asound"
        try Data().write(to: URL(filePath: "\(scratch.path)/pcmC1D0c"))
        for way in 0..<2 {
            let folder = "\(names)/card1/pcm0c/sub\(way)"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            let status = way < free ? "closed\n" : "state: RUNNING\nowner_pid   : 7\n"
            try Data(status.utf8).write(to: URL(filePath: "\(folder)/status"))
        }
        let card = try #require(ALSACardList.present(in: scratch.path, named: names).cards.first)
        #expect(card.obstacles.isEmpty == (free > 0))
        if let obstacle = card.obstacles.first {
            #expect(obstacle.hasPrefix("another program records with it"), "\(obstacle)")
        }
    }

    @Test(
        "has its own message and remedy for each obstacle",
        arguments: [
            (
                .noCard("x"),
                "there is no such card (x); name one that `footfall devices` lists, as in hw:0,0"
            ),
            (
                .noCardAtAll,
                "this machine has no sound card that records; connect a microphone or a card that has one, and"
                    + " look with `footfall devices`"
            ),
            (
                .busy(holder: "arecord (process 7)"),
                "another program records with it: arecord (process 7); end that program, or name another card"
            ),
            (
                .forbidden(group: "audio"),
                "this user has no right to it; join its group with `sudo usermod -aG audio $USER`, then log in"
                    + " again"
            ),
            (
                .forbidden(group: nil),
                "this user has no right to it; have an administrator give a group the right to /dev/snd"
            ),
            (
                .noRate(1, offered: "2 to 3"),
                "it cannot record 1 samples a second, but 2 to 3; name it through alsa-lib's converter, as in"
                    + " plughw:0,0"
            ),
            (
                .noEncoding,
                "it has no samples of 16, 24 or 32 bits; name it through alsa-lib's converter, as in plughw:0,0"
            ),
            (
                .gone,
                "the card is gone; check its cable, then record again; what came before is kept"
            ),
            (
                .silent(seconds: 5),
                "it gave nothing for 5 seconds; check that nothing holds the card, and record again"
            ),
            (
                .failed(call: "snd_pcm_readi", "x"),
                "snd_pcm_readi failed: x; see whether the card is still connected"
            ),
            (
                .noDescriptor("x"),
                "no descriptor is left to wake its thread: x; close other programs or raise `ulimit -n`"
            ),
        ] as [(SoundError.Kind, String)]
    )
    func words(kind: SoundError.Kind, words: String) {
        #expect("\(SoundError(kind, of: "hw:1"))" == "microphone hw:1: \(words)")
    }
}
