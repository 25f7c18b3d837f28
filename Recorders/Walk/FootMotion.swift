// The motion of a foot through a stride: it strikes with the heel, rolls down about it, lies flat and perfectly
// still, rolls up about the ball, and swings. Positions and angles join with two continuous derivatives. Ground
// contacts are exact: the heel does not slide while the foot rolls about it.

internal import Orientation

struct FootMotion: Sendable {
    let plan: StepPlan
    let foot: Foot

    // Shares of a stride (heel strike to the same heel's next strike).
    private static let flatFrom = 0.08
    private static let flatUntil = 0.40
    private static let degree = Double.pi / 180
    private static let toeOut = 6 * degree
    /// How far a foot swings above the straight line from stair to stair, as a share of a stair's rise.
    private static let clearanceShare = 0.3

    // Positions relative to the heel: the ball of the foot, and the sensor on the instep.
    private var ball: SIMD2<Double> { SIMD2(0.118 * plan.walker.heightInMetres, 0) }
    private var sensor: SIMD2<Double> { SIMD2(0.075, 0.04) * plan.walker.heightInMetres }

    /// Where a foot stands between two swings, and how it is oriented.
    private struct Placement {
        var heel: SIMD2<Double>
        var yaw: Double
        /// The height of the ground.
        var height: Double
    }

    func motion(at seconds: Double) -> BodyMotion {
        let strike = plan.lastStrike(of: foot, at: seconds)
        let start = plan.strikeTime(strike)
        let duration = plan.strikeTime(strike + 2) - start
        let elapsed = seconds - start
        let share = elapsed / duration
        let here = placement(ofStrike: strike)

        if share < Self.flatFrom, strike > 0 {
            let pitch = Jet.joining(
                strikePitch,
                Jet(0),
                duration: Self.flatFrom * duration,
                elapsed: elapsed
            )
            return standing(here, pitch: pitch, pivot: .zero, sinceStrike: elapsed)
        }
        if share < Self.flatUntil {
            let since = strike > 0 ? elapsed : .infinity
            return standing(here, pitch: Jet(0), pivot: .zero, sinceStrike: since)
        }
        if share < StepPlan.toeOffShare {
            let pitch = Jet.joining(
                Jet(0),
                toeOffPitch,
                duration: (StepPlan.toeOffShare - Self.flatUntil) * duration,
                elapsed: elapsed - Self.flatUntil * duration
            )
            return standing(here, pitch: pitch, pivot: ball, sinceStrike: .infinity)
        }
        return swinging(
            from: here,
            to: placement(ofStrike: strike + 2),
            duration: (1 - StepPlan.toeOffShare) * duration,
            elapsed: elapsed - StepPlan.toeOffShare * duration
        )
    }

    // The angular rate is the same at every strike and toe-off, so that strides of different durations join.
    private var strikePitch: Jet {
        lift * Jet(-20 * Self.degree, rate: 130 * Self.degree / (2 * plan.beat))
    }

    private var toeOffPitch: Jet {
        lift * Jet(50 * Self.degree, rate: 275 * Self.degree / (2 * plan.beat))
    }

    private var lift: Double { plan.walker.manner?.liftShare ?? 1 }

    private func placement(ofStrike index: Int) -> Placement {
        let path = plan.path(at: Jet(plan.strikeProgress(index)))
        let side = foot == .left ? 1.0 : -1.0
        let (sine, cosine) = PortableMath.sineAndCosine(radians: path.heading.value)
        let across = side * plan.walker.stepWidthInMetres / 2
        return Placement(
            heel: SIMD2(path.x.value - across * sine, path.y.value + across * cosine),
            yaw: path.heading.value + side * Self.toeOut,
            height: plan.elevation(ofStrike: index)
        )
    }

    /// The foot on the ground, pitched about a pivot of its sole; the pivot is given relative to the heel.
    private func standing(
        _ placement: Placement,
        pitch: Jet,
        pivot: SIMD2<Double>,
        sinceStrike: Double
    ) -> BodyMotion {
        let point = rolled(placement, pitch: pitch, pivot: pivot)
        // Shoe sole and heel pad yield for a moment: this is the sharp impact that the sensor measures.
        let yielding = 0.060
        let bump = Jet(sinceStrike / yielding, rate: 1 / yielding).bump()
        return BodyMotion(
            point: PointJet(x: point.x, y: point.y, z: point.z - 0.003 * bump),
            yaw: Jet(placement.yaw),
            pitch: pitch,
            roll: Jet(0)
        )
    }

    private func rolled(_ placement: Placement, pitch: Jet, pivot: SIMD2<Double>) -> PointJet {
        let arm = sensor - pivot
        let (sine, cosine) = pitch.sineAndCosineOfRadians()
        let forward = arm.x * cosine + arm.y * sine + pivot.x
        let up = arm.y * cosine - arm.x * sine
        let (sineYaw, cosineYaw) = PortableMath.sineAndCosine(radians: placement.yaw)
        return PointJet(
            x: cosineYaw * forward + placement.heel.x,
            y: sineYaw * forward + placement.heel.y,
            z: placement.height == 0 ? up : up + placement.height
        )
    }

    private func swinging(
        from start: Placement,
        to end: Placement,
        duration: Double,
        elapsed: Double
    ) -> BodyMotion {
        var point = PointJet.joining(
            rolled(start, pitch: toeOffPitch, pivot: ball),
            rolled(end, pitch: strikePitch, pivot: .zero),
            duration: duration,
            elapsed: elapsed
        )
        let within = Jet(elapsed / duration, rate: 1 / duration)
        let bump = within.bump()
        let side = foot == .left ? 1.0 : -1.0
        let (sine, cosine) = PortableMath.sineAndCosine(radians: end.yaw)
        let outward = 0.02 * side * bump
        point.x = point.x - sine * outward
        point.y = point.y + cosine * outward
        let step = (end.height - start.height).magnitude
        point.z = point.z + (0.04 * lift + Self.clearanceShare * step) * bump
        return BodyMotion(
            point: point,
            yaw: (end.yaw - start.yaw) * within.smoothStep() + start.yaw,
            pitch: .joining(toeOffPitch, strikePitch, duration: duration, elapsed: elapsed),
            roll: -6 * Self.degree * side * bump
        )
    }
}
