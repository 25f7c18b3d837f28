// A sequence of tones, as a value: it gives the same samples on every machine. So the sine is computed here, exact to
// its last digit, by IEEE's basic operations alone; the C library's differs between versions.

internal import SystemCalls

/// Tones and gaps, one after the other.
public struct ToneSequence: Sendable, Hashable {
    /// A part of a sequence.
    public enum Part: Sendable, Hashable {
        /// A sine; `gain` is from 0 (silent) to 1 (the loudest possible).
        case tone(hertz: Double, Duration, gain: Double = 0.5)
        case gap(Duration)
    }

    public var parts: [Part]

    /// Makes a sequence of parts.
    public init(_ parts: [Part]) {
        self.parts = parts
    }

    /// How long a tone fades in and out, so that nothing clicks; half of the tone if it is short.
    public static let edge = Duration.milliseconds(5)

    /// The longest duration of a sequence; the rest is cut off, because all samples are in memory.
    public static let longest = Duration.seconds(60)

    /// The duration of the sequence.
    public var duration: Duration {
        parts.reduce(.zero) { sum, part in
            switch part {
            case .tone(_, let duration, _), .gap(let duration):
                sum + min(max(.zero, duration), Self.longest - sum)
            }
        }
    }

    /// The sequence as signed 16-bit samples.
    ///
    /// An impossible frequency or gain, or a frequency at or above half the rate, gives a gap.
    ///
    /// - Parameter rate: Samples a second; zero or less gives no samples, more than 768 000 counts as that.
    /// - Returns: As many samples as the parts' durations require, and at most those of `longest`.
    public func samples(at rate: Int) -> [Int16] {
        let rate = min(max(0, rate), 768_000)
        let most = Self.count(Self.longest, at: rate)
        var samples: [Int16] = []
        for part in parts {
            switch part {
            case .tone(let hertz, let duration, let gain):
                let count = min(Self.count(duration, at: rate), most - samples.count)
                guard hertz > 0, hertz < Double(rate) / 2, gain > 0, gain <= 1 else {
                    samples.append(contentsOf: repeatElement(0, count: count))
                    continue
                }
                let edge = min(Self.count(Self.edge, at: rate), count / 2)
                for index in 0..<count {
                    let sine = Self.sine(turns: hertz * Double(index) / Double(rate))
                    let distance = min(index, count - 1 - index)
                    let loudness =
                        distance < edge
                        ? (1 - Self.sine(turns: Double(distance) / Double(2 * edge) + 0.25)) / 2
                        : 1
                    samples.append(Int16((32767 * gain * loudness * sine).rounded()))
                }
            case .gap(let duration):
                let count = min(Self.count(duration, at: rate), most - samples.count)
                samples.append(contentsOf: repeatElement(0, count: count))
            }
        }
        return samples
    }

    private static func count(_ duration: Duration, at rate: Int) -> Int {
        Int((Double(max(0, duration.wholeNanoseconds)) * Double(rate) / 1e9).rounded())
    }

    /// The sine of an angle in whole turns.
    private static func sine(turns: Double) -> Double {
        var turn = turns - turns.rounded()
        if turn > 0.25 { turn = 0.5 - turn }
        if turn < -0.25 { turn = -0.5 - turn }
        guard abs(turn) > 0.125 else {
            let angle = 2 * .pi * turn
            return angle * series(angle * angle, over: [210, 156, 110, 72, 42, 20, 6])
        }
        let fromPeak = 2 * .pi * (0.25 - abs(turn))
        let cosine = series(fromPeak * fromPeak, over: [240, 182, 132, 90, 56, 30, 12, 2])
        return turn < 0 ? -cosine : cosine
    }

    /// Taylor's series of a sine, by its angle, or of a cosine: 1 - x/d (1 - x/c (…)).
    private static func series(_ square: Double, over divisors: [Double]) -> Double {
        divisors.reduce(1) { 1 - square / $1 * $0 }
    }
}
