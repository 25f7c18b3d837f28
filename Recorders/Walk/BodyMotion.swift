// What the pelvis and the feet hand on to the sensors that ride on them.

internal import Orientation

/// A rigid part of the body: where it is and how it is turned, with derivatives.
///
/// The body's frame is x forward, y left, z up; the angles turn it from the world's frame about z,
/// then y, then x.
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
}
