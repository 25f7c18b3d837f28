import Testing

@testable import Research

@Suite("Guessing the name that was meant")
struct NearestNameTests {
    @Test(
        "counts letters added, left out, changed and swapped",
        arguments: [
            ("rate", "rate", 0), ("rat", "rate", 1), ("raate", "rate", 1), ("rite", "rate", 1),
            ("rtae", "rate", 1), ("", "rate", 4), ("rate", "", 4), ("speed", "seed", 1),
            ("abcd", "badc", 2),
        ]
    )
    func distances(first: String, second: String, distance: Int) {
        #expect(NearestName.distance(Array(first), Array(second)) == distance)
        #expect(NearestName.distance(Array(second), Array(first)) == distance)
    }

    @Test(
        "offers the nearest name, or none if none is near",
        arguments: [
            ("rat", "rate"), ("RATE", "rate"), ("dur", "duration"), ("durtion", "duration"),
            ("x", nil), ("placement-of-all", nil), ("jsno", "json"),
        ] as [(String, String?)]
    )
    func nearest(word: String, name: String?) {
        let names = ["rate", "duration", "placement", "json"]
        #expect(NearestName.meant(by: word, among: names) == name)
    }

    @Test("takes no beginning for a slip of the pen: a key of its own may begin like another")
    func beginnings() {
        #expect(NearestName.of("dur", among: ["duration"]) == nil)
        #expect(NearestName.meant(by: "DUR", among: ["Duration"]) == "Duration")
    }
}
