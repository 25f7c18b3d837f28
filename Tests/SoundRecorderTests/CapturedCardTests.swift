import SampleStream
import Synchronization
import Testing
import Timebase

@testable import SoundRecorder

@Suite("A card that is read")
struct CapturedCardTests {
    @Test("gives a level for each tenth of a second, and every frame if the sound is kept")
    func whole() {
        let heard = HeardCard(
            CardScript((1...20).map { .counted($0 * 2400, at: $0 * 50) })
        )
        #expect(heard.words == Array(repeating: "4800", count: 10))
        #expect(heard.heard == (0..<48_000).map { Int32(Int16(truncatingIfNeeded: $0)) })
        #expect(heard.failure == nil && heard.news == [])
        // Each level has the instant of its interval's end, by the card's clock.
        for (number, sample) in heard.samples.enumerated() {
            let due = CardScript.instant(Int64(number + 1) * 100)
            #expect(abs(sample.time.nanoseconds - due) < 1_000_000)
        }
        #expect(heard.pairs.first?.device == "scripted")
        #expect(heard.pairs.first?.pair.beginsStretch == true)
    }

    @Test("that has overwritten frames has their exact number as a loss, and as long a silence")
    func overrun() {
        let heard = HeardCard(
            CardScript([
                .counted(2400, at: 50), .counted(22_400, at: 466), .counted(24_800, at: 516),
            ])
        )
        // 20,000 frames waited, and the card keeps 4,800; those that it is about to overwrite are skipped, too.
        #expect(heard.words == ["2400", "-16400 kernel of 1", "4800", "1200"])
        let lost = Array(repeating: Int32(-1), count: 16_400)
        #expect(
            heard.heard == (0..<2400).map { Int32($0) } + lost + (18_800..<24_800).map { Int32($0) }
        )
        #expect(heard.news == ["16400 frames are lost: the program came too late"])
    }

    @Test("counts frames as lost that were overwritten while they were read")
    func torn() {
        let script = CardScript([
            .counted(2400, at: 50),
            // While it is read, the card counts more frames than it keeps.
            .countedInReading(40_000), .counted(42_400, at: 883), .counted(44_800, at: 933),
        ])
        let heard = HeardCard(script)
        let levels = heard.samples.filter { $0.role == .reading }
        let frames = levels.reduce(0) { $0 + Int(($1.timeInterval * 48_000).rounded()) }
        let lost = heard.samples.reduce(Int64(0)) { sum, sample in
            guard case .gap(let count, _, false) = sample.role else { return sum }
            return sum + count
        }
        #expect(lost >= 37_600)
        #expect(Int64(frames) + lost == 44_800)
        #expect(heard.heard.count == 44_800)
        // The first frames may have been overwritten during the read, so silence replaces them.
        #expect(heard.heard.prefix(2400).allSatisfy { $0 == -1 })
    }

    @Test(
        "that had stopped goes on, and the loss is estimated from the elapsed time",
        arguments: [(false, "kernel"), (true, "device")]
    )
    func stopped(wasSuspended: Bool, reason: String) {
        let heard = HeardCard(
            CardScript(
                [
                    .counted(2400, at: 50), .stopped(wasSuspended: wasSuspended, at: 1050),
                    .counted(4800, at: 1100),
                ],
                stubbornness: wasSuspended ? 0 : 2
            )
        )
        #expect(heard.words == ["2400", "-48000 \(reason)? of 1", "2400"])
        #expect(heard.heard.count == 2400 + 48_000 + 2400)
        #expect(heard.pairs.filter(\.pair.beginsStretch).count == 2)
        #expect(heard.news.count == 1)
    }

    @Test("that disappears is reported, and what it delivered is kept")
    func gone() {
        let heard = HeardCard(
            CardScript([.counted(4800, at: 100), .counted(6000, at: 125), .gone])
        )
        #expect(heard.words == ["4800", "1200"])
        #expect(heard.failure?.contains("scripted: the card is gone; check its cable") == true)
    }

    @Test("that delivers nothing for five seconds fails, instead of recording nothing for hours")
    func silent() {
        let heard = HeardCard(
            CardScript([.counted(0, at: 4900), .counted(0, at: 5100), .counted(0, at: 6000)])
        )
        #expect(heard.failure?.contains("it gave nothing for 5 seconds") == true)
    }

    @Test("ends exactly at the frame of the stop")
    func end() {
        let script = CardScript([.counted(2400, at: 50), .counted(4800, at: 100)])
        script.stop.drain(until: BootInstant(nanoseconds: CardScript.instant(75)))
        let heard = HeardCard(script)
        #expect(heard.words == ["3600"])
        #expect(heard.heard.count == 3600)
    }

    @Test(
        "gives each level the instant of its last frame, whether or not the sound is kept",
        arguments: [true, false]
    )
    func instants(keepsSound: Bool) {
        let script = CardScript((1...20).map { .counted($0 * 2500, at: $0 * 2500 / 48) })
        script.state.withLock { $0.steps.append(.counted(50_400, at: 1050)) }
        let heard = HeardCard(script, keepsSound: keepsSound)
        #expect(heard.words == Array(repeating: "4800", count: 10) + ["2400"])
        for (number, sample) in heard.samples.enumerated() {
            let due = CardScript.instant(min(Int64(number + 1) * 100, 1050))
            #expect(abs(sample.time.nanoseconds - due) < 1_000_000, "level \(number)")
        }
        #expect(heard.parts.isEmpty == !keepsSound)
    }

    @Test("gives its last levels their own instants if the stop falls within waiting frames")
    func instantsAtTheEnd() {
        let script = CardScript([.counted(2400, at: 50), .counted(14_400, at: 300)])
        script.stop.drain(until: BootInstant(nanoseconds: CardScript.instant(250)))
        let heard = HeardCard(script, bufferFrames: 48_000)
        #expect(heard.words == ["4800", "4800", "2400"])
        for (sample, due) in zip(heard.samples, [100, 200, 250]) {
            #expect(abs(sample.time.nanoseconds - CardScript.instant(Int64(due))) < 1_000_000)
        }
    }

    @Test("that stops before its first frame loses the time since its start, and no more")
    func stoppedAtOnce() {
        let heard = HeardCard(
            CardScript([.stopped(wasSuspended: false, at: 100), .counted(4800, at: 200)])
        )
        #expect(heard.words == ["-4800 kernel? of 1", "4800"])
        #expect(heard.heard.count == 9600)
    }

    @Test("counts no frames as lost that come after the end")
    func overrunAtTheEnd() {
        let script = CardScript([.counted(2400, at: 50), .counted(24_000, at: 500)])
        script.stop.drain(until: BootInstant(nanoseconds: CardScript.instant(250)))
        let heard = HeardCard(script)
        #expect(heard.words == ["2400", "-9600 kernel of 1"])
        #expect(heard.heard.count == 12_000)
        let standing = CardScript([.counted(2400, at: 50), .stopped(wasSuspended: true, at: 9050)])
        standing.stop.drain(until: BootInstant(nanoseconds: CardScript.instant(250)))
        #expect(HeardCard(standing).words == ["2400", "-9600 device? of 1"])
    }

    @Test("that cannot be restarted, or stops after each restart, fails; its stop is reported once")
    func hung() {
        let stubborn = HeardCard(
            CardScript(
                [.counted(2400, at: 50), .stopped(wasSuspended: false, at: 100)],
                stubbornness: 1000,
                standstill: 100
            )
        )
        #expect(stubborn.failure?.contains("it gave nothing for 5 seconds") == true)
        let again = HeardCard(
            CardScript(
                [.counted(2400, at: 50)]
                    + (1...100).map { .stopped(wasSuspended: false, at: 50 + $0 * 100) }
            )
        )
        #expect(again.failure?.contains("it gave nothing for 5 seconds") == true)
        #expect(again.news == ["the card had stopped, as the program came too late"])
        // The time limit begins again each time the card delivers something.
        let late = HeardCard(
            CardScript(
                (1...20).flatMap { round in
                    [
                        .counted(round * 2400, at: round * 1000),
                        .stopped(wasSuspended: false, at: round * 1000 + 500),
                    ]
                }
            )
        )
        #expect(late.failure == nil && late.news.count == 1)
    }

    @Test("does not fail because the machine slept")
    func slept() {
        let heard = HeardCard(
            CardScript([
                .counted(2400, at: 50), .slept(until: 28_800_000), .counted(4800, at: 28_800_050),
            ])
        )
        #expect(heard.failure == nil)
    }

    @Test("delivers frames of several channels")
    func channels() {
        let heard = HeardCard(CardScript([.counted(4800, at: 100)]), channels: 2)
        #expect(heard.words == ["4800"])
        #expect(heard.heard.count == 9600)
    }
}
