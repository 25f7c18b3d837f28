import Testing

@testable import SessionRuns

@Suite("A recorder that does not start")
struct RequiredStartsTests {
    @Test(
        "lets the others go on only if one is enough, it failed by itself, and another is left",
        arguments: [
            (.all, .failure, false), (.all, .request, false), (.all, .stop, false),
            (.one, .failure, true), (.one, .request, false), (.one, .stop, false),
        ] as [(RequiredStarts, RequiredStarts.Cause, Bool)]
    )
    func decision(rule: RequiredStarts, cause: RequiredStarts.Cause, othersGoOn: Bool) {
        #expect(!rule.goOn(without: cause, others: 0))
        for others in 1...5 {
            #expect(rule.goOn(without: cause, others: others) == othersGoOn)
        }
    }

    @Test("has a rule for every recording, and a cause for every failure, in the cases above")
    func cases() {
        #expect(RequiredStarts.allCases == [.all, .one])
        #expect(RequiredStarts.Cause.allCases == [.failure, .request, .stop])
    }

    @Test("is named by its failure, since it has no file that would name it")
    func words() {
        struct Missing: Error, CustomStringConvertible { let description = "gone; plug it in" }
        let failure = RecorderStartFailure(recorder: "leftFoot_motion", cause: Missing())
        #expect("\(failure)" == "leftFoot_motion: did not start: gone; plug it in")
    }
}
