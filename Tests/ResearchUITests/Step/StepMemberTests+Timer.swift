// The members of the step controller that run its timer, on a clock that the test moves.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDStepViewController: the timer")
@MainActor
struct StepTimerMemberTests {
    @Test("`performStartCommands()` speaks, plays the sound and vibrates")
    func performStartCommands() async {
        let rig = StepRig([
            Steps.active(
                "walk",
                duration: 10,
                [.playSound, .vibrate, .transitionAutomatically],
                spoken: ["start": "Go"]
            )
        ])
        rig.controller.appear()
        #expect(rig.log.calls == [.speak("Go"), .play("short_low_high"), .vibrate])
        #expect(rig.controller.countdown == 10)
        #expect(rig.controller.clock != nil)
    }

    @Test("`countdown` is the remaining time in seconds, as on the dial")
    func countdown() async {
        let rig = StepRig([Steps.active(duration: 3, .startTimerAutomatically)])
        rig.controller.appear()
        var seen = [rig.controller.countdown]
        for _ in 0..<3 {
            await rig.pass(seconds: 1)
            seen.append(rig.controller.countdown)
            #expect(rig.dial?.secondsLeft == rig.controller.countdown)
        }
        #expect(seen == [3, 2, 1, 0])
        #expect(rig.dial?.state == .over)
        let none = StepRig([Steps.instruction()])
        none.controller.appear()
        #expect(none.controller.countdown == 0)
    }

    @Test("`usesTimer` is true for active steps")
    func usesTimer() {
        #expect(StepRig([Steps.active()]).controller.usesTimer)
        #expect(!StepRig([Steps.instruction()]).controller.usesTimer)
    }

    @Test("`timerInterval` is one second, or the subclass's value")
    func timerInterval() async {
        let rig = StepRig([Steps.active(duration: 2)]) { HalfSeconds(step: $0, parent: $1) }
        #expect(RSDStepViewController(step: Steps.active(), parent: nil).timerInterval == 1)
        rig.controller.appear()
        for _ in 0..<4 { await rig.pass(.milliseconds(500)) }
        #expect(rig.controller.firings == [0.5, 1, 1.5, 2])
    }

    @Test("`timerFired()` is called at exact times for ten hours, also after a late tick")
    func timerFired() async throws {
        let rig = StepRig([Steps.active(duration: 36_000)]) { Fired(step: $0, parent: $1) }
        rig.controller.appear()
        var wakings: [Int64] = []
        for second in 1...36_000 {
            let waking = try #require(await rig.clock.nextWaking())
            wakings.append(waking.nanoseconds)
            // One tick is 0.4 s late; the later ones keep their times.
            let late: Int64 = second == 17_000 ? 400_000_000 : 0
            rig.clock.advance(
                by: .nanoseconds(waking.nanoseconds + late - rig.clock.now.nanoseconds)
            )
        }
        #expect(wakings == (1...36_000).map { $0 * 1_000_000_000 })
        while rig.host.requests.isEmpty { await Task.yield() }
        #expect(rig.controller.count == 36_000)
        #expect(rig.controller.countdown == 0)
        #expect(rig.host.requests == ["forward"])
        #expect(rig.controller.completedUptime == 36_000)
    }

    @Test("`timerFired()` that is minutes late speaks all texts that were due, and ends the step")
    func lateTick() async {
        let rig = StepRig([
            Steps.active(duration: 60, spoken: ["20": "A third", "halfway": "Half", "end": "Stop"])
        ])
        rig.controller.appear()
        await rig.pass(seconds: 1)
        await rig.pass(.seconds(300))
        #expect(rig.spoken == ["A third", "Half", "Stop"])
        #expect(rig.host.requests == ["forward"])
    }

    @Test("`start()` makes the clock once, and a new one after a stop")
    func start() async {
        let rig = StepRig([Steps.active(duration: 10, [])])
        rig.controller.appear()
        #expect(rig.controller.clock == nil)
        rig.controller.start()
        let first = rig.controller.clock
        rig.controller.start()
        #expect(rig.controller.clock === first)
        await rig.pass(seconds: 4)
        rig.controller.stop()
        rig.controller.start()
        #expect(rig.controller.clock !== first)
        await rig.pass(seconds: 1)
        #expect(rig.controller.countdown == 9)
    }

    @Test("`start()` waits until the host reports that the recorders run")
    func startWaits() async {
        let rig = StepRig([Steps.active(duration: 10)])
        rig.host.tellsWhenStepMayBegin = true
        rig.controller.appear()
        #expect(rig.controller.clock == nil)
        rig.clock.advance(by: .seconds(3))
        rig.controller.stepMayBegin()
        #expect(rig.controller.clock?.startUptime == 3)
        await rig.pass(seconds: 2)
        #expect(rig.controller.countdown == 8)
    }

