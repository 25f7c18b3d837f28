// A task while the machine sleeps, tested with a stand-in for logind that knows whether the machine still waits.

import CueParts
import Patience
import Research
import SystemCalls
import TaskEngine
import Testing
import Timebase

@testable import HostServices
@testable import ResearchUI

@Suite("The services of a machine that sleeps during a task", .mayNotHang)
@MainActor
struct SleepInterruptionTests {
    private let delay = ["sleep", "footfall", "the timer of a research task is stopped", "delay"]

    /// A run whose step has been running for two seconds.
    @MainActor
    private final class Walk {
        let clock = ManualTimekeeper()
        let run: RSDTaskViewController
        let step: RSDStepViewController

        /// A run that the machine's services notify of sleep.
        convenience init(on rig: MachineRig) async throws {
            try await self.init()
            rig.machine.watchSleep(for: run)
        }

        init() async throws {
            let walk = RSDActiveUIStepObject(identifier: "walk")
            walk.duration = 600
            walk.commands = .transitionAutomatically
            let task = RSDTaskObject(identifier: "T", steps: [walk], asyncActions: [])
            let run = RSDTaskViewController(task: task, timekeeper: clock)
            run.appear()
            #expect(
                try await eventually {
                    (run.currentStepController as? RSDStepViewController)?.clock != nil
                }
            )
            self.run = run
            step = try #require(run.currentStepController as? RSDStepViewController)
            clock.advance(by: .seconds(2))
        }

        var stands: Bool { step.clock?.isPaused == true }
        var walked: Duration? { step.clock?.runningDuration }
    }

    @Test(
        "stop the step's timer before the machine sleeps, and resume it afterwards",
        .needs(.dbus)
    )
    func sleepAndWake() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let rig = try MachineRig(bus: logind.bus)
        let walk = try await Walk(on: rig)
        #expect(try await eventually { logind.holders == [delay] })
        logind.tell(ofSleep: true)
        // The machine waits while the main actor is busy with something else.
        busy(for: 40) { !logind.isInhibited }
        #expect(logind.isInhibited && !walk.stands)
        #expect(try await eventually { !logind.isInhibited })
        #expect(walk.stands && walk.walked == .seconds(2))
        walk.clock.advance(by: .seconds(100))
        logind.tell(ofSleep: false)
        #expect(try await eventually { !walk.stands })
        walk.clock.advance(by: .seconds(3))
        #expect(walk.walked == .seconds(5))
        #expect(try await eventually { logind.holders == [delay] })
        #expect(rig.told.isEmpty)
    }

    @Test("delay sleep no longer than logind allows, even if the main actor is busy", .needs(.dbus))
    func busyMainActor() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        #expect(MachineParts().sleepPatience < .seconds(5))
        let rig = try MachineRig(bus: logind.bus, sleepPatience: .milliseconds(10))
        let walk = try await Walk(on: rig)
        #expect(try await eventually { logind.isInhibited })
        logind.tell(ofSleep: true)
        busy(for: 4000) { !logind.isInhibited }
        #expect(!logind.isInhibited && !walk.stands)
        // The run is notified late, but in order.
        #expect(try await eventually { walk.stands })
        logind.tell(ofSleep: false)
        #expect(try await eventually { !walk.stands })
    }

    @Test(
        "resume a run once another is watched, and that one once they are released",
        .needs(.dbus)
    )
    func another() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        var rig: MachineRig? = try MachineRig(bus: logind.bus)
        let first = try await Walk()
        let second = try await Walk()
        rig?.machine.watchSleep(for: first.run)
        #expect(try await eventually { logind.isInhibited })
        logind.tell(ofSleep: true)
        #expect(try await eventually { first.stands && !logind.isInhibited })
        rig?.machine.watchSleep(for: second.run)
        // Nothing would notify the first run of the waking any more.
        #expect(!first.stands)
        #expect(try await eventually { logind.holders == [delay] })
        logind.tell(ofSleep: true)
        #expect(try await eventually { second.stands })
        #expect(!first.stands)
        rig = nil
        #expect(!second.stands)
        #expect(try await eventually { logind.holders.isEmpty })
    }

    @Test("report once that a task may not be notified of sleep in time", .needs(.dbus))
    func refused() async throws {
        let logind = try await StandInLogind(.refuses)
        defer { logind.end() }
        let rig = try MachineRig(bus: logind.bus)
        let walk = try await Walk()
        for count in 1...2 {
            rig.machine.watchSleep(for: walk.run)
            #expect(try await eventually { logind.requests.soFar.count == count })
            // The run is notified of the sleep nevertheless, after the obstacle was reported.
            logind.tell(ofSleep: true)
            #expect(try await eventually { walk.stands })
        }
        let note =
            "a task may not hear of the machine's sleep in time: systemd-logind: does not have the "
            + "machine wait before it sleeps: Permission denied; run systemd-logind, and let this user "
            + "delay sleep (polkit's action org.freedesktop.login1.inhibit-delay-sleep)"
        #expect(rig.told == [note])
    }

    @Test("resume the timer if logind is gone and can no longer report the waking", .needs(.dbus))
    func lost() async throws {
        let logind = try await StandInLogind(.grants)
        defer { logind.end() }
        let rig = try MachineRig(bus: logind.bus)
        let walk = try await Walk(on: rig)
        #expect(try await eventually { logind.isInhibited })
        logind.tell(ofSleep: true)
        #expect(try await eventually { walk.stands })
        logind.bus.service.end()
        #expect(try await eventually { !walk.stands })
        let note =
            "a task may not hear of the machine's sleep in time: systemd-logind: is gone; start it again"
        #expect(rig.told == [note])
    }

    @Test("keep another interruption when the machine wakes, and their own when another ends")
    func otherInterruption() async throws {
        let walk = try await Walk()
        let sleep = SleepInterruption(of: walk.run, limit: .zero)
        func wake() async throws {
            sleep.tell(false)
            // This task runs on the main actor after the one that `tell` has created.
            await Task { @MainActor in }.value
        }
        walk.run.handleInterruption(.began)
        sleep.tell(true)
        try await wake()
        #expect(walk.stands)
        walk.run.handleInterruption(.ended(mayResume: true))
        #expect(!walk.stands)

        sleep.tell(true)
        #expect(try await eventually { walk.stands })
        walk.run.handleInterruption(.began)
        walk.run.handleInterruption(.ended(mayResume: true))
        #expect(walk.stands)
        try await wake()
        #expect(!walk.stands)
    }

    /// Blocks the main actor for a number of checks, or until a condition holds.
    private func busy(for looks: Int, orUntil isOver: () -> Bool) {
        let wakeEvent = WakeEvent()
        for _ in 0..<looks where !isOver() { wakeEvent.wait(since: 0, upTo: .milliseconds(5)) }
    }
}
