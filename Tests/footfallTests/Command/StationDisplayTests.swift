// What a station shows by its status file and its LED, and how it gives LEDs back.

import FoundationEssentials
import Glibc
import Patience
import RecorderKinds
import Research
import SessionFolder
import SessionRuns
import Station
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("What a station shows")
struct StationDisplayTests {
    private static func makeLight(
        _ name: String,
        in folder: borrowing TemporaryFolder
    ) throws {
        try FileSystem.makeDirectory("\(folder.path)/\(name)")
        let files = ["trigger": "none [mmc0]\n", "brightness": "0\n", "max_brightness": "1\n"]
        for (file, text) in files { try folder.write(text.utf8, to: "\(name)/\(file)") }
    }

    private static func plan(
        in folder: String,
        led: String,
        status: String? = nil
    ) throws -> StationPlan {
        var settings = StationSettings(
            work: .record,
            options: ["source": "synthetic"],
            start: .boot
        )
        settings.led = led
        return StationPlan(
            settings: settings,
            work: try StationWork(settings),
            keepFree: 0,
            statusFile: status,
            memory: folder
        )
    }

    @Test("is why it records before anybody has pressed its button")
    func readiness() {
        #expect(StationService.readiness(isWanted: false, by: .button).hasSuffix("waits"))
        #expect(StationService.readiness(isWanted: true, by: .boot) == "the station is ready")
        let deaf = StationService.readiness(isWanted: false, by: .button, canReadButton: false)
        #expect(!deaf.contains("ready") && deaf.contains("its button"))
        let words = StationService.readiness(isWanted: true, by: .button)
        #expect(words.contains(StationMemory.name) && words.contains("press the button"))
    }

