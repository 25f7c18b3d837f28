// What the benchmark of gait compares with other programs is held here without them: each computed case has limits of
// its own, a little above what was measured.

import Gait
import GaitCases
import Testing

@Suite("Walks that are hard to read")
struct HardWalkTests {
    /// The mean error of step times that a case may have, in seconds; a plain one has 0.010.
    static let limits: [String: Double] = [
        "slow": 0.006, "very slow": 0.008, "shuffling": 0.004, "festinating": 0.003,
        "uneven": 0.008, "limping": 0.014, "turns in walking": 0.005,
        "turns on the spot": 0.012, "stairs": 0.008, "sternum": 0.004, "thigh": 0.010,
        "wrist": 0.010, "slow, 50 Hz, 5 % lost": 0.020, "shuffling, 50 Hz, 5 % lost": 0.008,
        "uneven, 200 Hz, 5 % lost": 0.008, "stairs, 50 Hz, 5 % lost": 0.012,
    ]

    @Test("have as many contacts as heel strikes, with their step times", arguments: GaitCase.all)
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

    @Test("are told of as they happen: within a second, and as the report has them")
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
            // Of forty steps one that is otherwise is more than a fiftieth.
            #expect(same >= contacts.count - max(1, contacts.count / 50), "\(one)")
            // The shift of weight before the first step is told as it comes.
            #expect(told.contacts.count <= contacts.count + 1 + contacts.count / 50, "\(one)")
            sums = (sums.same + same, sums.all + contacts.count)
        }
        #expect(Double(sums.same) >= 0.98 * Double(sums.all))
    }
}
