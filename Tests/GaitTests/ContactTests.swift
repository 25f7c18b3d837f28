import Gait
import Orientation
import Testing
import WalkSource

@Suite("Contacts of the feet")
struct ContactTests {
    struct Pace: CustomTestStringConvertible {
        var cadence: Double
        var stepLength: Double
        var testDescription: String { "\(cadence) steps a minute" }
    }

    static let paces = [
        Pace(cadence: 60, stepLength: 0.4), Pace(cadence: 80, stepLength: 0.5),
        Pace(cadence: 110, stepLength: 0.66), Pace(cadence: 130, stepLength: 0.75),
    ]

    @Test(
        "match the heel strikes of a plain walk in number and step times",
        arguments: [50, 64, 100, 128, 200],
        paces
    )
    func plain(rate: Double, pace: Pace) throws {
        let walked = try WalkedSamples(
            cadence: pace.cadence,
            stepLength: pace.stepLength,
            rate: rate
        )
        let told = Told(walked.samples, rate: rate)
        let comparison = Comparison(told.contacts, walked.strikes)
        #expect(comparison.countError <= 0.02)
        #expect(comparison.missed == 0)
        #expect(comparison.stepError <= 0.010)
        #expect(told.latestContact < 1)
        // A stream does not know the sides of the first two contacts.
        #expect(comparison.sides >= walked.strikes.count - 2)
        #expect(told.bouts.count == 1)
    }

    @Test("match the heel strikes of a slow, an uneven and a turning walk")
    func others() throws {
        let slow = try WalkedSamples(cadence: 50, stepLength: 0.3)
        let uneven = try WalkedSamples(variability: 0.05)
        let turning = try WalkedSamples(curvature: 0.9)
        for (walked, limit) in [(slow, 0.010), (uneven, 0.012), (turning, 0.010)] {
            let told = Told(walked.samples, rate: 100)
            let comparison = Comparison(told.contacts, walked.strikes)
            #expect(comparison.countError <= 0.02)
            #expect(comparison.missed == 0)
            #expect(comparison.stepError <= limit)
            #expect(comparison.sides >= walked.strikes.count - 2)
            #expect(told.latestContact < 1)
        }
    }

    @Test("are the same however the sensor is worn")
    func mountings() throws {
        let plain = Told(try WalkedSamples(seconds: 30).samples, rate: 100).contacts
        let turns = [SIMD3(3, 0, 0), SIMD3(0, 1.5, 0.2), SIMD3(-1, 2, 0.7), SIMD3(0.3, -0.2, 2)]
        for turn in turns {
            let mounting = Quaternion(rotationVector: turn)
            let worn = try WalkedSamples(seconds: 30, mounting: mounting)
            let contacts = Told(worn.samples, rate: 100).contacts
            #expect(contacts.count == plain.count)
            for (contact, other) in zip(contacts, plain) {
                #expect(abs(contact.seconds - other.seconds) < 1e-4)
                #expect(contact.side == other.side)
            }
        }
    }

    @Test("need no gyroscope, but have no sides without one")
    func accelerometerAlone() throws {
        let walked = try WalkedSamples(
            mounting: Quaternion(rotationVector: SIMD3(1, 1, 0)),
            hasGyroscope: false
        )
        let contacts = Told(walked.samples, rate: 100).contacts
        let comparison = Comparison(contacts, walked.strikes)
        #expect(comparison.countError <= 0.02)
        #expect(comparison.stepError <= 0.010)
        #expect(contacts.allSatisfy { $0.side == nil })
    }

    @Test("take the vertical from an attitude if there is one")
    func attitude() throws {
        let walked = try WalkedSamples(hasGyroscope: false, hasAttitude: true)
        let comparison = Comparison(Told(walked.samples, rate: 100).contacts, walked.strikes)
        #expect(comparison.countError <= 0.02)
        #expect(comparison.stepError <= 0.010)
        // The vertical of a wrong attitude is taken, too, and makes the step times wrong.
        let lying = walked.samples.map {
            GaitSample(seconds: $0.seconds, acceleration: $0.acceleration, up: SIMD3(0, 1, 0))
        }
        #expect(Comparison(Told(lying, rate: 100).contacts, walked.strikes).stepError > 0.010)
    }

    @Test(
        "are still found if one sample in twenty is lost, and the bout has the lost share",
        arguments: [50, 100]
    )
    func losses(rate: Double) throws {
        var walked = try WalkedSamples(rate: rate)
        walked.lose(share: 0.05)
        let told = Told(walked.samples, rate: rate)
        let comparison = Comparison(told.contacts, walked.strikes)
        #expect(comparison.countError <= 0.02)
        #expect(comparison.missed == 0)
        #expect(comparison.stepError <= 0.010)
        let bout = try #require(told.bouts.first)
        #expect(0.035...0.065 ~= bout.lostShare)
        #expect(told.contacts.allSatisfy { !$0.followsLoss })
    }

    @Test("are not made up in a hole of a second, and the next one is marked as following a loss")
    func hole() throws {
        var walked = try WalkedSamples(seconds: 30)
        walked.lose(15..<16)
        let told = Told(walked.samples, rate: 100)
        #expect(told.contacts.allSatisfy { !(15..<16).contains($0.seconds) })
        #expect(told.contacts.filter(\.followsLoss).count == 1)
        let follower = try #require(told.contacts.first { $0.seconds >= 16 })
        #expect(follower.followsLoss)
        #expect(told.bouts.count == 1)
        let bout = try #require(told.bouts.first)
        #expect(abs(bout.lostShare * (bout.end - bout.start) - 1) < 0.03)
    }

    @Test("are found without implausible samples and those that are not later than the one before")
    func hostile() throws {
        let walked = try WalkedSamples(seconds: 20)
        var samples: [GaitSample] = []
        for (index, sample) in walked.samples.enumerated() {
            samples.append(sample)
            if index % 50 == 7 {
                samples.append(sample)
                var broken = sample
                broken.acceleration.y = .nan
                samples.append(broken)
                broken = sample
                broken.seconds -= 3
                samples.append(broken)
                broken = sample
                broken.seconds = .infinity
                samples.append(broken)
            }
        }
        let told = Told(samples, rate: 100)
        #expect(told.contacts == Told(walked.samples, rate: 100).contacts)
        #expect(told.refused == 4 * 40)
    }
}
