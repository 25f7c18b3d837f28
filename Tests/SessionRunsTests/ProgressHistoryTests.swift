import Testing

@testable import SessionRuns

@Suite("Remembering what was seen of a recording")
struct ProgressHistoryTests {
    /// A sensor of which three axes are drawn.
    static func drawn(_ name: String) -> ProgressFrame.Stream {
        ProgressFrame.Stream(
            name: name,
            axes: ["x", "y", "z"].map { ProgressFrame.Axis(name: $0, values: []) }
        )
    }

    @Test("keeps each new value of a sensor once, and a loss as a gap on every axis")
    func values() {
        var history = ProgressHistory(sensors: ["ankle gyro", "trunk gyro"].map(Self.drawn))
        history.note(0, count: 1, values: [1, 2, 3])
        history.note(0, count: 1, values: [1, 2, 3])
        history.noteLoss(0)
        history.note(0, count: 9, values: [4, 5, 6])
        let frame = history.frame(
            at: .seconds(1),
            elapsed: .seconds(1),
            planned: nil,
            samples: 9,
            losses: 1
        )
        #expect(frame.streams[0].axes.map(\.values) == [[1, nil, 4], [2, nil, 5], [3, nil, 6]])
        #expect(frame.streams[1].axes.map(\.values) == [[], [], []])
        #expect(frame.streams.map(\.name) == ["ankle gyro", "trunk gyro"])
    }

    @Test("has of a sensor that is told in words its latest ones, and nothing before there are any")
    func words() {
        var history = ProgressHistory(
            sensors: ["input key", "input touch"].map { ProgressFrame.Stream(name: $0, axes: []) }
        )
        history.noteLoss(0)
        history.note(1, count: 1, words: "1 event")
        history.note(1, count: 2, words: "2 events")
        let frame = history.frame(
            at: .seconds(1),
            elapsed: .seconds(1),
            planned: nil,
            samples: 2,
            losses: 1
        )
        #expect(frame.streams.map(\.name) == ["input touch"])
        #expect(frame.streams.map(\.words) == ["2 events"])
    }

    @Test("does not grow with the recording")
    func bounded() {
        var history = ProgressHistory(sensors: [Self.drawn("gyro")])
        for count in 1...1000 { history.note(0, count: count, values: [Double(count), 0, 0]) }
        let frame = history.frame(
            at: .zero,
            elapsed: .zero,
            planned: nil,
            samples: 0,
            losses: 0
        )
        #expect(frame.streams[0].axes[0].values.count == 400)
        #expect(frame.streams[0].axes[0].values.last == 1000)
    }

    @Test("tells the latest rates while it goes on, and those of the whole at the end")
    func rates() {
        var history = ProgressHistory(sensors: [])
        func frame(_ second: Int, _ recorded: Int, _ samples: Int, isLast: Bool = false)
            -> ProgressFrame
        {
            history.frame(
                at: .seconds(second),
                elapsed: .seconds(recorded),
                planned: nil,
                samples: samples,
                losses: 0,
                isLast: isLast
            )
        }
        _ = frame(10, 100, 10_000)
        let latest = frame(12, 120, 11_000)
        #expect(latest.samplesPerSecond == 50)
        #expect(latest.timesLife == 10)
        let whole = frame(20, 120, 12_000, isLast: true)
        #expect(whole.samplesPerSecond == 100)
        #expect(whole.timesLife == 6)
    }

    @Test("tells no rate before anything is recorded")
    func nothing() {
        var history = ProgressHistory(sensors: [])
        let frame = history.frame(
            at: .zero,
            elapsed: .zero,
            planned: .seconds(5),
            samples: 0,
            losses: 0
        )
        #expect(frame.samplesPerSecond == 0)
        #expect(frame.timesLife == nil)
        #expect(frame.planned == .seconds(5))
    }
}
