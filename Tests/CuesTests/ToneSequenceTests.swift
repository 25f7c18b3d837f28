import Glibc
import Testing

@testable import Cues

@Suite("A tone sequence")
struct ToneSequenceTests {
    @Test("is a sine that fades in and out by half a cosine")
    func exactSamples() {
        // At a quarter of the rate the sine is 0, 1, 0, -1; six of the twelve samples fade in, six fade out.
        let tone = ToneSequence([.tone(hertz: 2000, .microseconds(1500), gain: 1)])
        #expect(
            tone.samples(at: 8000)
                == [0, 2195, 0, -16384, 0, 30572, 0, -24575, 0, 8192, 0, 0]
        )
        let long = ToneSequence([.tone(hertz: 12_000, .milliseconds(20), gain: 1)])
        let samples = long.samples(at: 48_000)
        #expect(samples.count == 960)
        #expect(Array(samples[240..<244]) == [0, 32767, 0, -32767])
    }

    @Test("is as loud as its gain", arguments: [0.25, 0.5, 1])
    func gain(gain: Double) {
        let tone = ToneSequence([.tone(hertz: 1000, .milliseconds(50), gain: gain)])
        #expect(tone.samples(at: 48_000).max() == Int16((32767 * gain).rounded()))
    }

    @Test("has its parts one after the other, with silent gaps")
    func parts() {
        let first = ToneSequence.Part.tone(hertz: 500, .milliseconds(20))
        let second = ToneSequence.Part.tone(hertz: 700, .milliseconds(30), gain: 0.1)
        let gap = ToneSequence.Part.gap(.milliseconds(10))
        let whole = ToneSequence([first, gap, second])
        #expect(whole.duration == .milliseconds(60))
        let expected =
            ToneSequence([first]).samples(at: 48_000) + [Int16](repeating: 0, count: 480)
            + ToneSequence([second]).samples(at: 48_000)
        #expect(whole.samples(at: 48_000) == expected)
        #expect(whole.samples(at: 48_000).count == 2880)
    }

    @Test("is silent if a part has an impossible frequency or gain")
    func impossible() {
        let silence = [Int16](repeating: 0, count: 48)
        for part: ToneSequence.Part in [
            .tone(hertz: .nan, .milliseconds(1)), .tone(hertz: -1, .milliseconds(1)),
            .tone(hertz: .infinity, .milliseconds(1)), .tone(hertz: 24_000, .milliseconds(1)),
            .tone(hertz: 500, .milliseconds(1), gain: .nan),
            .tone(hertz: 500, .milliseconds(1), gain: 1.5),
            .tone(hertz: 500, .milliseconds(1), gain: -1),
        ] { #expect(ToneSequence([part]).samples(at: 48_000) == silence) }
        #expect(ToneSequence([.gap(.seconds(-1))]).samples(at: 48_000).isEmpty)
        #expect(ToneSequence([.gap(.seconds(-1))]).duration == .zero)
    }

    @Test("is cut off at the longest duration, and accepts any duration and any rate")
    func absurd() {
        let endless = Duration.seconds(Int64.max)
        let sequence = ToneSequence([
            .gap(.seconds(59)), .gap(.seconds(-5)), .tone(hertz: 100, endless), .gap(endless),
        ])
        #expect(sequence.duration == ToneSequence.longest)
        let samples = sequence.samples(at: 1000)
        #expect(samples.count == 60_000)
        #expect(
            samples[..<59_001].allSatisfy { $0 == 0 } && samples[59_500...].contains { $0 > 9000 }
        )
        #expect(sequence.samples(at: 0).isEmpty)
        #expect(sequence.samples(at: -1).isEmpty)
        let short = ToneSequence([.tone(hertz: .nan, .microseconds(10)), .gap(.microseconds(10))])
        #expect(short.samples(at: .max).count == 2 * 8)
        let many = ToneSequence(Array(repeating: .gap(endless), count: 100))
        #expect(many.duration == ToneSequence.longest)
    }
}

@Suite("The sounds that task files name")
struct NamedToneTests {
    @Test("are complete, and all different")
    func distinct() {
        let names = [
            "Tink", "Tock", "alarm", "lock", "photoShutter", "short_double_high",
            "short_double_low", "short_low_high",
        ]
        #expect(ToneSequence.names == names)
        let sounds = names.compactMap { ToneSequence(named: $0)?.samples(at: 48_000) }
        #expect(Set(sounds).count == names.count)
        #expect(ToneSequence(named: "nothing of the kind") == nil)
    }

    @Test(
        "have the samples that the C library's sine and cosine give",
        arguments: ToneSequence.names
    )
    func reference(name: String) throws {
        let sequence = try #require(ToneSequence(named: name))
        var expected: [Int16] = []
        for part in sequence.parts {
            switch part {
            case .gap(let duration):
                expected += [Int16](
                    repeating: 0,
                    count: Int(duration / .microseconds(1)) * 48 / 1000
                )
            case .tone(let hertz, let duration, let gain):
                let count = Int(duration / .microseconds(1)) * 48 / 1000
                let edge = min(240, count / 2)
                for index in 0..<count {
                    let distance = min(index, count - 1 - index)
                    let loudness =
                        (1 - cos(Double.pi * Double(min(distance, edge)) / Double(edge))) / 2
                    let sine = sin(2 * Double.pi * hertz * Double(index) / 48_000)
                    expected.append(Int16((32767 * gain * loudness * sine).rounded()))
                }
            }
        }
        #expect(sequence.samples(at: 48_000) == expected)
    }

    @Test(
        "do not click, because they begin and end at zero, and are short",
        arguments: ToneSequence.names
    )
    func clicks(name: String) throws {
        let sequence = try #require(ToneSequence(named: name))
        let samples = sequence.samples(at: 48_000)
        #expect(samples.first == 0)
        #expect(samples.last == 0)
        #expect(sequence.duration < .seconds(2))
    }
}
