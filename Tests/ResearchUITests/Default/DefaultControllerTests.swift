// The controllers that a task controller makes by default, each on its own screen.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("The default controllers")
@MainActor
struct DefaultControllerTests {
    private func node<Controller>(_ rig: StepRig<Controller>, _ path: String) -> ViewNode? {
        rig.controller.screen.node(ViewID("screen/\(path)"))
    }

    private func text(_ node: ViewNode?) -> String? {
        guard case .label(let label)? = node?.content else { return nil }
        return label.text
    }

    @Test("A task's info shows its details, and enables Next once the task is loaded")
    func taskInfo() throws {
        let info = FetchedInfo(identifier: "info") { [] }
        let rig = StepRig([Steps.instruction()]) { _, level in
            RSDTaskInfoStepViewController(step: info, parent: level)
        }
        rig.controller.isFetching = true
        rig.controller.appear()
        #expect(rig.labels[.title] == "A task")
        #expect(rig.labels[.detail] == "This takes about 5 min.")
        #expect(node(rig, "info/header/progress") != nil)
        #expect(rig.shown(.goForward)?.style.isEnabled == false)
        rig.controller.didFinishLoading()
        #expect(node(rig, "info/header/progress") == nil)
        #expect(rig.shown(.goForward)?.style.isEnabled == nil)
    }

    @Test("An overview shows its icons, and goes on at once if no permission is needed")
    func overview() throws {
        let step = RSDOverviewStepObject(identifier: "o")
        step.icons = [
            RSDIconInfo(icon: "shoes", title: "Flat shoes", subtitle: "or none"),
            RSDIconInfo(icon: "belt"),
        ]
        let rig = StepRig([step]) { RSDOverviewStepViewController(step: $0, parent: $1) }
        rig.controller.appear()
        #expect(text(node(rig, "o/body/icon-0/title")) == "Flat shoes")
        #expect(text(node(rig, "o/body/icon-0/subtitle")) == "or none")
        #expect(node(rig, "o/body/icon-1/picture")?.content == .image(ImageContent(["belt"])))
        rig.controller.goForward()
        #expect(rig.host.requests == ["forward"])
    }

    /// Services whose permissions are undecided until the participant is asked.
    private func asking(
        _ answers: [String: RSDAuthorizationStatus],
        given earlier: [String: RSDAuthorizationStatus] = [:]
    ) -> StepServices {
        var services = StepServices.silent
        let given = Answers()
        given.all = earlier
        services.authorization = { given.all[$0.rawValue] ?? .notDetermined }
        services.requestAuthorization = { permission in
            let name = permission.permissionType.rawValue
            await Task.yield()
            given.all[name] = answers[name] ?? .authorized
            return given.all[name] ?? .notDetermined
        }
        return services
    }

    private final class Answers { var all: [String: RSDAuthorizationStatus] = [:] }

    private func asks(_ rig: StepRig<some RSDStepViewController>) -> [ServiceCall] {
        rig.log.calls.filter { if case .requestAuthorization = $0 { true } else { false } }
    }

    private func permissions() -> [RSDStandardPermission] {
        [
            RSDStandardPermission(permissionType: .motion, title: "Motion", reason: "To record."),
            RSDStandardPermission(permissionType: .camera, optional: true),
            RSDStandardPermission(
                permissionType: .microphone,
                requestIfNeeded: false,
                optional: true
            ),
        ]
    }

