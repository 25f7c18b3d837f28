// The motion of the pelvis, as a short Fourier series over the gait phase. The pelvis is lowest just after each
// heel strike and highest over the standing leg; it sways towards that leg and turns with the leading one.
// Amplitudes are those of a comfortable adult gait; they grow with step length and body height.

struct PelvisMotion: Sendable {
    let plan: StepPlan
    /// Walking fades in over this many steps.
    ///
    /// The number is chosen so that afterwards the pelvis is between the two feet.
    private static let fadeInSteps = 1.6

    func motion(at seconds: Double) -> BodyMotion { movement(at: seconds).pelvis }

    /// The motion of the pelvis, and the values from which the parts attached to it move.
    struct Movement {
        var pelvis: BodyMotion
        var heading: Jet
        /// Counts steps; it is even when the left heel strikes.
        var phase: Jet
        /// How far the walk has faded in, multiplied by the share of the usual movement in its steps.
        var fade: Jet
        /// The size of movements relative to those of a step of 0.66 m.
        var vigour: Double
    }

    func movement(at seconds: Double) -> Movement {
        let walker = plan.walker
        let step = plan.step(at: seconds)
        let phase = plan.phase(at: seconds, in: step)
        let sinceStart = phase + StepPlan.stepsFromStartToOrigin
        let faded = (1 / Self.fadeInSteps) * sinceStart
        let share = plan.vigourShare(at: phase)
        let fade = share.map { $0 * faded.smoothStep() } ?? faded.smoothStep()
        let vigour = walker.stepLengthInMetres / 0.66
        let lift = vigour * (walker.manner?.liftShare ?? 1)

        let once = phase.sineAndCosineOfHalfTurns()
        let twice = (2.0 * phase - 0.24).sineAndCosineOfHalfTurns()
        let fourTimes = (4.0 * phase - 0.9).sineAndCosineOfHalfTurns()
        let leaning = (phase + 0.2).sineAndCosineOfHalfTurns()

        let advance =
            walker.stepLengthInMetres * Self.fadeInSteps * faded.integralOfSmoothStep()
            + 0.012 * vigour * fade * twice.sine
        let sway = 0.020 * fade * once.sine
        let level =
            (Jet(0.53 * walker.heightInMetres)
                - 0.019 * lift * fade * twice.cosine)
            - 0.003 * lift * fade * fourTimes.cosine
            - impact(at: seconds, in: step, depth: 0.0006 * lift, share)
        let height = plan.climb(at: phase).map { level + $0 } ?? level

        let path = plan.path(at: advance)
        let (sine, cosine) = path.heading.sineAndCosineOfRadians()
        let degree = Double.pi / 180
        return Movement(
            pelvis: BodyMotion(
                point: PointJet(x: path.x - sway * sine, y: path.y + sway * cosine, z: height),
                yaw: path.heading - 5 * degree * vigour * fade * once.cosine,
                pitch: Jet(4 * degree) + 1.5 * degree * vigour * fade * twice.cosine,
                roll: 4 * degree * vigour * fade * leaning.sine
            ),
            heading: path.heading,
            phase: phase,
            fade: fade,
            vigour: vigour
        )
    }

    // The part of a heel strike's impact that legs and hips pass on.
    private func impact(
        at seconds: Double,
        in step: StepPlan.Step,
        depth: Double,
        _ share: Jet?
    ) -> Jet {
        guard step.index > 0 else { return Jet(0) }
        let duration = 0.08
        let sinceStrike = Jet((seconds - step.start) / duration, rate: 1 / duration)
        let blow = depth * sinceStrike.bump()
        return share.map { $0 * blow } ?? blow
    }
}
