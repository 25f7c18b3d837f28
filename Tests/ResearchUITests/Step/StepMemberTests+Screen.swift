// The members of the step controller that show it and fill its views.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDStepViewController: on screen")
@MainActor
struct StepScreenMemberTests {
    @Test("`isVisible` is true from its appearance until it disappears")
    func isVisible() {
        let controller = Watching(step: Steps.instruction(), parent: nil)
        #expect(!controller.isVisible)
        controller.appear()
        #expect(controller.isVisible)
        controller.disappear()
        #expect(!controller.isVisible)
        #expect(controller.visibility == ["will appear false", "did appear true", "will go false"])
    }

    @Test("`isFirstAppearance` is true until it has appeared; start commands run once")
    func isFirstAppearance() {
        let rig = StepRig([Steps.active(duration: 0, [], spoken: ["start": "Go"])])
        #expect(rig.controller.isFirstAppearance)
        rig.controller.appear()
        #expect(!rig.controller.isFirstAppearance)
        rig.controller.disappear()
        rig.controller.appear()
        #expect(rig.spoken == ["Go"])
    }

    @Test("`playAlarmIfBackgrounded` is false; if true, the alarm repeats every two seconds")
    func playAlarmIfBackgrounded() async {
        #expect(!RSDStepViewController(step: Steps.active(), parent: nil).playAlarmIfBackgrounded)
        var services = StepServices.silent
        let screen = Screen()
        services.isInForeground = { screen.isOn }
        let rig = StepRig([Steps.active(duration: 10)], services: services) {
            Alarming(step: $0, parent: $1)
        }
        rig.controller.appear()
        await rig.settle()
        #expect(rig.controller.clock == nil)
        for _ in 0..<2 {
            _ = await rig.clock.nextWaking()
            rig.clock.advance(by: .seconds(2))
            await rig.settle()
        }
        #expect(rig.log.calls.count(where: { $0 == .play("alarm") }) == 3)
        screen.isOn = true
        _ = await rig.clock.nextWaking()
        rig.clock.advance(by: .seconds(2))
        await rig.settle()
        #expect(rig.controller.clock?.startUptime == 6)
        #expect(rig.log.calls.count(where: { $0 == .play("alarm") }) == 3)
    }

    @Test("`playAlert()` vibrates and plays the alarm")
    func playAlert() {
        let rig = StepRig([Steps.active()])
        rig.controller.playAlert()
        #expect(rig.log.calls == [.vibrate, .play("alarm")])
    }

    @Test("`viewWillAppear(_:)` sets the views up, the first time")
    func viewWillAppear() {
        let controller = Watching(step: Steps.instruction(), parent: nil)
        controller.appear()
        controller.disappear()
        controller.appear()
        #expect(controller.setups == 1)
    }

    @Test("`viewDidAppear(_:)` dates the result, and keeps the screen on if the step says so")
    func viewDidAppear() {
        let rig = StepRig([Steps.active("walk", duration: 0, [.shouldDisableIdleTimer])])
        rig.clock.advance(by: .seconds(5))
        rig.controller.appear()
        #expect(rig.controller.currentResult.startDate == Date(timeIntervalSince1970: 5))
        #expect(rig.log.calls == [.keepScreenOn(true)])
    }

    @Test("`viewWillDisappear(_:)` allows the screen to turn off again")
    func viewWillDisappear() {
        let rig = StepRig([Steps.active("walk", duration: 0, [.shouldDisableIdleTimer])])
        rig.controller.appear()
        rig.controller.disappear()
        #expect(rig.log.calls == [.keepScreenOn(true), .keepScreenOn(false)])
    }

    @Test("`didFinishLoading()` updates which buttons are enabled")
    func didFinishLoading() {
        let rig = StepRig([Steps.instruction()]) { Gate(step: $0, parent: $1) }
        rig.controller.appear()
        #expect(rig.shown(.goForward)?.style.isEnabled == false)
        rig.controller.isOpen = true
        rig.controller.didFinishLoading()
        #expect(rig.shown(.goForward)?.style.isEnabled == nil)
    }

