// The numbers, times and lines of the text, and the steps in which the person is taken to stand.

import Testing

@testable import SessionAnalysis

@Suite("The text about gait")
struct GaitTextTests {
    @Test("rounds numbers to the given digits, and has a text for any number, even NaN")
    func digits() {
        #expect(GaitText.digits(1.005, 2) == "1.00")
        #expect(GaitText.digits(0.0449, 3) == "0.045")
        #expect(GaitText.digits(-0.5, 1) == "-0.5")
        #expect(GaitText.digits(-0.001, 1) == "0.0")
        #expect(GaitText.digits(12.7, 0) == "13")
        for wild in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            #expect(!GaitText.digits(wild, 3).isEmpty && !GaitText.clock(wild).isEmpty)
        }
    }

    @Test("is wrapped at spaces, and keeps every word")
    func wrapped() {
        let words = (0..<80).map { "word\($0)" }
        let lines = GaitText.wrapped(words.joined(separator: " "), by: 4)
        #expect(lines.count > 1)
        #expect(lines.allSatisfy { $0.count <= GaitText.columns })
        #expect(lines[0].hasPrefix("    word0") && lines[1].hasPrefix("      word"))
        #expect(lines.joined(separator: " ").split(separator: " ").map(String.init) == words)
    }
}

@Suite("A gait request")
struct GaitRequestTests {
    @Test(
        "recognizes a standing step by its name",
        arguments: [
            ("task/stand", true), ("quietStanding", true), ("task/Balance eyes closed", true),
            ("standing/walk", false), ("walk", false), ("", false), ("task/stand2", true),
            ("task/sitToStand", false), ("task/standUp", false), ("understandConsent", false),
            ("WalkAndBalance", false),
        ]
    )
    func standing(path: String, isStanding: Bool) {
        #expect(GaitRequest().isStanding(path) == isStanding)
    }

    @Test("does not take a recorder's name for a standing step, unless the request names it")
    func recorder() {
        #expect(!GaitRequest().isStanding("balance", by: "balance"))
        #expect(GaitRequest().isStanding("task/balance", by: "balance"))
        var request = GaitRequest()
        request.standingStep = "balance"
        #expect(request.isStanding("balance", by: "balance"))
    }

    @Test("takes only the named step for standing, if one is named")
    func named() {
        var request = GaitRequest()
        request.standingStep = "quiet"
        #expect(request.isStanding("task/quiet") && request.isStanding("quiet"))
        #expect(!request.isStanding("task/stand") && !request.isStanding("task/unquiet"))
    }
}
