// A placement comes in the words of whoever set up the study.

import Gait
import Testing

@Suite("A placement on the body")
struct GaitPlacementTests {
    @Test(
        "is the low back for all of its usual words",
        arguments: [
            "lowBack", "low back", "Low-Back", "lower back", "lower_back", "LOWBACK", "lumbar",
            "L5", "l5", "L4/L5", "L5, under the belt", "sacrum", "Pelvis", "waist", " waist ",
        ]
    )
    func lowBack(words: String) {
        #expect(GaitPlacement(words: words) == .lowBack)
    }

    @Test(
        "is a foot with its side for words that name both",
        arguments: [
            ("leftFoot", FootContact.Side.left), ("left foot", .left), ("LEFT-FOOT", .left),
            ("leftfoot", .left), ("footLeft", .left), ("foot_l", .left), ("L foot", .left),
            ("right ankle", .right), ("RightAnkle", .right), ("shoe, right", .right),
        ]
    )
    func foot(words: String, side: FootContact.Side) {
        #expect(GaitPlacement(words: words) == .foot(side))
    }

    @Test(
        "is a foot without a side if the words name none or both",
        arguments: ["foot", "ankle", "left and right foot"]
    )
    func footWithoutSide(words: String) {
        #expect(GaitPlacement(words: words) == .foot(nil))
    }

    @Test(
        "keeps the words for any other place, and for what could be two",
        arguments: [
            "trunk", "left thigh", "wrist", "left low back", "low back and foot", "\u{1F9B6}x",
            "back", "football", "thigh S1", "chest (S1)", "IMU S1", "wrist L4", "yellow backpack",
            "below back", "low back, chest",
        ]
    )
    func other(words: String) {
        #expect(GaitPlacement(words: words) == .other(words))
    }

    @Test("is nil if the words are empty", arguments: ["", "  ", "--", "\u{0}"])
    func none(words: String) {
        #expect(GaitPlacement(words: words) == nil)
    }

    @Test(
        "is read back from its own name",
        arguments: [
            GaitPlacement.lowBack, .foot(.left), .foot(.right), .foot(nil), .other("chest"),
        ]
    )
    func roundTrip(placement: GaitPlacement) {
        #expect(GaitPlacement(words: placement.name) == placement)
    }
}