    @Test("`isForwardEnabled` is true, unless a subclass says otherwise")
    func isForwardEnabled() {
        let rig = StepRig([Steps.instruction()])
        #expect(rig.controller.isForwardEnabled)
        #expect(
            !StepRig([Steps.instruction()]) { Gate(step: $0, parent: $1) }.controller
                .isForwardEnabled
        )
    }

    // MARK: Texts and pictures

    @Test("`setupViews()` fills every part")
    func setupViews() {
        let rig = StepRig([Steps.told])
        rig.controller.appear()
        #expect(
            rig.labels == [.title: "T", .text: "X", .detail: "D", .footnote: "F"]
        )
    }

    @Test("`stepTitleLabel` has the title")
    func stepTitleLabel() { #expect(appeared(Steps.told).stepTitleLabel?.text == "T") }

    @Test("`stepTextLabel` has the text")
    func stepTextLabel() { #expect(appeared(Steps.told).stepTextLabel?.text == "X") }

    @Test("`stepDetailLabel` has the detail")
    func stepDetailLabel() { #expect(appeared(Steps.told).stepDetailLabel?.text == "D") }

    @Test("`navigationHeader` is the app's own, or a default one")
    func navigationHeader() {
        #expect(appeared(Steps.told).navigationHeader?.name == "header")
        let own = RSDStepNavigationView(name: "mine", role: .header)
        let controller = RSDStepViewController(step: Steps.told, parent: nil)
        controller.loadViewIfNeeded()
        let other = RSDStepViewController(step: Steps.told, parent: nil)
        other.navigationHeader = own
        other.appear()
        #expect(other.navigationHeader === own)
    }

    @Test("`navigationFooter` has the footnote and the buttons to go on")
    func navigationFooter() {
        let footer = appeared(Steps.told).navigationFooter
        #expect(footer?.footnoteLabel?.text == "F")
        #expect(footer?.nextButton != nil)
    }

    @Test("`navigationBody` is between the header and the footer")
    func navigationBody() {
        let controller = appeared(Steps.told)
        let names = controller.view.subviews.map(\.name)
        #expect(controller.navigationBody?.name == "body")
        #expect(names == ["statusBar", "header", "body", "footer"])
    }

    @Test("`statusBarBackgroundView` has the colour behind the status bar")
    func statusBarBackgroundView() {
        #expect(appeared(Steps.told).statusBarBackgroundView?.backgroundColor != nil)
    }

    @Test("`setupHeader(_:)` is called with the header, and fills it")
    func setupHeader() {
        let controller = Watching(step: Steps.told, parent: nil)
        controller.appear()
        #expect(
            controller.filled == [
                "header", "placed header", "placed body", "footer", "placed footer",
            ]
        )
        #expect(controller.navigationHeader?.titleLabel?.text == "T")
    }

    @Test("`setupFooter(_:)` is called with the footer, and fills it")
    func setupFooter() {
        let controller = RSDStepViewController(step: Steps.told, parent: nil)
        let footer = RSDNavigationFooterView.footer()
        controller.setupFooter(footer)
        #expect(footer.footnoteLabel?.text == "F")
        #expect(footer.nextButton?.title == "Done")
    }

    @Test("`setupNavigationView(_:placement:)` fills a part's buttons and its picture")
    func setupNavigationView() {
        let step = Steps.told
        step.imageTheme = RSDFetchableImageThemeElementObject(
            imageName: "shoe",
            placementType: .iconAfter
        )
        let controller = RSDStepViewController(step: step, parent: nil)
        let part = RSDStepNavigationView(name: "part", role: .body)
        part.cancelButton = UIButton(name: "cancel")
        controller.setupNavigationView(part, placement: .body)
        #expect(part.cancelButton?.title == "Cancel")
        #expect(part.imageView?.image?.imageIdentifier == "shoe")
    }

    @Test("`imageTheme` is the step's")
    func imageTheme() {
        let step = Steps.instruction()
        step.imageTheme = RSDFetchableImageThemeElementObject(imageName: "shoe")
        let controller = RSDStepViewController(step: step, parent: nil)
        #expect(controller.imageTheme?.imageIdentifier == "shoe")
    }

    @Test(
        "`hasTopBackgroundImage()` is true for the two placements at the top",
        arguments: RSDImagePlacementType.allCases
    )
    func hasTopBackgroundImage(place: RSDImagePlacementType) {
        let step = Steps.instruction()
        step.imageTheme = RSDFetchableImageThemeElementObject(imageName: "i", placementType: place)
        let isTop = place == .topBackground || place == .topMarginBackground
        #expect(RSDStepViewController(step: step, parent: nil).hasTopBackgroundImage() == isTop)
    }

    @Test(
        "`shouldSetNavigationImage(for:with:)` puts each picture into one part",
        arguments: [
            (RSDImagePlacementType.iconBefore, RSDColorPlacement.header), (.iconAfter, .body),
            (.fullsizeBackground, .body), (.topBackground, .header),
            (.topMarginBackground, .header),
        ]
    )
    func shouldSetNavigationImage(place: RSDImagePlacementType, part: RSDColorPlacement) {
        let controller = RSDStepViewController(step: Steps.instruction(), parent: nil)
        let parts = RSDColorPlacement.allCases.filter {
            controller.shouldSetNavigationImage(for: $0, with: place)
        }
        #expect(parts == [part])
    }

    @Test("shows the progress of the run")
    func progress() {
        let rig = StepRig([Steps.instruction("a"), Steps.instruction("b")], at: "b")
        rig.controller.appear()
        #expect(rig.controller.navigationHeader?.progressView?.progress?.done == 2)
        #expect(rig.controller.navigationHeader?.progressView?.progress?.total == 2)
    }

    private func appeared(_ step: any RSDStep) -> RSDStepViewController {
        let controller = RSDStepViewController(step: step, parent: nil)
        controller.appear()
        return controller
    }
}

@Suite("RSDStepViewController: colours")
@MainActor
struct StepColorMemberTests {
    private func colored(_ mapping: any RSDColorMappingThemeElement) -> RSDStepViewController {
        let step = Steps.told
        step.colorMapping = mapping
        let controller = RSDStepViewController(step: step, parent: nil)
        controller.loadViewIfNeeded()
        return controller
    }

    @Test("`setupBackgroundColorTheme()` gives every part its colour")
    func setupBackgroundColorTheme() {
        let controller = colored(
            RSDColorPlacementThemeElementObject(placement: ["header": "primary", "body": "accent"])
        )
        controller.setupBackgroundColorTheme()
        #expect(controller.navigationHeader?.backgroundColor?.color == RSDColor("primary"))
        #expect(controller.navigationBody?.backgroundColor?.color == RSDColor("accent"))
        #expect(controller.navigationFooter?.backgroundColor?.color == .white)
    }

    @Test("`setupBackgroundColorTheme()` does nothing for a step without a design")
    func withoutDesign() {
        let controller = RSDStepViewController(
            step: RSDSectionStepObject(identifier: "s", steps: []),
            parent: nil
        )
        controller.loadViewIfNeeded()
        controller.setupBackgroundColorTheme()
        #expect(controller.navigationHeader?.backgroundColor == nil)
    }

    @Test("`backgroundColor(for:)` is the step's own colour, its style, or the default")
    func backgroundColor() {
        let custom = colored(
            RSDSingleColorThemeElementObject(
                customColor: RSDCustomColor(color: "robinsEggBlue", usesLightStyle: true)
            )
        )
        #expect(
            custom.backgroundColor(for: .body)
                == RSDColorTile(RSDColor("robinsEggBlue"), usesLightStyle: true)
        )
        let style = colored(RSDSingleColorThemeElementObject(colorStyle: "successGreen"))
        #expect(style.backgroundColor(for: .footer).usesLightStyle)
        let partly = colored(RSDColorPlacementThemeElementObject(placement: ["header": "primary"]))
        #expect(partly.backgroundColor(for: .body).color == .white)
    }

    @Test("`defaultBackgroundColorTile(for:)` is the design system's")
    func defaultBackgroundColorTile() {
        let controller = RSDStepViewController(step: Steps.told, parent: nil)
        #expect(controller.defaultBackgroundColorTile(for: .header).color == .white)
    }

    @Test("`setColorStyle(for:background:)` colours a part and its contents")
    func setColorStyle() {
        let controller = RSDStepViewController(step: Steps.told, parent: nil)
        controller.loadViewIfNeeded()
        controller.setColorStyle(
            for: .header,
            background: RSDColorTile(RSDColor("night"), usesLightStyle: true)
        )
        #expect(controller.navigationHeader?.backgroundColor?.color == RSDColor("night"))
        #expect(controller.stepTitleLabel?.tintColor == .white)
    }

    @Test("`setupStatusBar(with:)` has the background, a shade if it is light, or is clear")
    func setupStatusBar() {
        let dark = RSDColorTile(RSDColor("night"), usesLightStyle: true)
        let light = RSDColorTile(RSDColor("sand"), usesLightStyle: false)
        let controller = RSDStepViewController(step: Steps.told, parent: nil)
        controller.loadViewIfNeeded()
        let statusBar = controller.statusBarBackgroundView
        controller.setupStatusBar(with: dark)
        #expect(statusBar?.backgroundColor?.color == RSDColor("night"))
        #expect(statusBar?.subviews.first?.backgroundColor?.color == .clear)
        controller.setupStatusBar(with: light)
        #expect(statusBar?.backgroundColor?.color == RSDColor("sand"))
        #expect(statusBar?.subviews.map { $0.backgroundColor?.color.name } == ["black/0.1"])
        #expect(controller.screen.node("screen/read/statusBar/overlay") != nil)
        let step = Steps.told
        step.imageTheme = RSDFetchableImageThemeElementObject(
            imageName: "i",
            placementType: .topBackground
        )
        let pictured = RSDStepViewController(step: step, parent: nil)
        pictured.loadViewIfNeeded()
        pictured.setupStatusBar(with: light)
        #expect(pictured.statusBarBackgroundView?.backgroundColor?.color == .clear)
    }
}

