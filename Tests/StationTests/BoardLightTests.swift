internal import FoundationEssentials
internal import Scratch
internal import Station
internal import SystemCalls
internal import Testing

@Suite("The LED of a station")
struct BoardLightTests {
    /// A folder of LEDs as the kernel has it, with links to where they are.
    private static func make(_ files: [String: String]) throws -> Scratch {
        let scratch = try Scratch()
        try FileSystem.makeDirectory("\(scratch.path)/device", permissions: 0o755)
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch.path)/ACT",
            withDestinationPath: "device"
        )
        for (name, text) in files {
            let file = try OpenFile.create("\(scratch.path)/ACT/\(name)", permissions: 0o644)
            try file.writeAll(Array(text.utf8), at: 0)
        }
        return scratch
    }

    private static func text(_ name: String, in scratch: Scratch) throws -> String {
        let file = try OpenFile.open("\(scratch.path)/ACT/\(name)")
        return String(decoding: try file.readAll(limit: 100), as: UTF8.self)
    }

    @Test("shows waiting, opening, recording and failing differently")
    func patterns() {
        let patterns = StationMachine.State.allCases.map { LightPattern(of: $0) }
        #expect(Set(patterns).count == 4)
        #expect(LightPattern(of: .recording) == .on)
    }

    @Test("shows by short breaks that a recording lacks a sensor, and shows it in no other state")
    func incomplete() {
        let pattern = LightPattern(of: .recording, isIncomplete: true)
        for state in StationMachine.State.allCases {
            #expect(pattern != LightPattern(of: state))
            guard state != .recording else { continue }
            #expect(LightPattern(of: state, isIncomplete: true) == LightPattern(of: state))
        }
        #expect(
            pattern.writes(brightness: 255, hasTimer: true, inSecond: 0)
                == [
                    .init("trigger", "timer"), .init("delay_on", "1800"),
                    .init("delay_off", "200"),
                ]
        )
        let isLit = (0..<6).map { pattern.isLit(inSecond: $0) }
        #expect(isLit == [false, true, true, true, false, true])
    }

    @Test("blinks by the kernel's timer, or by ours if it has none")
    func writes() {
        let fault = LightPattern(of: .fault)
        #expect(
            fault.writes(brightness: 255, hasTimer: true, inSecond: 0)
                == [.init("trigger", "timer"), .init("delay_on", "100"), .init("delay_off", "900")]
        )
        let texts = (0..<3).map {
            fault.writes(brightness: 7, hasTimer: false, inSecond: $0).last?.text
        }
        #expect(texts == ["7", "0", "7"])
        let waiting = LightPattern(of: .waiting)
        #expect((0..<3).allSatisfy { !waiting.isLit(inSecond: $0) })
    }

    @Test(
        "has a trigger file whose active trigger can be read",
        arguments: [
            ("none [mmc0] timer", "mmc0", 3), ("[none]", "none", 1), ("", nil, 0),
            ("none []", nil, 2),
        ] as [(String, String?, Int)]
    )
    func triggers(text: String, chosen: String?, count: Int) {
        let triggers = LightTriggers(text)
        #expect(triggers.chosen == chosen && triggers.all.count == count)
    }

    @Test("is set to the pattern, and later restored")
    func restores() throws {
        let scratch = try Self.make([
            "trigger": "none [mmc0] heartbeat\n", "brightness": "0\n", "max_brightness": "255\n",
        ])
        var light = try BoardLight(named: "ACT", in: scratch.path)
        let trouble = light.show(.on, inSecond: 0)
        #expect(trouble == nil)
        #expect(try Self.text("brightness", in: scratch).hasPrefix("255"))
        #expect(try Self.text("trigger", in: scratch).hasPrefix("none"))
        let isRestored = light.restore()
        #expect(isRestored)
        #expect(try Self.text("trigger", in: scratch).hasPrefix("mmc0"))
    }

    @Test("is not restored if it does not take its former state")
    func doesNotRestore() throws {
        let scratch = try Self.make([
            "trigger": "none [mmc0]\n", "brightness": "0\n", "max_brightness": "1\n",
        ])
        var light = try BoardLight(named: "ACT", in: scratch.path)
        try FileSystem.remove("\(scratch.path)/ACT/trigger")
        let isRestored = light.restore()
        #expect(!isRestored)
    }

    @Test("is restored to a state that an earlier start has kept")
    func restoresKept() throws {
        let scratch = try Self.make([
            "trigger": "[none] mmc0\n", "brightness": "1\n", "max_brightness": "1\n",
        ])
        let kept = KeptLight(name: "ACT", boot: "now", writes: [LightWrite("trigger", "mmc0")])
        var light = try BoardLight(named: "ACT", in: scratch.path)
        let other = KeptLight(name: "PWR", boot: "now", writes: [LightWrite("trigger", "none")])
        let stored = KeptLight.all(in: try KeptLight.json(of: [other, kept]))
        #expect(stored == [other, kept])
        light.setFound(try #require(stored.last).writes)
        let isRestored = light.restore()
        #expect(isRestored)
        #expect(try Self.text("trigger", in: scratch).hasPrefix("mmc0"))
    }

    @Test(
        "has no kept state in bytes that name other files than a LED's, or that are none",
        arguments: [
            "", "{}", #"{"lights":[{"name":"../x","boot":"b","writes":[]}]}"#,
            #"{"lights":[{"name":"ACT","boot":"b","writes":[{"file":"../../x","text":"1"}]}]}"#,
            #"{"lights":[{"name":"ACT","boot":"b","writes":[{"file":"trigger"}]}]}"#,
        ]
    )
    func foreign(text: String) { #expect(KeptLight.all(in: Array(text.utf8)).isEmpty) }

    @Test("has the first of two kept states, and those of other LEDs beside a state that is none")
    func keptTwice() {
        let text = """
            {"lights":[{"name":".","boot":"b","writes":[]},
            {"name":"ACT","boot":"b","writes":[{"file":"trigger","text":"mmc0"}]},
            {"name":"ACT","boot":"b","writes":[{"file":"trigger","text":"none"}]}]}
            """
        let kept = KeptLight(name: "ACT", boot: "b", writes: [LightWrite("trigger", "mmc0")])
        #expect(KeptLight.all(in: Array(text.utf8)) == [kept])
    }

    @Test("reports once that it cannot be set")
    func troubles() throws {
        let scratch = try Self.make([
            "trigger": "[none] timer\n", "brightness": "0\n", "max_brightness": "1\n",
        ])
        var light = try BoardLight(named: "ACT", in: scratch.path)
        // A file is missing that the kernel has with this trigger.
        let first = light.show(.blinking(on: 1, off: 2), inSecond: 0)
        let second = light.show(.blinking(on: 2, off: 2), inSecond: 0)
        #expect(first?.contains("goes on without it") == true && second == nil)
    }

    @Test("is set by the next call for the same pattern if it could not be set at first")
    func triesAgain() throws {
        let scratch = try Self.make([
            "trigger": "[none] timer\n", "brightness": "0\n", "max_brightness": "1\n",
        ])
        var light = try BoardLight(named: "ACT", in: scratch.path)
        let pattern = LightPattern.blinking(on: 3, off: 4)
        let first = light.show(pattern, inSecond: 0)
        for file in ["delay_on", "delay_off"] {
            let file = try OpenFile.create("\(scratch.path)/ACT/\(file)", permissions: 0o644)
            try file.writeAll(Array("0\n".utf8), at: 0)
        }
        let second = light.show(pattern, inSecond: 0)
        #expect(first != nil && second == nil)
        #expect(try Self.text("delay_on", in: scratch).hasPrefix("3"))
        #expect(try Self.text("delay_off", in: scratch).hasPrefix("4"))
    }

    @Test("is refused with the names of the others if it does not exist")
    func missing() throws {
        let scratch = try Self.make([:])
        let fault = try #require(throws: LightFault.self) {
            try BoardLight(named: "PWR", in: scratch.path)
        }
        #expect("\(fault)".contains("ACT"))
    }
}
