// Simulates a board whose crystal is off and wanders, and a daemon like chrony that disciplines its clock over a
// network. The daemon's measurements have noise and an asymmetric delay, and it reports what chrony reports. True time
// is known.

package import RandomWords
package import SessionAlignment
package import Timebase

extension RandomWords {
    package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        .random(in: range, using: &self)
    }

    /// A normally distributed number, as the sum of twelve uniformly distributed ones.
    package mutating func normal(_ deviation: Double = 1) -> Double {
        deviation * ((0..<12).reduce(-6) { sum, _ in sum + uniform(0...1) })
    }
}

/// The quality of a simulated board's network.
package struct MadeNetwork {
    /// The round-trip delay without queues, in seconds.
    package var delay: Double
    /// The mean delay that queues add in each direction, in seconds.
    package var queue: Double
    /// The interval between measurements, in seconds: it grows from the lower to the upper bound.
    package var poll: ClosedRange<Double>

    package static let home = MadeNetwork(delay: 0.001, queue: 0.0002, poll: 64...1024)
    package static let near = MadeNetwork(delay: 0.0015, queue: 0.0003, poll: 64...1024)
    package static let bad = MadeNetwork(delay: 0.06, queue: 0.015, poll: 64...256)
}

/// The clock of a simulated board over some time.
package struct MadeBoard {
    package private(set) var clocks: [ClockReading] = []
    package private(set) var readings: [SynchronizationReading] = []
    /// The boot time at each second of true time.
    private var truth: [(time: Double, boot: Double)] = []
    package let start: Double
    package let bootOrigin: Double
    package static let epoch: Int64 = 1_790_000_000_000_000_000

    /// Simulates the board from one hour before `start` until so many seconds after it.
    package init(
        seed: UInt64,
        _ network: MadeNetwork,
        start: Double,
        seconds: Double,
        isDisciplined: Bool = true
    ) {
        var random = RandomWords(seed: seed)
        self.start = start
        bootOrigin = random.uniform(0...1e6)
        let crystal = random.uniform(-50e-6...50e-6)
        var wander = 0.0
        let lopsided = random.uniform(-1...1) * network.delay / 2
        let realAhead = random.uniform(-0.5...0.5)
        // The boot clock's advance over true time, corrections included.
        var ahead = 0.0
        var frequency = isDisciplined ? -crystal + random.normal(2e-8) : 0
        var toSlew = 0.0
        var samples: [(time: Double, offset: Double, delay: Double)] = []
        var rms = network.queue
        var skew = 1e-7
        var lastOffset = 0.0
        var dispersion = network.queue
        var rootDelay = network.delay
        let begin = start - 3600
        var nextPoll = begin
        var poll = network.poll.lowerBound
        var updated = begin
        var time = begin
        // On a disciplined board the time of day was set at boot, with the error of the first packet.
        let dayAhead = isDisciplined ? random.normal(network.queue) + lopsided : realAhead
        while time <= start + seconds {
            if isDisciplined, time >= nextPoll {
                // Of several packets, chrony uses the one with the shortest delay.
                var (there, back) = (Double.infinity, Double.infinity)
                for _ in 0..<4 {
                    let one = -network.queue * (1 - random.uniform(0...0.9999)).logarithm
                    let two = -network.queue * (1 - random.uniform(0...0.9999)).logarithm
                    if one + two < there + back { (there, back) = (one, two) }
                }
                // The clock minus true time as measured.
                let measured = ahead + dayAhead - lopsided + (back - there) / 2
                samples.append((time, measured, network.delay + there + back))
                if samples.count > 12 { samples.removeFirst() }
                let fit = Self.line(samples.map { ($0.time - time, $0.offset) })
                let estimate = samples.count > 3 ? fit.value : measured
                lastOffset = estimate
                rms = (0.8 * rms * rms + 0.2 * estimate * estimate).squareRoot()
                if samples.count > 3 {
                    frequency -= fit.slope
                    skew = max(1e-9, fit.slopeError)
                    // Relates the earlier measurements to the corrected clock.
                    samples = samples.map {
                        ($0.time, $0.offset - fit.slope * ($0.time - time) - estimate, $0.delay)
                    }
                } else {
                    samples = samples.map { ($0.time, $0.offset - estimate, $0.delay) }
                }
                dispersion = max(fit.scatter, 1e-6)
                rootDelay = samples.map(\.delay).min() ?? network.delay
                toSlew = estimate
                updated = time
                poll = min(poll * 1.4, network.poll.upperBound)
                nextPoll = time + poll
            }
            if Int(time - begin) % 60 == 0, time >= start {
                let boot = bootOrigin + (time - begin) + ahead
                let bootNanoseconds = Int64((boot * 1e9).rounded())
                let real = Self.epoch + Int64(((time + ahead + dayAhead) * 1e9).rounded())
                clocks.append(
                    ClockReading(
                        realtime: WallInstant(nanosecondsSince1970: real),
                        monotonicNanoseconds: bootNanoseconds,
                        boottime: BootInstant(nanoseconds: bootNanoseconds)
                    )
                )
                readings.append(
                    SynchronizationReading(
                        instant: bootNanoseconds,
                        isSynchronized: isDisciplined,
                        source: "chrony",
                        offset: toSlew,
                        rootMeanSquare: rms,
                        bound: rootDelay / 2 + dispersion + lastOffset.magnitude
                            + (time - updated) * skew,
                        skew: skew,
                        reference: "192.0.2.1"
                    )
                )
            }
            if time >= start { truth.append((time, bootOrigin + (time - begin) + ahead)) }
            // Each second corrects a share of what remains.
            let slewed = toSlew * 0.02
            toSlew -= slewed
            wander += random.normal(5e-9)
            wander *= 1 - 1e-5
            ahead += crystal + frequency + wander - slewed
            time += 1
        }
    }

    package var clock: BoardClock { BoardClock(clocks: clocks, readings: readings) }

    /// Boot time at a true time, in nanoseconds.
    package func boot(at time: Double) -> Int64 {
        let index = min(max(0, Int(time - start)), truth.count - 2)
        let (one, other) = (truth[index], truth[index + 1])
        let boot = one.boot + (other.boot - one.boot) * (time - one.time) / (other.time - one.time)
        return Int64((boot * 1e9).rounded())
    }

    private static func line(
        _ points: [(Double, Double)]
    ) -> (value: Double, slope: Double, slopeError: Double, scatter: Double) {
        let count = Double(points.count)
        let (meanX, meanY) = (
            points.reduce(0) { $0 + $1.0 } / count, points.reduce(0) { $0 + $1.1 } / count
        )
        let squares = points.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
        guard squares > 0 else { return (meanY, 0, 1e-6, 0) }
        let slope = points.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / squares
        let rest = points.reduce(0) {
            let off = $1.1 - meanY - slope * ($1.0 - meanX)
            return $0 + off * off
        }
        let scatter = (rest / max(1, count - 2)).squareRoot()
        return (
            meanY - slope * meanX, slope, scatter / squares.squareRoot(),
            scatter / count.squareRoot()
        )
    }
}

extension Double {
    /// The natural logarithm by exponent and series, which saves the import of Foundation.
    var logarithm: Double {
        guard self > 0 else { return -.infinity }
        let scaled = (significand - 1) / (significand + 1)
        let square = scaled * scaled
        var (term, sum) = (scaled, 0.0)
        for odd in stride(from: 1.0, through: 31, by: 2) {
            sum += term / odd
            term *= square
        }
        return 2 * sum + Double(exponent) * 0.693147180559945309
    }
}
