// Algorithms are compared with the truth, so it must be right: angular rates integrate to attitudes, accelerations to
// positions, and feet stand where steps are reported.
import Orientation
import Testing

@testable import WalkSource

@Suite("The truth of a synthetic walk")
struct SyntheticWalkTests {
    let walk: SyntheticWalk

    init() throws {
        walk = try SyntheticWalk(SyntheticWalkDescription(seed: 11))
    }

    @Test("has an angular rate that integrates to its attitude", arguments: WalkPlacement.allCases)
    func gyroIntegratesToAttitude(placement: WalkPlacement) {
        let step = 0.0005
        var attitude = walk.state(of: placement, atSeconds: 1.5).attitude
        for index in 0..<12_000 {
            let middle = 1.5 + (Double(index) + 0.5) * step
            let turn =
                (step / 2)
                * walk.state(of: placement, atSeconds: middle).angularRateInRadiansPerSecond
            let cosine = 1 / (1 + (turn * turn).sum()).squareRoot()
            attitude =
                attitude
                * Attitude(w: cosine, x: turn.x * cosine, y: turn.y * cosine, z: turn.z * cosine)
        }
        let truth = walk.state(of: placement, atSeconds: 7.5).attitude
        let rest = attitude.inverse * truth
        let angle = 2 * (rest.x * rest.x + rest.y * rest.y + rest.z * rest.z).squareRoot()
        #expect(angle < 1e-3)
    }

    @Test("has an acceleration that integrates to its position", arguments: WalkPlacement.allCases)
    func accelerationIntegratesToPosition(placement: WalkPlacement) {
        let step = 0.0005
        var velocity = SIMD3<Double>.zero
        var position = walk.state(of: placement, atSeconds: 1.5).positionInMetres
        for index in 0..<12_000 {
            let time = 1.5 + (Double(index) + 0.5) * step
            let middle = walk.state(of: placement, atSeconds: time)
            let gravity = SIMD3(0, 0, SyntheticWalk.standardGravity)
            // Through the sensor's frame, as in a strapdown algorithm.
            let felt =
                SyntheticWalk.standardGravity * middle.attitude.rotate(middle.specificForceInG)
            position += step * velocity + (step * step / 2) * (felt - gravity)
            velocity += step * (felt - gravity)
        }
        let truth = walk.state(of: placement, atSeconds: 7.5)
        #expect(length(velocity - truth.velocityInMetresPerSecond) < 2e-3)
        #expect(length(position - truth.positionInMetres) < 5e-3)
        #expect(length(position) > 4)
    }

    @Test("has no jump in acceleration or angular rate", arguments: WalkPlacement.allCases)
    func isSmooth(placement: WalkPlacement) {
        var last = walk.state(of: placement, atSeconds: 1.8)
        for index in 1...20_000 {
            let next = walk.state(of: placement, atSeconds: 1.8 + Double(index) * 0.000_2)
            let jerk = next.specificForceInG - last.specificForceInG
            let turn = next.angularRateInRadiansPerSecond - last.angularRateInRadiansPerSecond
            #expect(length(jerk) < 0.16, "at \(index)")
            #expect(length(turn) < 0.05, "at \(index)")
            last = next
        }
    }

    @Test("stands still at first: 1 g, no rotation", arguments: WalkPlacement.allCases)
    func standsStill(placement: WalkPlacement) {
        for index in 0..<200 {
            let state = walk.state(of: placement, atSeconds: Double(index) / 100)
            #expect(abs(length(state.specificForceInG) - 1) < 1e-12)
            #expect(state.angularRateInRadiansPerSecond == .zero)
            let up = state.attitude.rotate(state.specificForceInG)
            #expect(length(up - SIMD3(0, 0, 1)) < 1e-12)
        }
        let later = (0..<100).map {
            walk.state(of: placement, atSeconds: 4 + Double($0) / 100)
        }
        #expect(later.contains { length($0.angularRateInRadiansPerSecond) > 0.3 })
    }

    @Test("has alternating heel strikes at the cadence, each before the other foot lifts")
    func strikesAlternate() throws {
        let events = walk.events(beforeSeconds: 120)
        let times = events.map(\.secondsFromStart)
        #expect(times == times.sorted())
        let strikes = events.filter { $0.kind == .heelStrike }
        #expect(strikes.first?.foot == .right)
        for (earlier, later) in zip(strikes, strikes.dropFirst()) {
            #expect(earlier.foot != later.foot)
            #expect(later.step == earlier.step + 1)
            let interval = later.secondsFromStart - earlier.secondsFromStart
            #expect(abs(interval - 60.0 / 110) < 0.06)
        }
        let first = try #require(strikes.first)
        let last = try #require(strikes.last)
        let span = last.secondsFromStart - first.secondsFromStart
        #expect(abs(span / Double(strikes.count - 1) - 60.0 / 110) < 0.001)
        #expect(strikes.count > 210)
    }

