import Foundation
import Testing

@testable import SoundRecorder

/// Sounds whose level is known without the meter.
enum KnownSound {
    /// A sine by the C library, in whole numbers of an encoding.
    static func sine(
        _ hertz: Double,
        amplitude: Double,
        frames: Int,
        rate: Double = 48_000,
        _ encoding: SoundEncoding = .s16
    ) -> [Int32] {
        (0..<frames).map {
            let value = amplitude * sin(2 * Double.pi * hertz * Double($0) / rate)
            return whole(value, encoding)
        }
    }

    static func whole(_ value: Double, _ encoding: SoundEncoding) -> Int32 {
        let scaled = (value * encoding.fullScale).rounded()
        return Int32(min(max(scaled, -encoding.fullScale), encoding.fullScale - 1))
    }

    /// The level of samples, computed all at once by the C library.
    static func level(_ samples: ArraySlice<Int32>, _ encoding: SoundEncoding = .s16)
        -> (average: Double, peak: Double)
    {
        let ratios = samples.map { Double($0) / encoding.fullScale }
        let mean = ratios.reduce(0) { $0 + $1 * $1 } / Double(ratios.count)
        let peak = ratios.map(abs).max() ?? 0
        return (max(-160, 10 * log10(mean)), max(-160, 20 * log10(peak)))
    }
}

@Suite("A meter of levels")
struct LevelMeterTests {
    private func meter(_ encoding: SoundEncoding = .s16, channels: Int = 1) -> LevelMeter {
        LevelMeter(
            SoundShape(encoding: encoding, channels: channels, rate: 48_000, bufferFrames: 48_000),
            framesPerLevel: 4800
        )
    }

    @Test(
        "measures the average of a sine as 3.01 dB less than its peak, in every encoding",
        arguments: SoundEncoding.allCases,
        [1, 0.5, 0.1, 0.01]
    )
    func sine(encoding: SoundEncoding, amplitude: Double) throws {
        var meter = meter(encoding)
        // Whole periods, with samples at their peaks.
        let samples = KnownSound.sine(1000, amplitude: amplitude, frames: 4800, encoding)
        let levels = meter.take(samples)
        let level = try #require(levels.first)
        #expect(levels.count == 1 && level.frames == 4800 && level.end == 4800)
        let peak = 20 * log10(amplitude)
        #expect(abs(level.peak - peak) < 0.01)
        #expect(abs(level.average - (peak - 3.0103)) < 0.01)
    }

    @Test("shows -160 dB for silence, and for the lowest bit its level or -160 dB")
    func silence() throws {
        var meter = meter(.s32)
        let silentHeard = meter.take([Int32](repeating: 0, count: 4800))
        let silent = try #require(silentHeard.first)
        #expect(silent.average == -160 && silent.peak == -160)
        let faintHeard = meter.take([1] + [Int32](repeating: 0, count: 4799))
        let faint = try #require(faintHeard.first)
        // The lowest bit of 32 is below -160 dB.
        #expect(faint.peak == -160 && faint.average == -160)
        var coarse = self.meter()
        let bitHeard = coarse.take([Int32](repeating: -1, count: 4800))
        let bit = try #require(bitHeard.first)
        #expect(abs(bit.peak - -90.309) < 0.001 && bit.peak == bit.average)
    }

    @Test(
        "shows 0 dB for clipped sound, also for the lowest number of the encoding",
        arguments: SoundEncoding.allCases
    )
    func clipping(encoding: SoundEncoding) throws {
        var meter = meter(encoding)
        let least = Int32(-encoding.fullScale)
        let square = (0..<4800).map { $0 % 96 < 48 ? least : -(least + 1) }
        let levelHeard = meter.take(square)
        let level = try #require(levelHeard.first)
        #expect(level.peak == 0)
        #expect(level.average <= 0 && level.average > -0.001)
    }

    @Test("includes a constant offset, which is part of the sound that the card delivers")
    func offset() throws {
        var meter = meter()
        let levelHeard = meter.take([Int32](repeating: 16_384, count: 4800))
        let level = try #require(levelHeard.first)
        #expect(abs(level.average - -6.0206) < 0.0001 && level.peak == level.average)
    }

    @Test("takes the mean over all channels, and the highest peak of any")
    func channels() throws {
        var meter = meter(channels: 2)
        let sine = KnownSound.sine(1000, amplitude: 0.5, frames: 4800)
        let levelHeard = meter.take(sine.flatMap { [$0, 0] })
        let level = try #require(levelHeard.first)
        #expect(level.frames == 4800)
        #expect(abs(level.peak - -6.0206) < 0.01)
        // Half of the samples are silent: 3.01 dB less.
        #expect(abs(level.average - (-6.0206 - 6.0206)) < 0.01)
        // Half a frame is ignored.
        let half = meter.take([1])
        #expect(half == [])
        #expect(meter.position == 4800)
    }

    @Test("gives one level for each interval, whatever the size of the blocks of samples")
    func blocks() {
        var seed: UInt64 = 3
        let samples = (0..<24_000).map { _ -> Int32 in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int32(Int16(truncatingIfNeeded: seed >> 40))
        }
        let expected = stride(from: 0, to: 24_000, by: 4800).map {
            KnownSound.level(samples[$0..<$0 + 4800])
        }
        for size in [1, 7, 4799, 4800, 4801, 24_000] {
            var meter = meter()
            var levels: [SoundLevel] = []
            for start in stride(from: 0, to: samples.count, by: size) {
                levels += meter.take(Array(samples[start..<min(start + size, samples.count)]))
            }
            #expect(levels.map(\.end) == [4800, 9600, 14_400, 19_200, 24_000])
            for (level, known) in zip(levels, expected) {
                #expect(abs(level.average - known.average) < 1e-9)
                #expect(abs(level.peak - known.peak) < 1e-9)
            }
            let rest = meter.end()
            #expect(rest == nil)
        }
    }

    @Test("follows a stepped sweep within a tenth of a decibel of an independent computation")
    func sweep() {
        var samples: [Int32] = []
        for step in 0..<40 {
            let amplitude = pow(10, -Double(step % 8) * 6 / 20)
            samples += KnownSound.sine(
                100 * pow(1.12, Double(step)),
                amplitude: amplitude,
                frames: 3000
            )
        }
        var meter = meter()
        let levels = meter.take(samples)
        #expect(levels.count == 25)
        for (number, level) in levels.enumerated() {
            let known = KnownSound.level(samples[number * 4800..<(number + 1) * 4800])
            #expect(abs(level.average - known.average) < 0.1)
            #expect(abs(level.peak - known.peak) < 0.1)
        }
    }

    @Test("ends an interval where frames are lost, and begins the next one after them")
    func losses() throws {
        var meter = meter()
        let none = meter.take([Int32](repeating: 16_384, count: 1000))
        #expect(none == [])
        let cut = meter.skip(12_345)
        let before = try #require(cut)
        #expect(before.frames == 1000 && before.end == 1000)
        #expect(meter.position == 13_345)
        // No frame lies between the two losses.
        let between = meter.skip(5)
        #expect(between == nil)
        let afterHeard = meter.take([Int32](repeating: 1, count: 4800))
        let after = try #require(afterHeard.first)
        #expect(after.frames == 4800 && after.end == 13_350 + 4800)
        #expect(abs(after.peak - -90.309) < 0.001)
    }
}
