// The motion of a body part, which pelvis and feet pass on to the sensors worn on them.

internal import Orientation

/// The position and orientation of a rigid body part, with derivatives.
///
/// The part's frame is x forward, y left, z up. The angles rotate it from the world's frame about z, then y,
/// then x.
struct BodyMotion: Sendable {
    var point: PointJet
    var yaw: Jet
    var pitch: Jet
    var roll: Jet

    var attitude: Attitude {
        .turning(yaw: yaw.value, pitch: pitch.value, roll: roll.value)
    }

    /// The angular rate in the body's own frame, in radians a second.
    var angularRate: SIMD3<Double> {
        let (sinePitch, cosinePitch) = PortableMath.sineAndCosine(radians: pitch.value)
        let (sineRoll, cosineRoll) = PortableMath.sineAndCosine(radians: roll.value)
        return SIMD3(
            roll.rate - yaw.rate * sinePitch,
            pitch.rate * cosineRoll + yaw.rate * cosinePitch * sineRoll,
            yaw.rate * cosinePitch * cosineRoll - pitch.rate * sineRoll
        )
    }

    /// The motion of the point at an offset from the part's own point, given in the part's frame.
    func point(at offset: SIMD3<Double>) -> PointJet {
        let (sineRoll, cosineRoll) = roll.sineAndCosineOfRadians()
        let (sinePitch, cosinePitch) = pitch.sineAndCosineOfRadians()
        let (sineYaw, cosineYaw) = yaw.sineAndCosineOfRadians()
        let left = offset.y * cosineRoll - offset.z * sineRoll
        let up = offset.y * sineRoll + offset.z * cosineRoll
        let forward = offset.x * cosinePitch + up * sinePitch
        return PointJet(
            x: point.x + forward * cosineYaw - left * sineYaw,
            y: point.y + forward * sineYaw + left * cosineYaw,
            z: point.z + up * cosinePitch - offset.x * sinePitch
        )
    }
}
