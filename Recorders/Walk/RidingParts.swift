// The motion of sensors worn at the sternum, in a thigh pocket, and at the wrist. Each body part is rigid and is
// attached to the pelvis or the trunk by a fixed joint, about which it rotates with the phase of the walk. Its
// position follows from the angles, with exact derivatives. Amplitudes are those of a comfortable adult gait.

internal import Orientation

/// The parts of the body that are attached to the pelvis.
struct RidingParts: Sendable {
    let pelvis: PelvisMotion

    private static let degree = Double.pi / 180

    /// An offset given as shares of the body height.
    private func offset(_ forward: Double, _ left: Double, _ up: Double) -> SIMD3<Double> {
        SIMD3(forward, left, up) * pelvis.plan.walker.heightInMetres
    }

    func sternum(at seconds: Double) -> BodyMotion {
        var trunk = trunk(pelvis.movement(at: seconds))
        trunk.point = trunk.point(at: offset(0.07, 0, 0.22))
        return trunk
    }

    /// The trunk, which turns opposite to the pelvis and sways less.
    private func trunk(_ movement: PelvisMotion.Movement) -> BodyMotion {
        let size = Self.degree * movement.vigour * movement.fade
        let once = movement.phase.sineAndCosineOfHalfTurns()
        let twice = (2.0 * movement.phase - 0.1).sineAndCosineOfHalfTurns()
        return BodyMotion(
            point: movement.pelvis.point,
            yaw: movement.heading + 3 * size * once.cosine,
            pitch: Jet(5 * Self.degree) + size * twice.cosine,
            roll: -1.5 * size * once.sine
        )
    }

    /// The left thigh, which is farthest forward shortly before its heel strikes.
    func leftThigh(at seconds: Double) -> BodyMotion {
        let movement = pelvis.movement(at: seconds)
        let size = Self.degree * movement.vigour * movement.fade
        let swing = (movement.phase + 0.12).sineAndCosineOfHalfTurns()
        var thigh = BodyMotion(
            point: movement.pelvis.point(at: offset(0, 0.05, -0.05)),
            yaw: movement.pelvis.yaw,
            pitch: Jet(-8 * Self.degree) - 20 * size * swing.cosine,
            roll: Jet(0)
        )
        thigh.point = thigh.point(at: offset(0.03, 0.03, -0.12))
        return thigh
    }

    /// The left wrist: the arm, with a rigid elbow, is farthest forward when the other foot's heel strikes.
    func leftWrist(at seconds: Double) -> BodyMotion {
        let movement = pelvis.movement(at: seconds)
        let trunk = trunk(movement)
        let size = Self.degree * movement.vigour * movement.fade
        let swing = (movement.phase - 0.05).sineAndCosineOfHalfTurns()
        var arm = BodyMotion(
            point: trunk.point(at: offset(0.02, 0.11, 0.27)),
            yaw: trunk.yaw,
            pitch: Jet(-5 * Self.degree) + 18 * size * swing.cosine,
            roll: Jet(8 * Self.degree)
        )
        arm.point = arm.point(at: offset(0.03, 0, -0.3))
        return arm
    }
}
