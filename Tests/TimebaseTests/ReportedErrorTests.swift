// What the pairs of a device's clock say about the error of its instants, against the true instants of a simulation:
// a reader of a session has nothing but the pairs.

import Glibc
import Testing
import Timebase

@Suite("What a recording says of the error of its instants")
struct ReportedErrorTests {
    /// How a device's samples arrive.
    struct Arrivals: Sendable, CustomTestStringConvertible {
        var samplesPerSecond: Double
        var samplesPerBatch: Int
        /// How late a batch usually is, in seconds, beyond the shortest delay.
        var usualDelay: Double
        /// True if the machine is busy at times, for up to half a second.
        var hasStalls: Bool
        /// The greatest error that the pairs may usually state when a minute has passed, in nanoseconds.
        var statedAtLast: Int64

        var testDescription: String {
            "\(samplesPerSecond) Hz, batches of \(samplesPerBatch), \(usualDelay) s late"
                + (hasStalls ? ", with stalls" : "")
        }
    }

    /// A sample's place in a recording.
    private struct Sample {
        var timestamp: Int64
        var error: Int64
    }

    @Test(
        "is true for each sample from the first on, and becomes small",
        arguments: [
            Arrivals(
                samplesPerSecond: 4000,
                samplesPerBatch: 100,
                usualDelay: 0.0002,
                hasStalls: true,
                statedAtLast: 100_000
            ),
            Arrivals(
                samplesPerSecond: 4000,
                samplesPerBatch: 25,
                usualDelay: 0.0002,
                hasStalls: false,
                statedAtLast: 100_000
            ),
            Arrivals(
                samplesPerSecond: 100,
                samplesPerBatch: 5,
                usualDelay: 0.001,
                hasStalls: true,
                statedAtLast: 400_000
            ),
            Arrivals(
                samplesPerSecond: 100,
                samplesPerBatch: 1,
                usualDelay: 0.0001,
                hasStalls: false,
                statedAtLast: 100_000
            ),
            Arrivals(
                samplesPerSecond: 100,
                samplesPerBatch: 20,
                usualDelay: 0.002,
                hasStalls: true,
                statedAtLast: 2_000_000
            ),
        ]
    )
    func isTrue(arrivals: Arrivals) throws {
        var last: [Int64] = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let (samples, pairs) = record(arrivals, seed: seed)
            #expect(pairs.count <= 24, "seed \(seed): \(pairs.count) pairs")
            // Of a pair that is reported again the newer error holds.
            var known: [Int64: Int64] = [:]
            for pair in pairs { known[pair.deviceNanoseconds] = pair.errorNanoseconds }
            let places = known.sorted { $0.key < $1.key }
            var after = 0
            var wrong = 0
            for sample in samples {
                while after < places.count, places[after].key < sample.timestamp { after += 1 }
                let around = places[max(0, after - 1)...min(after, places.count - 1)]
                if sample.error > around.map(\.value).max() ?? 0 { wrong += 1 }
            }
            #expect(wrong == 0, "seed \(seed): \(wrong) of \(samples.count) samples")
            last.append(try #require(places.last).value)
        }
        #expect(last.sorted()[last.count / 2] <= arrivals.statedAtLast, "\(last)")
    }

    /// Records 90 seconds of a clock whose drift is up to 80 ppm and changes within a minute.
    private func record(_ arrivals: Arrivals, seed: UInt64) -> ([Sample], [ClockPair]) {
        var dice = Dice(state: seed)
        let drift = Double.random(in: -60e-6...60e-6, using: &dice)
        let phase = Double.random(in: 0..<(2 * .pi), using: &dice)
        let period = 1 / arrivals.samplesPerSecond
        let spacing = Int64(period * 1e9)
        let began: Int64 = 1_000_000_000_000
        func timestamp(_ seconds: Double) -> Int64 {
            let skew = drift * seconds + 20e-6 * 60 * (sin(phase + seconds / 60) - sin(phase))
            return 7_000_000 + Int64((seconds + skew) * 1e9)
        }
        var busyUntil = 0.0
        var first: [ClockArrival] = []
        var clock: DeviceClock?
        var samples: [Sample] = []
        for batch in 1...Int(90 / period) / arrivals.samplesPerBatch {
            let end = Double(batch * arrivals.samplesPerBatch) * period
            var delay = -log(Double.random(in: 1e-12..<1, using: &dice)) * arrivals.usualDelay
            if arrivals.hasStalls, Int.random(in: 0..<200, using: &dice) == 0 {
                busyUntil = end + Double.random(in: 0...0.5, using: &dice)
            }
            delay += max(0, busyUntil - end)
            let arrival = ClockArrival(
                timestamp: timestamp(end),
                seen: began + Int64((end + delay) * 1e9)
            )
            guard var known = clock else {
                first.append(arrival)
                if first.count == 6 { clock = DeviceClock(arrivals: first) }
                continue
            }
            clock = nil
            known.expect(arrival, count: arrivals.samplesPerBatch, spacing: spacing)
            for number in [arrivals.samplesPerBatch - 1, arrivals.samplesPerBatch / 2, 0] {
                let taken = end - Double(number) * period
                let time = known.instant(
                    of: timestamp(taken),
                    seen: arrival.seen,
                    spacing: spacing
                )
                let error = abs(time - began - Int64(taken * 1e9))
                samples.append(Sample(timestamp: timestamp(taken), error: error))
            }
            known.note(arrival)
            clock = known
        }
        clock?.end()
        return (samples, clock?.takePairs() ?? [])
    }
}
