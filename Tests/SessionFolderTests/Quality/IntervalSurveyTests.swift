import FoundationEssentials
import Testing

@testable import SessionFolder

@Suite("How evenly a sensor was sampled")
struct IntervalSurveyTests {
    private func quality(_ times: [Double]) -> SampleQuality {
        var sensor = SampleSurvey.Sensor()
        for time in times { sensor.intervals.addSample(at: time) }
        return SampleQuality(sensor, since: times.first ?? 0)
    }

    /// Times of a sensor of 100 Hz, each so many periods after the one before.
    private func times(periods: [Double]) -> [Double] {
        var ticks = 0.0
        return [100]
            + periods.map {
                ticks += $0
                return 100 + ticks / 100
            }
    }

    @Test("is described by the median, the 99th percentile and the longest interval")
    func jitter() throws {
        let periods = [Double](repeating: 1, count: 197) + [1.2, 1.3, 1.9]
        let intervals = try #require(quality(times(periods: periods)).intervals)
        #expect(abs(intervals.medianSeconds - 0.01) < 1e-8)
        #expect(abs(intervals.seconds99 - 0.012) < 1e-8)
        #expect(abs(intervals.longestSeconds - 0.019) < 1e-8)
        #expect(intervals.isExact)
    }

    @Test(
        "shows an interval as late beyond 1.5 medians, and as a gap beyond two",
        arguments: [
            (1.4, 0, 0), (1.5, 0, 0), (1.51, 0, 1), (2.0, 0, 1), (2.01, 1, 0), (100, 1, 0),
        ]
    )
    func gaps(periods: Double, gaps: Int, late: Int) {
        let ten = [Double](repeating: 1, count: 10)
        let found = quality(times(periods: ten + [periods] + ten)).gaps
        #expect(found.count == gaps)
        #expect(found.late == late)
        if gaps > 0 {
            #expect(abs(found.seconds - (periods - 1) / 100) < 1e-8)
            #expect(abs(found.longestSeconds - periods / 100) < 1e-8)
            #expect(found.times.count == 1)
            #expect(abs(found.times[0] - 0.1) < 1e-8)
        }
    }

    @Test("shows the eight longest of many gaps, and counts all")
    func manyGaps() {
        let periods: [Double] = (0..<40).flatMap { (index: Int) -> [Double] in
            [1, 1, 1, 1, 3 + Double(index)]
        }
        let found = quality(times(periods: periods)).gaps
        #expect(found.count == 40)
        #expect(found.times.count == 8)
        #expect(found.times == found.times.sorted(by: >))
    }

    @Test("counts duplicates and backward steps apart, and neither as an interval")
    func faults() {
        let found = quality([1, 1.01, 1.01, 1.01, 1.02, 1.015, 1.025, 1.035])
        #expect(found.duplicates == 2)
        #expect(found.backwardSteps == 1)
        #expect(found.gaps.count == 0)
        #expect(found.intervals?.longestSeconds == 0.01)
    }

    @Test("is found correctly for a foot sensor with known faults, wherever its clock began")
    func footSensor() {
        for start in [0, 5_259.97, 9_000_000] {
            let found = quality(FootSensor.times(from: start))
            #expect(found.duplicates == FootSensor.duplicates)
            #expect(found.gaps.count == FootSensor.gaps)
            #expect(found.gaps.late == 67)
        }
    }

    @Test("counts consecutive gap records as one loss, between the samples on either side")
    func losses() {
        var sensor = SampleSurvey.Sensor()
        for index in 0..<10 { sensor.intervals.addSample(at: Double(index) / 100) }
        sensor.intervals.addGap(of: 3, isPause: false, at: 0.10)
        sensor.intervals.addGap(of: 7, isPause: false, at: 0.13)
        for index in 20..<30 { sensor.intervals.addSample(at: Double(index) / 100) }
        sensor.intervals.addGap(of: 5, isPause: false, at: 0.30)
        let found = SampleQuality(sensor, since: 0)
        #expect(found.losses.count == 2)
        #expect(found.losses.samples == 15)
        #expect(found.losses.times == [0.09, 0.29])
        #expect(abs((found.losses.seconds ?? 0) - 0.15) < 1e-8)
        #expect(found.gaps.count == 0)
    }

    @Test("counts a pause neither as a loss nor as a gap")
    func pauses() {
        var sensor = SampleSurvey.Sensor()
        for index in 0..<10 { sensor.intervals.addSample(at: Double(index) / 100) }
        sensor.intervals.addGap(of: 500, isPause: true, at: 0.10)
        sensor.intervals.addSample(at: 5)
        let found = SampleQuality(sensor, since: 0)
        #expect(found.losses == SampleQuality.Losses(count: 0, samples: 0, seconds: 0, times: []))
        #expect(found.gaps.count == 0)
        #expect(found.intervals?.longestSeconds == 0.01)
    }

    @Test(
        "can be computed for times of any size",
        arguments: [
            [], [1], [1, 1], [-1e308, 1e308], [0, .leastNonzeroMagnitude],
            [-.greatestFiniteMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude],
        ] as [[Double]]
    )
    func hostile(times: [Double]) throws {
        let found = quality(times)
        #expect((found.intervals == nil) == (Set(times).count < 2))
        #expect(try !JSONEncoder().encode(found).isEmpty)
    }

    @Test("can be computed for losses of any size")
    func hostileLosses() {
        var sensor = SampleSurvey.Sensor()
        for index in 0..<3 {
            sensor.intervals.addSample(at: Double(index))
            sensor.intervals.addGap(of: .max, isPause: false, at: nil)
            sensor.intervals.addGap(of: .max, isPause: index == 1, at: nil)
        }
        let found = SampleQuality(sensor, since: 0)
        #expect(found.losses.count == 3)
        #expect(found.losses.samples == .max)
    }
}
