// Makes the vertical acceleration of steps at times that a test chooses, such as those of pauses, bumps
// and limps.

import Gait
import Orientation
import RandomWords

/// A level sensor that measures steps.
struct StagedSteps {
    var rate = 100.0
    /// The amplitudes of the step's frequency and of twice that frequency in the vertical, in g.
    var strength = SIMD2(0.15, 0.05)
    /// The height of a pulse at each contact instead, in g; the pulse is the same in short and long steps.
    var blow: Double?
    var noise = 0.003
    /// How fast the low back rotates when a foot comes down, in rad/s.
    ///
    /// Every second contact is the right foot's. If this is `nil`, there is no gyroscope.
    var twist: Double?

    /// Samples until `end`, with a step between each two contacts that are at most a second and a half
    /// apart.
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

    /// A number of contacts from a start time on, each a step after the last.
    static func contacts(from start: Double, count: Int, step: Double) -> [Double] {
        (0..<count).map { start + Double($0) * step }
    }
}