    @Test("is which setting names a button that cannot be read, and that it looks for the button")
    func button() {
        let error = RunFailure("no input device for the key KEY_F13; see `footfall devices`")
        #expect(
            StationService.words(ofButtonProblem: error)
                == "`button` of the settings: \(error); the station looks for it every ten seconds"
        )
    }

    @Test("stays as the end of the program has left it, on the LED and in the status file")
    func ending() throws {
        let folder = try TemporaryFolder()
        try Self.makeLight("ACT", in: folder)
        let plan = try Self.plan(in: folder.path, led: "ACT", status: "\(folder.path)/status.json")
        let thread = try WorkThread(name: "station files")
        let display = StationDisplay(
            plan,
            StationVoice(),
            writingOn: thread,
            lightsIn: folder.path
        )
        func trigger() throws -> String {
            String(decoding: try folder.bytes(of: "ACT/trigger"), as: UTF8.self)
        }
        display.show(display.status(of: .recording), second: 1)
        #expect(try trigger().hasPrefix("none"))
        display.end()
        #expect(try trigger().hasPrefix("mmc0"))
        display.show(display.status(of: .recording), second: 2)
        thread.finishWhatWasAsked()
        #expect(try trigger().hasPrefix("mmc0"))
        let status = String(decoding: try folder.bytes(of: "status.json"), as: UTF8.self)
        #expect(status.contains(#""stopped""#), "\(status)")
    }

    @Test("has breaks on the LED while a sensor gives nothing and the others are recorded")
    func missingSensor() throws {
        let folder = try TemporaryFolder()
        try Self.makeLight("ACT", in: folder)
        let display = StationDisplay(
            try Self.plan(in: folder.path, led: "ACT"),
            StationVoice(),
            writingOn: try WorkThread(name: "station files"),
            lightsIn: folder.path
        )
        func brightness() throws -> String {
            String(decoding: try folder.bytes(of: "ACT/brightness"), as: UTF8.self)
        }
        // This LED has no timer: a break is every fourth second.
        var status = display.status(of: .recording)
        display.show(status, second: 4)
        #expect(try brightness().hasPrefix("1"))
        status.stalled = ["leftFoot_motion"]
        display.show(status, second: 4)
        #expect(try brightness().hasPrefix("0"))
        display.show(status, second: 5)
        #expect(try brightness().hasPrefix("1"))
    }

    @Test("is, on the LED, what a killed station had found, once the next one ends")
    func killed() throws {
        let folder = try TemporaryFolder()
        try Self.makeLight("ACT", in: folder)
        let plan = try Self.plan(in: folder.path, led: "ACT")
        let thread = try WorkThread(name: "station files")
        func display() -> StationDisplay {
            StationDisplay(plan, StationVoice(), writingOn: thread, lightsIn: folder.path)
        }
        func trigger() throws -> String {
            String(decoding: try folder.bytes(of: "ACT/trigger"), as: UTF8.self)
        }
        let first = display()
        first.keepLight()
        first.light(.recording, second: 1)
        // Killed: nothing restores the LED. The kernel shows the active trigger in brackets.
        #expect(try trigger().hasPrefix("none"))
        try folder.write("[none] mmc0\n".utf8, to: "ACT/trigger")
        let second = display()
        second.keepLight()
        second.light(.recording, second: 1)
        second.end()
        #expect(try trigger().hasPrefix("mmc0"))
        #expect(try !folder.names().contains(StationMemory.lightName))
    }

    @Test("keeps the former state of a LED stored until that LED, and no other, is in it again")
    func unrestored() throws {
        let folder = try TemporaryFolder()
        try Self.makeLight("ACT", in: folder)
        try Self.makeLight("PWR", in: folder)
        let (act, power) = (
            try Self.plan(in: folder.path, led: "ACT"), try Self.plan(in: folder.path, led: "PWR")
        )
        let thread = try WorkThread(name: "station files")
        func start(_ plan: StationPlan) -> StationDisplay {
            let display = StationDisplay(
                plan,
                StationVoice(),
                writingOn: thread,
                lightsIn: folder.path
            )
            display.keepLight()
            display.light(.recording, second: 1)
            return display
        }
        func isStored() throws -> Bool { try folder.names().contains(StationMemory.lightName) }
        let first = start(act)
        try FileSystem.remove("\(folder.path)/ACT/trigger")
        first.end()
        #expect(try isStored(), "the LED did not take its state")
        start(power).end()
        #expect(try isStored(), "another LED was restored")
        try folder.write("[none] mmc0\n".utf8, to: "ACT/trigger")
        start(power).end()
        #expect(try !isStored())
        let trigger = String(decoding: try folder.bytes(of: "ACT/trigger"), as: UTF8.self)
        #expect(trigger.hasPrefix("mmc0"))
    }

    @Test("is, on each LED, what killed stations had found, though one is not restored at first")
    func severalKilled() throws {
        let folder = try TemporaryFolder()
        for name in ["ACT", "PWR", "USR"] { try Self.makeLight(name, in: folder) }
        let thread = try WorkThread(name: "station files")
        func start(_ led: String) throws -> StationDisplay {
            let display = StationDisplay(
                try Self.plan(in: folder.path, led: led),
                StationVoice(),
                writingOn: thread,
                lightsIn: folder.path
            )
            display.keepLight()
            display.light(.recording, second: 1)
            return display
        }
        // The kernel shows the active trigger in brackets.
        func set(_ led: String, _ triggers: String) throws {
            try folder.write("\(triggers)\n".utf8, to: "\(led)/trigger")
        }
        func isRestored(_ led: String) throws -> Bool {
            try folder.bytes(of: "\(led)/trigger").starts(with: "mmc0".utf8)
        }
        // Killed, and its LED is missing when the next one starts, which is killed, too.
        _ = try start("ACT")
        try FileSystem.remove("\(folder.path)/ACT/trigger")
        _ = try start("PWR")
        try set("PWR", "[none] mmc0")
        try start("PWR").end()
        #expect(try isRestored("PWR"))
        // Killed again; a station with another LED restores both at its start.
        try set("PWR", "none [mmc0]")
        _ = try start("PWR")
        try set("PWR", "[none] mmc0")
        try set("ACT", "[none] mmc0")
        let last = try start("USR")
        #expect(try isRestored("PWR"))
        #expect(try isRestored("ACT"))
        last.end()
        #expect(try isRestored("USR"))
        #expect(try !folder.names().contains(StationMemory.lightName))
    }

    @MainActor
    @Test("is the losses of a recording that has no samples")
    func losses() {
        let follower = StationFollower { _ in }
        let recording = WatchedRecording(streams: [], start: BootInstant(nanoseconds: 0))
        follower.watch(recording).finish(samples: 0, losses: 5)
        #expect(follower.look().lost == 5)
    }
}
