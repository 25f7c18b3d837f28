// The recorders of a step with a host in ResearchKit's manner: each is started once, stopped once, and
// keeps nobody at the step.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

@Suite("ORKStepViewController: recorders")
@MainActor
struct OrkRecorderTests {
    let host = OrkHost()
    let recorder = PlainRecorder("sensor")

    private func controller(_ recorders: [PlainRecorder]) -> ORKStepViewController {
        Walk.controller(for: host, recorders)
    }

    @Test("one is started once, when the step appears twice before it runs")
    func twoAppearances() async {
        recorder.held = [.ask]
        let controller = controller([recorder])
        controller.appear()
        controller.disappear()
        controller.appear()
        await settle()
        #expect(controller.shownClock == nil)
        recorder.letGo()
        await settle()
        #expect(recorder.calls == [.ask, .start])
        #expect(controller.shownClock != nil)
        #expect(host.heard == ["will appear", "will appear"])
    }

    @Test("one that is added is started when the step appears again")
    func added() async {
        let controller = controller([recorder])
        controller.appear()
        let later = PlainRecorder("later")
        controller.recorders.append(later)
        controller.disappear()
        controller.appear()
        await settle()
        #expect(recorder.calls == [.ask, .start] && later.calls == [.ask, .start])
    }

    @Test("one that was allowed before is started too")
    func allowedBefore() async {
        recorder.status = .permissionGranted
        let controller = controller([recorder])
        controller.appear()
        await settle()
        #expect(recorder.status == .running)
    }

    @Test("one is stopped that the host has taken out of the list meanwhile, and once only")
    func takenOut() async {
        let controller = controller([recorder])
        controller.appear()
        await settle()
        controller.recorders = []
        controller.goForward()
        await settle()
        controller.disappear()
        controller.appear()
        controller.goForward()
        await settle()
        #expect(recorder.calls == [.ask, .start, .stop])
        #expect(controller.result?.results.map(\.identifier) == ["sensor"])
        #expect(host.heard.filter { $0 == "finished forward" }.count == 2)
    }

    @Test("one that fails while it starts is told of once, and those behind it start")
    func failsToStart() async {
        recorder.failsToStart = true
        let behind = PlainRecorder("behind")
        let controller = controller([recorder, behind])
        controller.appear()
        await settle()
        #expect(host.heard == ["will appear", "sensor failed"])
        #expect(behind.status == .running)
        #expect(controller.shownClock != nil)
        controller.goForward()
        await settle()
        #expect(host.heard.filter { $0 == "sensor failed" }.count == 1)
    }

    @Test("one that fails while it starts has no say in a step that is left already")
    func failsLate() async {
        recorder.failsToStart = true
        recorder.held = [.start]
        let controller = controller([recorder])
        controller.appear()
        controller.goForward()
        await settle()
        recorder.letGo()
        await settle()
        #expect(host.heard.contains("finished forward"))
        #expect(controller.shownClock == nil)
    }

    @Test("one that does not stop is cancelled and told of, and the step goes on")
    func stopsTooSlowly() async {
        recorder.held = [.stop]
        let other = PlainRecorder("other")
        let controller = controller([recorder, other])
        controller.stopLimit = .milliseconds(1)
        controller.cancelLimit = .milliseconds(1)
        controller.appear()
        await settle()
        controller.goForward()
        await until { host.heard.last == "finished forward" }
        #expect(
            host.heard == ["will appear", "sensor failed", "changed", "finished forward"]
        )
        #expect(recorder.status == .cancelled)
        #expect(host.failures.map { "\($0)" }.first?.contains("did not stop within") == true)
        #expect(controller.result?.results.map(\.identifier) == ["other"])
        recorder.letGo()
    }

    @Test("are waited for as long as those of a run, until somebody says otherwise")
    func limits() {
        let step = controller([])
        let run = TaskEngine(task: RSDTaskObject(identifier: "T", steps: []))
        #expect(step.startLimit == run.startLimit)
        #expect(step.stopLimit == run.stopLimit)
        #expect(step.cancelLimit == run.cancelLimit)
        step.stopLimit = .seconds(1)
        #expect(run.stopLimit == .seconds(120))
    }

    @Test("one that does not start is cancelled and told of, and the timer starts")
    func startsTooSlowly() async {
        recorder.held = [.start]
        let controller = controller([recorder])
        controller.startLimit = .milliseconds(1)
        controller.appear()
        await until { controller.shownClock != nil }
        #expect(host.heard == ["will appear", "sensor failed"])
        #expect(recorder.status == .cancelled)
        recorder.letGo()
    }

    @Test("are let go of with the controller when the step is finished")
    func leaks() async {
        weak var gone: ORKStepViewController?
        weak var shown: UIViewController?
        weak var kept: PlainRecorder?
        do {
            let recorder = PlainRecorder("sensor")
            let controller = controller([recorder])
            controller.appear()
            await settle()
            controller.goForward()
            await settle()
            controller.disappear()
            #expect(host.heard.last == "finished forward")
            (gone, shown, kept) = (controller, controller.children.first, recorder)
        }
        await settle()
        #expect(gone == nil && shown == nil && kept == nil)
    }

    @Test("are given up when the controller is let go of before the step is left")
    func letGoOf() async {
        do {
            let controller = controller([recorder])
            controller.appear()
            await settle()
            #expect(recorder.status == .running)
        }
        await settle()
        #expect(recorder.status == .cancelled)
    }
}
