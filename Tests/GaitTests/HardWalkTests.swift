// Checks the computed walks of the gait benchmark without the other programs that it compares: each case has its own
// limit, a little above the error that was measured.

import Gait
import GaitCases
import Testing

@Suite("Walks that are hard to read")
struct HardWalkTests {
    /// The mean error of step times that a case may have, in seconds; a plain one may have 0.010.
    static let limits: [String: Double] = [
        "slow": 0.006, "very slow": 0.008, "shuffling": 0.004, "festinating": 0.003,
        "uneven": 0.008, "limping": 0.014, "turns in walking": 0.005,
        "turns on the spot": 0.012, "stairs": 0.008, "sternum": 0.004, "thigh": 0.010,
        "wrist": 0.010, "slow, 50 Hz, 5 % lost": 0.020, "shuffling, 50 Hz, 5 % lost": 0.008,
        "uneven, 200 Hz, 5 % lost": 0.008, "stairs, 50 Hz, 5 % lost": 0.012,
    ]

    @Test(
        "have contacts that match the heel strikes in number and step times",
        arguments: GaitCase.all
    )
    func contacts(one: GaitCase) throws {
        let walked = try one.walked()
        let limit = try #require(one.isPlain ? 0.010 : Self.limits[one.name])
        let report = GaitReport(of: walked.samples, rateInHertz: one.rateInHertz)
        let comparison = Comparison(report.bouts.flatMap(\.contacts), walked.strikes)
        #expect(report.bouts.count == 1)
        #expect(comparison.countError <= 0.02)
        #expect(comparison.missed == 0)
        #expect(comparison.stepError <= limit)
    }

    @Test("have contacts reported live within a second, and the same as in the report")
    func live() throws {
        var sums = (same: 0, all: 0)
        for one in GaitCase.all {
            let walked = try one.walked()
            let told = Told(walked.samples, rate: one.rateInHertz)
            #expect(told.latestContact <= 1, "\(one)")
            let report = GaitReport(of: walked.samples, rateInHertz: one.rateInHertz)
            let contacts = report.bouts.flatMap(\.contacts)
            let same = contacts.count { contact in
                told.contacts.contains { abs($0.seconds - contact.seconds) < 0.05 }
            }
            // One contact may always differ: in a walk of forty steps, it is more than a fiftieth.
            #expect(same >= contacts.count - max(1, contacts.count / 50), "\(one)")
            // The shift of weight before the first step is reported live as a contact, too.
            #expect(told.contacts.count <= contacts.count + 1 + contacts.count / 50, "\(one)")
            sums = (sums.same + same, sums.all + contacts.count)
        }
        #expect(Double(sums.same) >= 0.98 * Double(sums.all))
    }
}
