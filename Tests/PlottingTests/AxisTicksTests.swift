import Plotting
import Testing

@Suite("The ticks of an axis")
struct AxisTicksTests {
    private func labels(_ range: ClosedRange<Double>, _ scale: AxisScale, _ most: Int) -> [String] {
        AxisTicks(range, scale, atMost: most).ticks.map(\.label)
    }

    @Test("are at round numbers")
    func roundNumbers() {
        #expect(labels(0...10, .linear, 5) == ["0", "2", "4", "6", "8", "10"])
        #expect(
            labels(-0.3...0.3, .linear, 6) == ["-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2", "0.3"]
        )
        #expect(labels(-1.1...1.1, .linear, 3) == ["-1", "0", "1"])
        #expect(labels(1234...1240, .linear, 3) == ["1234", "1236", "1238", "1240"])
    }

    @Test("show seconds, minutes or hours, depending on the greatest time")
    func times() {
        #expect(labels(0...10, .time, 5) == ["0", "2", "4", "6", "8", "10"])
        #expect(labels(0...600, .time, 5) == ["0:00", "2:00", "4:00", "6:00", "8:00", "10:00"])
        #expect(
            labels(0...86_400, .time, 4) == [
                "0:00:00", "6:00:00", "12:00:00", "18:00:00", "24:00:00",
            ]
        )
        #expect(
            labels(300...300.4, .time, 4) == ["5:00.0", "5:00.1", "5:00.2", "5:00.3", "5:00.4"]
        )
        #expect(labels(-120...120, .time, 4) == ["-2:00", "-1:00", "0:00", "1:00", "2:00"])
    }

    @Test("on a logarithmic scale are at 1, 2 and 5 times each power of ten, or at the powers only")
    func logarithms() {
        #expect(labels(-1...1, .logarithmic, 10) == ["0.1", "0.2", "0.5", "1", "2", "5", "10"])
        #expect(labels(-6...3, .logarithmic, 3) == ["1e-6", "0.001", "1", "1000"])
    }

    @Test(
        "are few and within the range, whatever the range is",
        arguments: [
            0...1e-300, -1e300...1e300, 1e15...1e15 + 2, 0...Double.leastNonzeroMagnitude,
            -1...(-1 + 1e-15),
            123_456.789...123_456.791, -.greatestFiniteMagnitude...0, 0...1e9,
        ] as [ClosedRange<Double>]
    )
    func anyRange(range: ClosedRange<Double>) {
        for scale in [AxisScale.linear, .time, .logarithmic] {
            let ticks = AxisTicks(range, scale, atMost: 7).ticks
            #expect(ticks.count <= 30)
            let slack = (range.upperBound - range.lowerBound) * 1e-6
            #expect(
                ticks.allSatisfy {
                    $0.position >= range.lowerBound - slack
                        && $0.position <= range.upperBound + slack
                }
            )
            if scale == .linear {
                #expect(Set(ticks.map(\.label)).count == ticks.count, "\(ticks)")
            }
        }
    }

    @Test("at large numbers have labels with enough digits to tell them apart")
    func largeNumbers() {
        #expect(
            labels(8_388_000...8_389_199, .linear, 4) == ["8388000", "8388500", "8389000"]
        )
        #expect(labels(0...4e9, .linear, 4) == ["0", "1e9", "2e9", "3e9", "4e9"])
        let offsets = labels(-122.419_412...(-122.419_408), .linear, 4)
        #expect(offsets == ["-122.41941", "+1e-6", "+2e-6", "+3e-6"])
    }

    @Test(
        "round a time before they split it into minutes and seconds",
        arguments: [(125.97, "2:06.0"), (3599.96, "60:00.0"), (-125.97, "-2:06.0")]
    )
    func roundTimes(seconds: Double, text: String) {
        #expect(TimeText.label(seconds, step: 0.1, greatest: 3599.99) == text)
    }

    @Test("are absent if the range is infinite or empty")
    func noRange() {
        #expect(labels(0...Double.infinity, .linear, 5).isEmpty)
        #expect(labels(-Double.infinity...0, .time, 5).isEmpty)
        #expect(labels(1...1, .linear, 5).isEmpty)
    }

    @Test(
        "show a single number in few digits, and a dash if it is not finite",
        arguments: [
            (0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (0.001, "0.001"), (1e-9, "1e-9"),
            (12345, "12345"), (12_345.6, "12346"), (0.001234, "0.00123"),
            (123_456, "1.23e5"), (-2.5e12, "-2.5e12"), (99.96, "100"), (.nan, "–"),
            (.infinity, "–"), (999_600, "1e6"), (-999_600, "-1e6"), (999_400, "9.99e5"),
            (0.0009996, "0.001"),
        ] as [(Double, String)]
    )
    func shortNumbers(value: Double, text: String) {
        #expect(NumberText.short(value) == text)
    }
}
