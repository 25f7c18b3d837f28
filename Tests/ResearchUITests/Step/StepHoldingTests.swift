// How a step waits: for what is recorded, for the participant, and after a move that led nowhere.

import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDStepViewController: waiting")
@MainActor
struct StepHoldingTests {
    private final class Starting: RSDStepViewController {
        var starts = 0
        override var playAlarmIfBackgrounded: Bool { callsBack }
        var callsBack = false
        override func start() {
            starts += 1
            super.start()
        }
    }

    private func rig(_ commands: RSDActiveUIStepCommand) -> StepRig<Starting> {
        let rig = StepRig([Steps.active(duration: 10, commands)]) { Starting(step: $0, parent: $1) }
        rig.host.tellsWhenStepMayBegin = true
        return rig
    }

    @Test("`start()` is called once, as soon as the timer may begin, if the step starts by itself")
    func startsOnce() async {
        let rig = rig(.transitionAutomatically)
        rig.controller.appear()
        await rig.settle()
        #expect(rig.controller.starts == 0 && rig.controller.clock == nil)
        rig.clock.advance(by: .seconds(5))
        rig.controller.stepMayBegin()
        #expect(rig.controller.starts == 1 && rig.controller.clock?.startUptime == 5)
        rig.controller.stepMayBegin()
        #expect(rig.controller.starts == 1)
    }

    @Test("`start()` of somebody's own before the timer may begin holds then, without another call")
    func startsForSomebody() async {
        let rig = rig([])
        rig.controller.appear()
        rig.controller.start()
        #expect(rig.controller.starts == 1 && rig.controller.clock == nil)
        rig.controller.stepMayBegin()
        #expect(rig.controller.starts == 1 && rig.controller.clock != nil)
    }

    @Test("`stop()` before the timer may begin takes the start back")
    func stoppedBefore() {
        let rig = rig(.transitionAutomatically)
        rig.controller.appear()
        rig.controller.stop()
        rig.controller.stepMayBegin()
        #expect(rig.controller.starts == 0 && rig.controller.clock == nil)
    }

    @Test("`playAlarmIfBackgrounded` waits for recorders first, and then for the participant")
    func callsBackLater() async {
        let rig = rig(.transitionAutomatically)
        rig.controller.callsBack = true
        rig.host.isInForeground = false
        rig.controller.appear()
        await rig.settle()
        #expect(!rig.log.calls.contains(.play("alarm")))
        rig.controller.stepMayBegin()
        await rig.settle()
        #expect(rig.log.calls.contains(.play("alarm")) && rig.controller.starts == 0)
        rig.host.isInForeground = true
        _ = await rig.clock.nextWaking()
        rig.clock.advance(by: .seconds(2))
        await rig.settle()
        #expect(rig.controller.starts == 1 && rig.controller.clock?.startUptime == 2)
    }

    @Test("`goBack()` that leads nowhere lets a timer that starts by itself begin anew")
    func stays() async {
        let rig = rig(.transitionAutomatically)
        rig.controller.appear()
        rig.controller.stepMayBegin()
        await rig.pass(seconds: 3)
        rig.controller.goBack()
        #expect(rig.controller.clock?.stoppedAt != nil)
        rig.controller.stepDidStay()
        #expect(rig.controller.clock?.stoppedAt == nil && rig.controller.clock?.startUptime == 3)
        #expect(rig.controller.countdown == 10)
        rig.host.requests = []
        await rig.pass(seconds: 10)
        #expect(rig.host.requests == ["forward"])
        rig.controller.stepDidStay()
        #expect(rig.controller.clock?.stoppedAt != nil)
    }

    @Test("A step that is dropped while it is shown lets the screen go off")
    func screenLock() {
        let log = ServiceLog()
        var isOn: [Bool] = []
        do {
            var services = StepServices.silent
            services.keepScreenOn = { isOn.append($0) }
            let host = WrittenHost(services: services.recorded(in: log))
            let step = Steps.active(duration: 0, [.shouldDisableIdleTimer])
            let controller = RSDStepViewController(step: step, parent: nil)
            controller.host = host
            controller.appear()
            #expect(isOn == [true])
        }
        #expect(isOn == [true, false])
    }
}