extension Steps {
    /// A step with every text.
    static var told: RSDUIStepObject {
        let step = instruction()
        step.title = "T"
        step.text = "X"
        step.detail = "D"
        step.footnote = "F"
        return step
    }
}

@MainActor
private final class Screen {
    var isOn = false
}

private final class Alarming: RSDStepViewController {
    override var playAlarmIfBackgrounded: Bool { true }
}

final class Gate: RSDStepViewController {
    var isOpen = false
    override var isForwardEnabled: Bool { isOpen }
}

private final class Watching: RSDStepViewController {
    var visibility: [String] = []
    var setups = 0
    var filled: [String] = []

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        visibility.append("will appear \(isVisible)")
    }
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        visibility.append("did appear \(isVisible)")
    }
    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        visibility.append("will go \(isVisible)")
    }
    override func setupViews() {
        setups += 1
        super.setupViews()
    }
    override func setupHeader(_ header: RSDStepNavigationView) {
        filled.append("header")
        super.setupHeader(header)
    }
    override func setupFooter(_ footer: RSDNavigationFooterView) {
        filled.append("footer")
        super.setupFooter(footer)
    }
    override func setupNavigationView(
        _ navigationView: RSDStepNavigationView,
        placement: RSDColorPlacement
    ) {
        filled.append("placed \(placement.rawValue)")
        super.setupNavigationView(navigationView, placement: placement)
    }
}
