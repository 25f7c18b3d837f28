// Vertical accelerations of steps at the times that a test gives: for pauses, bumps and limps, which the
// computed walk does not have.

import Gait
import Orientation
import RandomWords

/// A sensor that lies level and feels steps.
struct StagedSteps {
    var rate = 100.0
    /// What a step's fundamental and its double make of the vertical, in g.
    var strength = SIMD2(0.15, 0.05)
    /// What each contact makes of the vertical instead, in g: a rise that is alike in short steps and long.
    var blow: Double?
    var noise = 0.003
    /// How fast the low back turns as a foot comes down, in rad/s.
    ///
    /// Every second contact is the right foot's. Without it there is no gyroscope.
    var twist: Double?

    /// Samples until `end`, with a step between each two of these contacts that are no further apart than
    /// a second and a half.
    func samples(contacts: [Double], until end: Double, seed: UInt64 = 5) -> [GaitSample] {
        var random = RandomWords(seed: seed)
        var next = 0
        return (0..<Int(end * rate)).map { index in
            let seconds = Double(index) / rate
            while next < contacts.count, contacts[next] <= seconds { next += 1 }
            var vertical = noise * Double.random(in: -1...1, using: &random)
            var twisting = 0.0
            for contact in contacts[max(0, next - 2)..<min(next + 1, contacts.count)] {
                let share = (seconds - contact - 0.08) / 0.09
                let fading = max(0, 1 - share * share / 6)
                vertical += (blow ?? 0) * (1 - share * share) * fading * fading
            }
            if next > 0, next < contacts.count, contacts[next] - contacts[next - 1] <= 1.5 {
                let step = contacts[next] - contacts[next - 1]
                let phase = (seconds - contacts[next - 1]) / step
                let once = PortableMath.sineAndCosine(halfTurns: 2 * phase - 0.4)
                let twice = PortableMath.sineAndCosine(halfTurns: 4 * phase - 0.6)
                if blow == nil {
                    vertical += strength.x * once.cosine + strength.y * twice.cosine
                }
                let turn = PortableMath.sineAndCosine(halfTurns: phase + Double(next - 1))
                twisting = -(twist ?? 0) * turn.cosine
            }
            return GaitSample(
                seconds: seconds,
                acceleration: SIMD3(0, 0, 1 + vertical),
                rotation: twist.map { _ in SIMD3(0, 0, twisting) }
            )
        }
    }

    /// Contacts from one time on, a number of them, each a step after the last.
    static func contacts(from start: Double, count: Int, step: Double) -> [Double] {
        (0..<count).map { start + Double($0) * step }
    }
}
