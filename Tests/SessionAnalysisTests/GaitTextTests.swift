// The smallest parts of the text: numbers, times and lines.

import Testing

@testable import SessionAnalysis

@Suite("The text about gait")
struct GaitTextTests {
    @Test("has numbers with so many digits, and any number has a text")
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

    @Test("is divided into lines at its blanks, and keeps every word")
    func wrapped() {
        let words = (0..<80).map { "word\($0)" }
        let lines = GaitText.wrapped(words.joined(separator: " "), by: 4)
        #expect(lines.count > 1)
        #expect(lines.allSatisfy { $0.count <= GaitText.columns })
        #expect(lines[0].hasPrefix("    word0") && lines[1].hasPrefix("      word"))
        #expect(lines.joined(separator: " ").split(separator: " ").map(String.init) == words)
    }
}

@Suite("A request for gait")
struct GaitRequestTests {
    @Test(
        "knows a step of standing by its name",
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

    @Test("takes no recorder's name for that of a step, unless it was named")
    func recorder() {
        #expect(!GaitRequest().isStanding("balance", by: "balance"))
        #expect(GaitRequest().isStanding("task/balance", by: "balance"))
        var request = GaitRequest()
        request.standingStep = "balance"
        #expect(request.isStanding("balance", by: "balance"))
    }

    @Test("takes the step that was named alone")
    func named() {
        var request = GaitRequest()
        request.standingStep = "quiet"
        #expect(request.isStanding("task/quiet") && request.isStanding("quiet"))
        #expect(!request.isStanding("task/stand") && !request.isStanding("task/unquiet"))
    }
}