    @Test("An overview asks once for each permission, and goes on if only optional ones are denied")
    func overviewAsks() async {
        let step = RSDOverviewStepObject(identifier: "o")
        step.standardPermissions = permissions()
        let rig = StepRig([step], services: asking(["camera": .denied])) {
            RSDOverviewStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        #expect(asks(rig).isEmpty)
        rig.controller.goForward()
        rig.controller.goForward()
        #expect(rig.host.requests.isEmpty)
        await rig.settle()
        #expect(asks(rig) == [.requestAuthorization("motion"), .requestAuthorization("camera")])
        #expect(rig.host.requests == ["forward"])
    }

    @Test("An overview reports the denial of a required permission, and cancels the task")
    func overviewDenied() async throws {
        let step = RSDOverviewStepObject(identifier: "o")
        step.standardPermissions = permissions()
        let rig = StepRig([step], services: asking(["motion": .denied])) {
            RSDOverviewStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        rig.controller.goForward()
        await rig.settle()
        let alert = try #require(rig.controller.presentedViewController as? UIAlertController)
        #expect(rig.host.requests.isEmpty)
        alert.choose(try #require(alert.actions.first))
        await rig.settle()
        let again = try #require(rig.controller.presentedViewController as? UIAlertController)
        again.choose(try #require(again.actions.last))
        #expect(rig.host.requests == ["cancel, save false"])
    }

    @Test("A permission step asks as soon as it appears, and enables Next after the answers")
    func permission() async {
        let step = Steps.instruction("p")
        step.standardPermissions = permissions()
        let rig = StepRig([step], services: asking([:])) {
            RSDPermissionStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        #expect(rig.shown(.goForward)?.style.isEnabled == false)
        #expect(text(node(rig, "p/body/motion/reason")) == "To record.")
        await rig.settle()
        #expect(rig.controller.isChecked && rig.shown(.goForward)?.style.isEnabled == nil)
        #expect(asks(rig).count == 2)
    }

    @Test("A permission step does not ask for a permission that was already given")
    func permissionGiven() async {
        let step = Steps.instruction("p")
        step.standardPermissions = permissions()
        let given: [String: RSDAuthorizationStatus] = ["motion": .authorized]
        let rig = StepRig([step], services: asking([:], given: given)) {
            RSDPermissionStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        await rig.settle()
        #expect(asks(rig) == [.requestAuthorization("camera")] && rig.controller.isChecked)
    }

    @Test("A permission step keeps Next disabled after a denial, and explains it")
    func permissionDenied() async {
        let step = Steps.instruction("p")
        step.standardPermissions = permissions()
        let rig = StepRig([step], services: asking(["motion": .restricted])) {
            RSDPermissionStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        await rig.settle()
        #expect(!rig.controller.isChecked && !rig.controller.isForwardEnabled)
        #expect(rig.controller.presentedViewController is UIAlertController)
    }

    @Test("An instruction shows its texts and its picture")
    func instruction() {
        let step = Steps.instruction("i")
        step.title = "Walk"
        step.text = "To and fro."
        step.imageTheme = RSDFetchableImageThemeElementObject(
            imageName: "walker",
            placementType: .topBackground
        )
        let rig = StepRig([step]) { RSDInstructionStepViewController(step: $0, parent: $1) }
        rig.controller.appear()
        #expect(rig.labels[.title] == "Walk" && rig.labels[.text] == "To and fro.")
        #expect(node(rig, "i/header/image")?.style.placement == .topBackground)
    }

    @Test("A countdown shows its seconds as a number and on a dial, and goes on by itself")
    func countdown() async {
        let step = RSDCountdownUIStepObject(identifier: "c")
        step.duration = 2
        let rig = StepRig([step]) { RSDCountdownStepViewController(step: $0, parent: $1) }
        rig.controller.appear()
        func dial(_ secondsLeft: Int, _ state: CountdownContent.State) -> CountdownContent {
            CountdownContent(secondsLeft: secondsLeft, durationInSeconds: 2, state: state)
        }
        #expect(text(node(rig, "c/body/seconds")) == "2")
        #expect(rig.dial == dial(2, .running))
        await rig.pass(seconds: 1)
        #expect(text(node(rig, "c/body/seconds")) == "1" && rig.host.requests.isEmpty)
        #expect(rig.dial == dial(1, .running))
        await rig.pass(seconds: 1)
        #expect(rig.dial == dial(0, .over))
        #expect(rig.host.requests == ["forward"])
    }

    @Test("An active step pauses and resumes its timer with one button")
    func active() async {
        let rig = StepRig([Steps.active("a", duration: 3)]) {
            RSDActiveStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        func pause() { _ = rig.controller.receive(.tapped("screen/a/body/pause")) }
        #expect(rig.controller.pauseButton.title == "Pause")
        await rig.pass(seconds: 1)
        pause()
        #expect(rig.controller.pauseButton.title == "Resume" && rig.controller.countdown == 2)
        await rig.pass(.seconds(10))
        #expect(rig.controller.countdown == 2 && rig.host.requests == ["mark pause"])
        pause()
        await rig.pass(seconds: 2)
        #expect(rig.host.requests == ["mark pause", "mark resume", "forward"])
        #expect(rig.controller.pauseButton.isHidden)
    }

    @Test("An active step hides its pause button until its timer starts")
    func activeWaits() {
        let rig = StepRig([Steps.active("a", duration: 3, [])]) {
            RSDActiveStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        #expect(rig.controller.pauseButton.isHidden)
        rig.controller.start()
        #expect(!rig.controller.pauseButton.isHidden)
    }

    @Test("An active step shows its pause button once a delayed timer starts")
    func activeHeld() {
        let rig = StepRig([Steps.active("a", duration: 3, [])]) {
            RSDActiveStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        rig.host.isInterrupted = true
        rig.controller.start()
        #expect(rig.controller.pauseButton.isHidden)
        rig.host.isInterrupted = false
        rig.controller.startHeld()
        #expect(rig.controller.clock != nil && !rig.controller.pauseButton.isHidden)
    }

    @Test("An active step shows the plots that it is given")
    func plot() {
        let rig = StepRig([Steps.active("a")]) {
            RSDActiveStepViewController(step: $0, parent: $1)
        }
        let plot = PlotContent(stream: "accelerometer", lines: ["x", "y", "z"], unit: "g")
        let other = PlotContent(stream: "gyro", lines: ["x", "y", "z"], unit: "rad/s")
        rig.controller.plots = [plot]
        rig.controller.appear()
        #expect(node(rig, "a/body/plot")?.content == .plot(plot))
        rig.controller.plots = [other, plot]
        #expect(node(rig, "a/body/plot")?.content == .plot(other))
        #expect(node(rig, "a/body/plot-2")?.content == .plot(plot))
        rig.controller.plots = []
        #expect(node(rig, "a/body/plot") == nil && node(rig, "a/body/plot-2") == nil)
    }

    @Test("A completion without an answer shows no result")
    func completion() {
        let step = RSDResultSummaryStepObject(identifier: "end", type: .completion)
        step.title = "Thank you"
        let controller = RSDCompletionStepViewController(step: step, parent: nil)
        controller.appear()
        #expect(controller.screen.node("screen/end/body/result") == nil)
        #expect(controller.stepTitleLabel?.text == "Thank you")
    }

    @Test("A web page is on top of a step until it is closed")
    func webView() throws {
        let step = Steps.instruction("i")
        step.actions = [
            .learnMore: RSDWebViewUIActionObject(url: "about.html", title: "Why")
        ]
        let rig = StepRig([step])
        rig.controller.appear()
        rig.controller.showLearnMore()
        let top = try #require(rig.controller.screen.node("screen/top-0"))
        #expect(top.content == .group(GroupContent(.modal, title: "Why")))
        #expect(
            rig.controller.screen.node("screen/top-0/view/page")?.content
                == .media(MediaContent(.page, address: "about.html", title: "Why"))
        )
        #expect(rig.controller.receive(.tapped("screen/top-0/view/close")))
        #expect(rig.controller.presentedViewController == nil)
    }

    @Test("A web page is a step if the step has an address")
    func webStep() {
        let step = RSDGenericStepObject(identifier: "w", type: .videoView)
        step.userInfo["url"] = .string("walk.webm")
        let rig = StepRig([step]) { RSDWebStepViewController(step: $0, parent: $1) }
        rig.controller.appear()
        #expect(
            node(rig, "w/body/page")?.content
                == .media(MediaContent(.film, address: "walk.webm"))
        )
    }

    @Test("A step without a screen shows its identifier and its type, and Next goes on")
    func debug() async throws {
        let section = RSDSectionStepObject(identifier: "S", steps: [])
        let rig = StepRig([Steps.instruction()]) { _, level in
            DebugStepViewController(step: section, parent: level)
        }
        rig.controller.appear()
        #expect(rig.controller.stepTitleLabel?.text == "S")
        #expect(rig.controller.stepDetailLabel?.text?.hasPrefix("section: ") == true)
        let next = try #require(rig.shown(.goForward))
        #expect(rig.controller.receive(.tapped(next.id)))
        await rig.settle()
        #expect(rig.host.requests == ["forward"])
    }

    @Test("The texts of these controllers are the host's own, if it has any")
    func words() {
        var words = StepWords(language: .german)
        #expect(words.own(.resume) == "Fortsetzen")
        words.table.merge(StringTable([.german: [.resume: "Weiter geht's"]]))
        #expect(words.own(.resume) == "Weiter geht's")
        #expect(StepWords(language: "fr").own(.tapCount, "3") == "Taps: 3")
    }

    @Test("The host's own texts in English only are not shown in another built-in language")
    func wordsInEnglishOnly() {
        let table = StringTable([.english: [.pause: "Hold", .tapLeft: "L"]])
        #expect(StepWords(language: .english, table: table).own(.pause) == "Hold")
        #expect(StepWords(language: "de-AT", table: table).own(.tapLeft) == "Links")
        #expect(StepWords(language: .arabic, table: table).own(.pause) == "إيقاف مؤقت")
        // No built-in text is nearer than the host's.
        #expect(StepWords(language: "fr", table: table).own(.pause) == "Hold")
    }
}
