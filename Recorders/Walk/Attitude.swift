// Defines the one convention by which the truth file states a sensor's attitude.

public import Orientation

/// The rotation that turns a vector of the sensor's frame into the world's.
///
/// The quaternion (w, x, y, z) is Hamilton's: `world = q · sensor · q*`. The world is North-West-Up:
/// x to magnetic north, y to the west, z up. North-West-Up is also a Z-Up reference: any other Z-Up
/// attitude of the same sensor differs from it by one constant turn about z.
public typealias Attitude = Quaternion

extension Attitude {
    /// Turns about z, then about the new y, then about the new x, each in radians.
    static func turning(yaw: Double, pitch: Double, roll: Double) -> Attitude {
        let y = PortableMath.sineAndCosine(radians: pitch / 2)
        let x = PortableMath.sineAndCosine(radians: roll / 2)
        return Attitude(aboutZByRadians: yaw)
            * Attitude(w: y.cosine, x: 0, y: y.sine, z: 0)
            * Attitude(w: x.cosine, x: x.sine, y: 0, z: 0)
    }
}
