// Where steps belong to is known by their time, though they are told later; and whoever asks later has the same.

import Testing

@testable import Gait
@testable import MotionRecorder

@Suite("The tally of steps")
struct StepTallyTests {
    /// Somebody who makes a step each half second, told half a second later.
    private func tally(
        _ stays: [(String, Double)],
        until end: Double,
        measures: Bool = false
    ) -> StepTally {
        var tally = StepTally()
        var stays = stays[...]
        for index in 0..<Int(end * 2) {
            let seconds = Double(index) / 2
            while let next = stays.first, next.1 <= seconds + 0.5 {
                tally.move(to: next.0, at: next.1)
                stays = stays.dropFirst()
            }
            tally.add(
                CountedStep(
                    seconds: seconds,
                    duration: index == 0 ? nil : 0.5,
                    isFirst: index == 0
                ),
                toldAt: seconds + 0.5
            )
            guard measures else { continue }
            tally.add(
                MeasuredStep(seconds: seconds, duration: 0.5, metres: 0.7, riseInMetres: 0.03),
                toldAt: seconds + 0.5
            )
        }
        return tally
    }

    @Test("counts those of a step or a section, however late they are told")
    func steps() {
        let tally = tally([("t/a", 0), ("t/s/b", 10), ("t/s/c", 20), ("t/d", 30)], until: 100)
        #expect(tally.figures()?.steps == 200)
        #expect(tally.figures(of: "b")?.steps == 20)
        #expect(tally.figures(of: "s")?.steps == 40)
        #expect(tally.figures(of: "d")?.steps == 140)
        #expect(tally.figures(of: "t") == nil)
        #expect(tally.figures(of: "nowhere") == nil)
    }

    @Test("begins anew where a step is entered again")
    func again() {
        let tally = tally([("t/a", 0), ("t/b", 10), ("t/a", 14), ("t/b", 20)], until: 25)
        #expect(tally.figures(of: "b")?.steps == 10)
        #expect(tally.figures(of: "a")?.steps == 12)
    }

    @Test("is the same at an instant, whoever asks later")
    func later() {
        let stays = [("t/a", 0.0), ("t/b", 10)]
        let early = tally(stays, until: 30, measures: true)
        let late = tally(stays, until: 60, measures: true)
        for end in [12.0, 20, 28] {
            #expect(early.figures(of: "b", until: end) == late.figures(of: "b", until: end))
        }
        #expect(late.figures(of: "b", until: 20)?.steps == 21)
        // Of a walk that is over, lengths are waited for a while.
        #expect(late.settledAt("a", until: 100) == 40)
        #expect(late.settledAt("b", until: 20) == 21.2)
        #expect(late.settledAt(nil, until: 20) == 21.2)
    }

    @Test("tells how fast somebody walks now, and nothing of who has stopped")
    func cadence() {
        var tally = tally([("t/a", 0)], until: 20)
        #expect(tally.cadence(at: 20) == 120)
        #expect(tally.cadence(at: 23) == nil)
        tally.add(CountedStep(seconds: 40, duration: nil, isFirst: true), toldAt: 41)
        #expect(tally.cadence(at: 41) == nil)
        #expect(StepTally().cadence(at: 0) == nil)
        #expect(tally.steps == 41)
    }

    @Test("can be looked back on, and knows no cadence in a pause")
    func course() {
        let tally = tally([("t/a", 0)], until: 20)
        let moments = tally.moments(at: [0, 0.5, 10, 20, 22, 26])
        #expect(moments.map { $0?.steps } == [nil, 1, 20, 40, 40, 40])
        #expect(moments.map { $0?.cadence } == [nil, nil, 120, 120, 120, nil])
        #expect(StepTally().moments(at: [1]).map { $0?.steps } == [nil])
    }

    @Test("can be looked back on for ten minutes at any time")
    func history() {
        for end in [700.0, 1210, 2410, 3000] {
            let tally = tally([("t/a", 0)], until: end)
            let moments = tally.moments(at: [end - 600, end - 300, end])
            #expect(moments.map { $0?.steps } == [end - 600, end - 300, end].map { 2 * Int($0) })
        }
    }

    @Test("knows no step that was entered later than it is asked of")
    func entered() {
        let tally = tally([("t/a", 0), ("t/b", 10), ("t/a", 20)], until: 25)
        #expect(tally.figures(of: "b", until: 9) == nil)
        #expect(tally.figures(of: "a", until: 15)?.steps == 20)
    }

    @Test("sums up a day as it does a minute")
    func day() {
        let tally = tally([("t/a", 0), ("t/b", 40_000)], until: 86_400, measures: true)
        #expect(tally.figures()?.steps == 172_800)
        #expect(tally.figures(of: "a")?.steps == 80_000)
        let metres = tally.figures(of: "b")?.distance(ofLegInMetres: 0.9).value
        #expect(metres.map { abs($0 - 92_800 * 0.7) < 1 } ?? false)
    }
}
