// Keeping a machine awake, tested with a stand-in for logind that records every request; and what a task learns if the
// machine cannot be kept awake.

import CueParts
import Patience
import Research
import TaskEngine
import Testing
import Timebase

@testable import HostServices
@testable import ResearchUI

@Suite("The services that keep a machine awake", .mayNotHang)
@MainActor
struct KeepingAwakeTests {
    private let words = ["idle:sleep", "footfall", "a test", "block"]

    @Test("keep it awake until the session ends, with a single request", .needs(.dbus))
    func session() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let rig = try MachineRig(bus: logind.bus)
        let session = try #require(rig.services.keepAwake("a test"))
        #expect(session.isActive && session.reason == "a test")
        #expect(try await eventually { logind.holders == [words] })
        session.end()
        #expect(!session.isActive)
        #expect(try await eventually { logind.holders.isEmpty })
        session.end()
        #expect(logind.requests.soFar == [words])
        #expect(session.failure == nil && rig.told.isEmpty)
    }

    @Test(
        "keep it awake for each session separately, until it ends or is released",
        .needs(.dbus)
    )
    func sessions() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let rig = try MachineRig(bus: logind.bus)
        let first = rig.services.keepAwake("a test")
        #expect(try await eventually { logind.holders.count == 1 })
        var second = rig.services.keepAwake("another")
        #expect(try await eventually { logind.holders.count == 2 })
        first?.end()
        let other = ["idle:sleep", "footfall", "another", "block"]
        #expect(try await eventually { logind.holders == [other] })
        #expect(second?.isActive == true)
        second = nil
        #expect(try await eventually { logind.holders.isEmpty })
    }

    @Test(
        "keep the screen on with one lock, until everyone who asked for it has released it",
        .needs(.dbus)
    )
    func screen() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let rig = try MachineRig(bus: logind.bus)
        rig.services.keepScreenOn(true)
        #expect(try await eventually { logind.isInhibited })
        rig.services.keepScreenOn(true)
        #expect(logind.isInhibited)
        // A second lock for the screen would have been requested before this session's lock.
        let session = rig.services.keepAwake("a test")
        #expect(try await eventually { logind.holders.count == 2 })
        session?.end()
        #expect(try await eventually { logind.holders.count == 1 })
        #expect(logind.requests.soFar.count == 2)
        rig.services.keepScreenOn(false)
        // When logind has this session's lock, it has handled the calls before it.
        let later = rig.services.keepAwake("a test")
        #expect(try await eventually { logind.holders.count == 2 })
        later?.end()
        #expect(try await eventually { logind.holders.count == 1 })
        // A surplus release does not count against the next request.
        for _ in 1...2 { rig.services.keepScreenOn(false) }
        #expect(try await eventually { logind.holders.isEmpty })
        rig.services.keepScreenOn(true)
        #expect(try await eventually { logind.isInhibited })
    }

    @Test(
        "report to each session, and to the operator once, why the machine may fall asleep",
        .needs(.dbus)
    )
    func refused() async throws {
        let logind = try await StandInLogind(.refuses)
        defer { logind.end() }
        let rig = try MachineRig(bus: logind.bus)
        let sessions = ["a test", "a test", "another"].compactMap(rig.services.keepAwake)
        rig.services.keepScreenOn(true)
        #expect(try await eventually { sessions.allSatisfy { $0.failure != nil } })
        #expect(try await eventually { logind.requests.soFar.count == 4 })
        let reason =
            "systemd-logind: does not keep the machine awake: Permission denied; run systemd-logind, "
            + "and log in at the machine itself; or turn its sleep off in its settings"
        #expect(sessions.map(\.failure) == [reason, reason, reason])
        #expect(!sessions.contains { $0.isActive })
        #expect(rig.told == ["the machine may fall asleep during a task: \(reason)"])
    }

    @Test("add one note to a task that the machine may fall asleep")
    func taskIsTold() async throws {
        // Without a bus there is no logind.
        let rig = try MachineRig()
        let task = RSDTaskObject(
            identifier: "T",
            steps: [RSDUIStepObject(identifier: "a", type: .instruction)],
            asyncActions: []
        )
        let controller = RSDTaskViewController(
            taskViewModel: RSDTaskViewModel(task: task, timekeeper: ManualTimekeeper())
        )
        controller.services = rig.services
        for _ in 1...3 { controller.startBackgroundAudioSessionIfNeeded() }
        let session = try #require(controller.audioSession)
        #expect(try await eventually { session.failure != nil })
        controller.startBackgroundAudioSessionIfNeeded()
        #expect(controller.audioSession === session)
        let notes = controller.engine.notes
        #expect(notes.count == 1)
        let note = try #require(notes.first)
        let gaps =
            "nothing keeps the machine awake: when it sleeps, recordings have gaps (systemd-logind:"
        #expect(note.hasPrefix(gaps))
        #expect(rig.told.count == 1)
    }
}
