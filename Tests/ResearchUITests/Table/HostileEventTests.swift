// Invalid events that a faulty host may send: rows and values that do not exist. They must not change
// the answers or the screen.

import Foundation
import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("Invalid events for a table")
@MainActor
struct HostileEventTests {
    private func shown() throws -> TableRig {
        let rig = try TableRig([
            #"{"identifier":"bp","type":"bloodPressure"}"#,
            #"{"identifier":"cups","type":"integer","uiHint":"picker","#
                + #""range":{"minimumValue":0,"maximumValue":12}}"#,
            #"{"identifier":"paces","type":"integer","uiHint":"picker","#
                + #""range":{"minimumValue":0,"maximumValue":20000,"stepInterval":10}}"#,
            #"{"identifier":"day","type":"dateOnly"}"#,
        ])
        rig.controller.appear()
        try rig.pick("bp", 70, 60)
        try rig.pick("cups", 3)
        #expect(rig.controller.receive(.slid(try rig.id("paces", "slider"), 500)))
        #expect(rig.controller.receive(.entered(try rig.id("day", "picker"), "2026-02-03")))
        return rig
    }

    @Test(
        "select no row that does not exist",
        arguments: [
            [], [0], [0, 0, 0], [-1, 0], [0, -1], [251, 0], [0, 181], [Int.max, 0], [Int.min, nil],
            [nil, Int.max],
        ] as [[Int?]]
    )
    func columns(rows: [Int?]) throws {
        let rig = try shown()
        let (answers, screen) = (rig.answers, rig.screen)
        #expect(!rig.controller.receive(.picked(try rig.id("bp", "picker"), rows)))
        let cups = try rig.id("cups", "picker")
        #expect(!rig.controller.receive(.picked(cups, rows + [13])))
        #expect(!rig.controller.receive(.picked(cups, [13])))
        #expect(!rig.controller.receive(.picked(try rig.id("paces", "slider"), rows)))
        #expect(!rig.controller.receive(.picked(try rig.id("day", "picker"), rows)))
        #expect(rig.answers == answers && rig.screen == screen)
        #expect(rig.isNextEnabled)
    }

    @Test(
        "set no invalid number, and at most an end of the slider",
        arguments: [
            (.nan, nil), (.signalingNaN, nil), (.infinity, nil), (-.infinity, nil),
            (1e308, 20000), (-1e308, 0), (20_000.01, 20000), (-0.0, 0), (.leastNonzeroMagnitude, 0),
        ] as [(Double, Int?)]
    )
    func slider(place: Double, value: Int?) throws {
        let rig = try shown()
        let id = try rig.id("paces", "slider")
        #expect(rig.controller.receive(.slid(id, place)) == (value != nil))
        #expect(rig.answers["paces"] == .integer(value ?? 500))
        #expect(try rig.slider("paces").value == Double(value ?? 500))
        #expect(rig.alert == nil)
    }

    @Test("also work with a slider whose range overflows")
    func farApart() throws {
        let rig = try TableRig([
            #"{"identifier":"far","type":"decimal","uiHint":"picker","#
                + #""range":{"minimumValue":-1.7e308,"maximumValue":1.7e308,"stepInterval":1}}"#
        ])
        rig.controller.appear()
        let id = try rig.id("far", "slider")
        for place in [0, -1.7e308, 1.7e308] {
            #expect(rig.controller.receive(.slid(id, place)))
            #expect(rig.answers == ["far": .decimal(place)])
            #expect(try rig.slider("far").value == place && rig.alert == nil)
        }
    }

    @Test("set no date from megabytes of text")
    func dates() throws {
        let rig = try shown()
        let id = try rig.id("day", "picker")
        rig.controller.receive(.entered(id, String(repeating: "2", count: 5_000_000)))
        #expect(try rig.picker("day").text == "2026-02-03")
        #expect(rig.alert?.title == "The answer is too long")
        #expect(rig.answers["day"] == .date(Date(timeIntervalSince1970: 1_770_076_800)))
    }
}