    @Test("`stop()` ends the timer early, and what has run stays")
    func stop() async {
        let rig = StepRig([Steps.active(duration: 10)])
        rig.controller.appear()
        await rig.pass(seconds: 4)
        rig.controller.stop()
        rig.clock.advance(by: .seconds(100))
        await rig.settle()
        #expect(rig.controller.countdown == 6)
        #expect(rig.controller.clock?.runningDuration == .seconds(4))
        #expect(rig.host.requests.isEmpty)
        #expect(rig.dial?.state == .over)
    }

    @Test("`pause()` lets the clock stand, marks it, and warns where the step says so")
    func pause() async {
        let rig = StepRig([
            Steps.active(duration: 10, [.transitionAutomatically, .speakWarningOnPause])
        ])
        rig.controller.appear()
        await rig.pass(.milliseconds(2_400))
        rig.controller.pause()
        rig.controller.pause()
        rig.clock.advance(by: .seconds(100))
        await rig.settle()
        #expect(rig.controller.countdown == 8)
        #expect(rig.controller.clock?.runningDuration == .milliseconds(2_400))
        #expect(
            rig.log.calls == [.speak(StepWords()(.paused))] && rig.host.requests == ["mark pause"]
        )
        #expect(rig.dial?.state == .paused)
    }

    @Test("`resume()` goes on at the instant where it stood, without drift")
    func resume() async {
        let rig = StepRig([Steps.active(duration: 10)])
        rig.controller.appear()
        await rig.pass(.milliseconds(2_400))
        rig.controller.pause()
        rig.clock.advance(by: .milliseconds(100_350))
        rig.controller.resume()
        // 2.4 s have run; the third second is over 0.6 s later.
        #expect(await rig.clock.nextWaking() == BootInstant(nanoseconds: 103_350_000_000))
        await rig.pass(.milliseconds(600))
        #expect(rig.controller.countdown == 7)
        #expect(rig.host.requests == ["mark pause", "mark resume"])
        await rig.pass(seconds: 7)
        #expect(rig.host.requests == ["mark pause", "mark resume", "forward"])
        #expect(rig.controller.completedUptime == 110.35)
    }

    @Test("`clock` can be given by a host, and runs from its own beginning")
    func clock() async {
        let rig = StepRig([Steps.active(duration: 10, [])])
        rig.controller.appear()
        rig.controller.clock = RSDClock(timekeeper: rig.clock)
        rig.clock.advance(by: .seconds(4))
        rig.controller.start()
        await rig.pass(seconds: 1)
        #expect(rig.controller.countdown == 5)
    }

    @Test("`completedUptime` is when the step was ended, once")
    func completedUptime() async {
        let rig = StepRig([Steps.active(duration: 5, .startTimerAutomatically)])
        rig.controller.appear()
        #expect(rig.controller.completedUptime == nil)
        await rig.pass(seconds: 5)
        #expect(rig.controller.completedUptime == 5)
        rig.clock.advance(by: .seconds(3))
        rig.controller.goForward()
        #expect(rig.controller.completedUptime == 5)
    }

    @Test("`performStopCommands()` sounds, vibrates and stops the timer")
    func performStopCommands() async {
        let rig = StepRig([Steps.active(duration: 10, [.playSoundOnFinish, .vibrateOnFinish])])
        rig.controller.appear()
        rig.controller.start()
        await rig.pass(seconds: 1)
        rig.controller.performStopCommands()
        #expect(rig.log.calls == [.play("short_low_high"), .vibrate])
        #expect(rig.controller.clock?.stoppedAt != nil)
        #expect(rig.controller.completedUptime == 1)
    }

    @Test("that has run out in a step that stays tells the host, speaks the end, and waits")
    func staysOnScreen() async {
        let rig = StepRig([
            Steps.active(duration: 2, .startTimerAutomatically, spoken: ["end": "Done"])
        ])
        rig.controller.appear()
        await rig.pass(seconds: 2)
        #expect(rig.host.requests == ["finished"])
        #expect(rig.spoken == ["Done"])
        rig.controller.goForward()
        #expect(rig.host.requests == ["finished", "forward"])
        #expect(rig.spoken == ["Done"])
    }
}

extension StepRig {
    /// What the dial shows.
    var dial: CountdownContent? {
        var found: CountdownContent?
        controller.screen.forEach { node in
            if case .countdown(let dial) = node.content { found = dial }
        }
        return found
    }
}

private final class HalfSeconds: RSDStepViewController {
    var firings: [Double] = []
    override var timerInterval: Double { 0.5 }
    override func timerFired() {
        firings.append((clock?.runningDuration ?? .zero) / .seconds(1))
        super.timerFired()
    }
}

private final class Fired: RSDStepViewController {
    var count = 0
    override func timerFired() {
        super.timerFired()
        count += 1
    }
}