    @Test("varies the duration of steps as much as requested")
    func stepVariability() {
        let strikes = walk.events(beforeSeconds: 600).filter { $0.kind == .heelStrike }
            .map(\.secondsFromStart)
        let intervals = zip(strikes, strikes.dropFirst()).map { $1 - $0 }
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        let variance =
            intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(intervals.count)
        #expect(abs(variance.squareRoot() / mean - 0.02) < 0.002)
    }

    @Test("has each foot still after its strike, and moving before it", arguments: Foot.allCases)
    func feetStand(foot: Foot) {
        let placement: WalkPlacement = foot == .left ? .leftFoot : .rightFoot
        let strikes = walk.events(beforeSeconds: 20).filter {
            $0.kind == .heelStrike && $0.foot == foot
        }
        for strike in strikes {
            let flat = walk.state(of: placement, atSeconds: strike.secondsFromStart + 0.3)
            #expect(flat.velocityInMetresPerSecond == .zero)
            #expect(abs(length(flat.specificForceInG) - 1) < 1e-12)
            let before = walk.state(of: placement, atSeconds: strike.secondsFromStart - 0.1)
            #expect(length(before.velocityInMetresPerSecond) > 0.5)
        }
        #expect(strikes.count > 14)
    }

    @Test(
        "lets the sole sink into the ground by at most 3.1 mm",
        arguments: [WalkPlacement.leftFoot, .rightFoot]
    )
    func soleAboveGround(placement: WalkPlacement) {
        let height = walk.description.walker.heightInMetres
        let mounting = SyntheticWalk.mounting(of: placement)
        let sole = [SIMD3(-0.075, 0, -0.04), SIMD3(0.043, 0, -0.04)].map { height * $0 }
        var lowest = Double.infinity
        for index in 0..<4_000 {
            let state = walk.state(of: placement, atSeconds: Double(index) / 400)
            let body = state.attitude * mounting.inverse
            for point in sole {
                lowest = min(lowest, (state.positionInMetres + body.rotate(point)).z)
            }
        }
        #expect(lowest > -0.0031)
        #expect(lowest < 0)
    }

    @Test("keeps the pelvis between the feet, at the start and an hour later")
    func pelvisBetweenFeet() {
        for start in [3.0, 3_600] {
            for index in 0..<200 {
                let time = start + Double(index) / 50
                let positions = WalkPlacement.allCases.map {
                    walk.state(of: $0, atSeconds: time).positionInMetres
                }
                var across = positions[0] - (positions[1] + positions[2]) / 2
                across.z = 0
                #expect(length(across) < 0.4)
            }
        }
    }

    @Test("has the requested heading, in the North-West-Up frame")
    func heading() {
        let body =
            walk.state(of: .leftFoot, atSeconds: 0).attitude
            * SyntheticWalk.mounting(of: .leftFoot).inverse
        // The left foot points 6 degrees outward, which is to the left.
        let forward = body.rotate(SIMD3(1, 0, 0))
        let expected = PortableMath.sineAndCosine(halfTurns: (30.0 + 6) / 180)
        #expect(length(forward - SIMD3(expected.cosine, expected.sine, 0)) < 1e-12)
    }

    @Test("walks a straight line if the path has no curvature")
    func straight() throws {
        var walker = Walker()
        walker.pathCurvaturePerMetre = 0
        walker.initialHeadingInDegrees = 90
        let walk = try SyntheticWalk(SyntheticWalkDescription(walker: walker))
        let end = walk.state(of: .lowBack, atSeconds: 62).positionInMetres
        #expect(abs(end.x) < 0.03)
        #expect(abs(end.y - 110 * 0.66) < 1)
    }

    static let impossible: [@Sendable (inout Walker) -> Void] = [
        { $0.cadenceInStepsPerMinute = 0 },
        { $0.stepLengthInMetres = -1 },
        { $0.standingInSeconds = .nan },
        { $0.stepTimeVariability = 0.3 },
    ]

    @Test("is refused if nobody can walk like that", arguments: impossible.indices)
    func refuses(which: Int) {
        var description = SyntheticWalkDescription()
        Self.impossible[which](&description.walker)
        #expect(throws: SyntheticWalkError.self) { try SyntheticWalk(description) }
    }
}

func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
