// A walk that limps, turns and climbs must be as consistent as an even one.

import Foundation
import Orientation
import Testing

@testable import WalkSource

@Suite("A walk that limps, turns and climbs")
struct HardWalkTests {
    private static let course = WalkCourse(
        turns: [
            .init(afterStep: 4, steps: 4, angleInDegrees: 180),
            .init(afterStep: 12, steps: 3, angleInDegrees: -90, stepLengthShare: 0.6),
        ],
        flights: [
            .init(afterStep: 18, steps: 4), .init(afterStep: 24, steps: 4, riseInMetres: -0.17),
        ]
    )

    let walk: SyntheticWalk

    init() throws { walk = try Self.walk { _ in } }

    private static func walk(_ change: (inout Walker) -> Void) throws -> SyntheticWalk {
        var walker = Walker()
        walker.pathCurvaturePerMetre = 0
        walker.stepTimeVariability = 0.01
        var manner = WalkManner()
        manner.liftShare = 0.8
        manner.stepTimeAsymmetry = 0.15
        manner.tempoSwing = 0.1
        walker.manner = manner
        walker.course = course
        change(&walker)
        return try SyntheticWalk(SyntheticWalkDescription(seed: 11, walker: walker))
    }

    private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

    @Test(
        "has the velocity, acceleration and rotation of its motion",
        arguments: WalkPlacement.allCases
    )
    func derivatives(placement: WalkPlacement) {
        let step = 1e-4
        var worst = (velocity: 0.0, acceleration: 0.0, rotation: 0.0)
        for index in 0..<2_000 {
            // These instants avoid the joints between parts of the motion, where the second derivative has a kink.
            let seconds = 1.9 + Double(index) * 0.00913
            let here = walk.state(of: placement, atSeconds: seconds)
            let before = walk.state(of: placement, atSeconds: seconds - step)
            let after = walk.state(of: placement, atSeconds: seconds + step)
            let velocity = (after.positionInMetres - before.positionInMetres) / (2 * step)
            let acceleration =
                (after.velocityInMetresPerSecond - before.velocityInMetresPerSecond) / (2 * step)
            let turn = before.attitude.inverse * after.attitude
            let rotation = SIMD3(turn.x, turn.y, turn.z) * (turn.w < 0 ? -1 : 1) / step
            worst.velocity = max(
                worst.velocity,
                length(velocity - here.velocityInMetresPerSecond)
            )
            worst.acceleration = max(
                worst.acceleration,
                length(acceleration - here.accelerationInMetresPerSecondSquared)
            )
            worst.rotation = max(
                worst.rotation,
                length(rotation - here.angularRateInRadiansPerSecond)
            )
        }
        #expect(worst.velocity < 1e-4)
        #expect(worst.acceleration < 0.1)
        #expect(worst.rotation < 0.01)
    }

    @Test("turns by the given angles and climbs the given stairs")
    func course() throws {
        let strikes = walk.events(beforeSeconds: 30).filter { $0.kind == .heelStrike }
        func place(_ placement: WalkPlacement, step: Int) -> SensorState {
            walk.state(of: placement, atSeconds: strikes[step - 1].secondsFromStart + 0.3)
        }
        func heading(step: Int) -> Double {
            let placement: WalkPlacement =
                strikes[step - 1].foot == .left ? .leftFoot : .rightFoot
            let body =
                place(placement, step: step).attitude
                * SyntheticWalk.mounting(of: placement).inverse
            let forward = body.rotate(SIMD3(1, 0, 0))
            return PortableMath.arcTangent(y: forward.y, x: forward.x)
        }
        let half = heading(step: 10) - heading(step: 4)
        #expect(abs(abs(half) - .pi) < 1e-4)
        let quarter = heading(step: 16) - heading(step: 12)
        #expect(abs(quarter + .pi / 2) < 1e-4 || abs(quarter - 1.5 * .pi) < 1e-4)
        func height(step: Int) -> Double {
            let placement: WalkPlacement =
                strikes[step - 1].foot == .left ? .leftFoot : .rightFoot
            return place(placement, step: step).positionInMetres.z
        }
        for step in 18...22 {
            #expect(abs(height(step: step) - height(step: 18) - 0.17 * Double(step - 18)) < 1e-9)
        }
        #expect(abs(height(step: 30) - height(step: 18)) < 1e-9)
        let rise =
            place(.lowBack, step: 23).positionInMetres.z
            - place(.lowBack, step: 17).positionInMetres.z
        #expect(abs(rise - 4 * 0.17) < 0.05)
    }

    @Test("limps by the given asymmetry, always with a foot on the ground")
    func limp() throws {
        let limping = try Self.walk {
            $0.course = nil
            $0.manner?.tempoSwing = 0
        }
        let events = limping.events(beforeSeconds: 600)
        #expect(events.map(\.secondsFromStart) == events.map(\.secondsFromStart).sorted())
        let strikes = events.filter { $0.kind == .heelStrike }
        var sums = (left: 0.0, right: 0.0)
        for (from, to) in zip(strikes, strikes.dropFirst()) {
            let step = to.secondsFromStart - from.secondsFromStart
            if to.foot == .left { sums.left += step } else { sums.right += step }
        }
        let asymmetry = 2 * (sums.right - sums.left) / (sums.right + sums.left)
        #expect(abs(asymmetry - 0.15) < 0.01)
    }

    @Test("survives encoding, and adds nothing to the description of an even walk")
    func coded() throws {
        let encoder = JSONEncoder()
        let text = try encoder.encode(walk.description)
        #expect(
            try JSONDecoder().decode(SyntheticWalkDescription.self, from: text) == walk.description
        )
        let even = String(decoding: try encoder.encode(SyntheticWalkDescription()), as: UTF8.self)
        #expect(!even.contains("manner") && !even.contains("course"))
    }

    static let impossible: [(part: String, change: @Sendable (inout Walker) -> Void)] = [
        ("liftShare is nan", { $0.manner?.liftShare = .nan }),
        ("tempoSwing is 0.5", { $0.manner?.tempoSwing = 0.5 }),
        ("both feet would leave the ground", { $0.manner?.stepTimeAsymmetry = 0.39 }),
        ("pathCurvaturePerMetre of 0", { $0.pathCurvaturePerMetre = 0.125 }),
        ("turn 1's afterStep is 0", { $0.course?.turns[0].afterStep = 0 }),
        ("turn 2's steps is", { $0.course?.turns[1].steps = .max }),
        ("flight 1's riseInMetres is 1", { $0.course?.flights[0].riseInMetres = 1 }),
        ("before those after step 4 are over", { $0.course?.turns[1].afterStep = 7 }),
        (
            "more than 100 ",
            { $0.course?.flights = Array(repeating: .init(afterStep: 3, steps: 1), count: 101) }
        ),
    ]

    @Test("is refused with the reason if nobody can walk like that", arguments: impossible.indices)
    func refused(index: Int) {
        let (part, change) = Self.impossible[index]
        let error = #expect(throws: SyntheticWalkError.self) { _ = try Self.walk(change) }
        #expect(error?.description.contains(part) ?? false, "\(error?.description ?? "")")
    }
}
