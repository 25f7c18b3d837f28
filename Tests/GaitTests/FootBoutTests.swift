// Computes the figures of bouts from one foot's strides, whose times and lengths are known.

import Testing

@testable import Gait

@Suite("A bout of walking from a sensor on one foot")
struct FootBoutTests {
    /// Strides of 1.1 s, of which the foot is 0.4 s off the ground, each 1.3 m long.
    private static func strides(
        _ count: Int,
        from start: Double = 0,
        lost: Double = 0
    ) -> [FootBoutReport.Stride] {
        (0..<count).map { index in
            let begin = start + 1.1 * Double(index)
            let stride = FootStride(
                start: begin,
                end: begin + 1.1,
                toeOff: begin + 0.3,
                contact: begin + 0.7,
                displacement: .figure(SIMD3(0, 1.3, 0.02), by: .zeroVelocity, .good),
                driftInMetresPerSecond: 0.01
            )
            return FootBoutReport.Stride(stride, lostSeconds: lost)
        }
    }

    private static func isNear(_ value: Double?, _ expected: Double) -> Bool {
        value.map { abs($0 - expected) < 1e-9 } ?? false
    }

    @Test("has stride, swing and stance times, stride length and speed")
    func figures() throws {
        let bouts = FootBoutReport.bouts(of: Self.strides(12))
        #expect(bouts.count == 1)
        let bout = try #require(bouts.first)
        #expect(bout.bout.contacts == 12 && bout.strides.count == 12)
        #expect(Self.isNear(bout.strideTime.value?.mean, 1.1))
        #expect(bout.strideTime.value?.count == 11)
        #expect(Self.isNear(bout.swingTime.value?.mean, 0.4))
        #expect(Self.isNear(bout.stanceTime.value?.mean, 0.7))
        #expect(Self.isNear(bout.stanceShare.value, 0.7 / 1.1))
        #expect(Self.isNear(bout.cadence.value, 120 / 1.1))
        #expect(Self.isNear(bout.strideLength.value?.mean, 1.3))
        #expect(Self.isNear(bout.speed.value, 1.3 / 1.1))
        #expect(bout.strideTime.confidence == .good)
        // Toe-off is detected late, so these figures are fair at best.
        #expect(bout.stanceTime.confidence == .fair && bout.swingTime.confidence == .fair)
        #expect(bout.stanceShare.confidence == .fair)
    }

    @Test(
        "drops half strides at both ends from its lengths, and keeps short ones between them",
        arguments: [
            ([0.65, 1.3, 1.3, 0.8, 1.3, 0.6], [1.3, 1.3, 0.8, 1.3]),
            ([1.2, 1.3, 1.3], [1.2, 1.3, 1.3]),
            ([], []),
        ] as [([Double], [Double])]
    )
    func halves(lengths: [Double], whole: [Double]) {
        #expect(FootBoutReport.withoutHalves(lengths) == whole)
    }

    @Test("ends at a pause of more than three seconds, and has more than two strides")
    func pause() {
        let all = Self.strides(5) + Self.strides(4, from: 5.5 + 3.1) + Self.strides(2, from: 30)
        #expect(FootBoutReport.bouts(of: all).map(\.strides.count) == [5, 4])
        #expect(FootBoutReport.bouts(of: []).isEmpty)
    }

    @Test("leaves out slow movements of the foot at both ends")
    func ends() {
        var all = Self.strides(6, from: 5)
        all[0].stride.start = 0
        all[5].stride.end += 4
        #expect(FootBoutReport.bouts(of: all).map(\.strides.count) == [4])
    }

    @Test("has less confidence if samples are missing")
    func lost() {
        let bout = FootBoutReport.bouts(of: Self.strides(12, lost: 0.055)).first
        #expect(Self.isNear(bout?.bout.lostShare, 0.05))
        #expect(bout?.strideTime.confidence == .fair)
    }

    @Test("uses no stride across a hole that may hide a contact")
    func hiddenStance() throws {
        // After every three strides, the next two look like one, because the stance between them is missing.
        var all: [FootBoutReport.Stride] = []
        for part in 0..<6 {
            let start = 5.5 * Double(part)
            all += Self.strides(3, from: start)
            var long = Self.strides(1, from: start + 3.3)[0]
            long.stride.end += 1.1
            long.stride.contact? += 1.1
            long.stride.displacement = .figure(SIMD3(0, 2.6, 0), by: .zeroVelocity, .good)
            long.lostSeconds = 0.2
            long.followsLoss = true
            all.append(long)
        }
        let bout = try #require(FootBoutReport.bouts(of: all).first)
        #expect(Self.isNear(bout.strideTime.value?.mean, 1.1))
        #expect(Self.isNear(bout.stanceTime.value?.mean, 0.7))
        #expect(Self.isNear(bout.swingTime.value?.mean, 0.4))
        #expect(Self.isNear(bout.strideLength.value?.mean, 1.3))
    }

    @Test("counts the missing time between its strides, but not before the first")
    func lostBetween() {
        var all = Self.strides(12)
        all[0].lostSecondsBefore = 2
        #expect(FootBoutReport.bouts(of: all).first?.strideTime.confidence == .good)
        all[6].lostSecondsBefore = 1.9
        let bout = FootBoutReport.bouts(of: all).first
        #expect(Self.isNear(bout?.bout.lostShare, 1.9 / 13.2))
        #expect(bout?.strideTime.confidence == .poor)
    }

    @Test("has no times and lengths if its strides have none, and gives the reason")
    func withoutEvents() {
        var all = Self.strides(6)
        for index in all.indices {
            all[index].stride.contact = nil
            all[index].stride.displacement = .absent(.tooManyLost(share: 0.5, allowed: 0.1))
        }
        let bout = FootBoutReport.bouts(of: all).first
        #expect(bout?.strideTime.absence == .tooFewSteps(found: 0, needed: 3))
        #expect(bout?.stanceTime.absence == .tooFewSteps(found: 0, needed: 3))
        #expect(bout?.strideLength.absence == .tooManyLost(share: 0.5, allowed: 0.1))
        #expect(bout?.speed.absence == .tooManyLost(share: 0.5, allowed: 0.1))
        #expect(bout?.bout.contacts == 0)
    }
}
