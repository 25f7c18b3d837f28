// View controllers: their life cycle, the controllers on top of them, and the layouts that they are
// loaded from.

import Foundation
import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("A view controller")
@MainActor
struct ControllerTests {
    @Test("has the life-cycle calls in UIKit's order")
    func order() {
        let controller = Told(nibName: nil, bundle: nil)
        controller.appear()
        controller.disappear()
        controller.appear()
        #expect(
            controller.told == [
                "load", "did load", "will appear", "layout", "did appear", "will go", "gone",
                "will appear", "layout", "did appear",
            ]
        )
    }

    @Test("takes no event while another controller is on top; the topmost takes all")
    func onTop() {
        let below = Pressed(nibName: nil, bundle: nil)
        let (middle, top) = (Pressed(nibName: nil, bundle: nil), Pressed(nibName: nil, bundle: nil))
        below.appear()
        #expect(below.receive(.tapped("screen/view/go")))
        below.present(middle, animated: false)
        // A second presented controller goes on top of the first.
        below.present(top, animated: false)
        #expect(middle.presentedViewController === top)
        #expect(!below.receive(.tapped("screen/view/go")))
        #expect(!below.receive(.tapped("screen/top-0/view/go")))
        #expect(below.receive(.tapped("screen/top-1/view/go")))
        let presses: [Int] = [below.presses, middle.presses, top.presses]
        #expect(presses == [1, 0, 1] as [Int])
        #expect(below.receive(.closed("screen/top-1")))
        #expect(below.receive(.tapped("screen/top-0/view/go")))
        #expect(middle.presses == 1)
    }

    @Test("cancels a closed alert, or confirms a single button; otherwise the alert stays")
    func closedQuestion() {
        let controller = Pressed(nibName: nil, bundle: nil)
        controller.appear()
        var answers: [String] = []
        func ask(_ styles: UIAlertAction.Style...) {
            let question = UIAlertController(title: "?", message: nil, preferredStyle: .alert)
            for style in styles {
                question.addAction(
                    UIAlertAction(title: "A", style: style) { _ in answers.append("\(style)") }
                )
            }
            controller.present(question, animated: false)
        }
        ask(.destructive, .cancel)
        #expect(controller.receive(.closed("screen/top-0")))
        ask(.default)
        #expect(controller.receive(.closed("screen/top-0")))
        #expect(answers == ["cancel", "default"] && controller.presentedViewController == nil)
        ask(.default, .destructive)
        #expect(!controller.receive(.closed("screen/top-0")))
        #expect(controller.presentedViewController != nil)
    }

    @Test("shows the controllers on top of its children")
    func onTopOfChildren() {
        let (around, child) = (
            Pressed(nibName: nil, bundle: nil), Pressed(nibName: nil, bundle: nil)
        )
        around.appear()
        around.addChild(child)
        child.appear()
        child.present(Pressed(nibName: nil, bundle: nil), animated: false)
        #expect(around.screen.node("screen/top-0/view/go") != nil)
    }

    @Test(
        "refuses events for elements that do not exist",
        arguments: ["", "screen", "screen/nobody", "screen/view/nobody", "nobody/view/go", "//"]
    )
    func nobody(id: String) {
        let controller = Pressed(nibName: nil, bundle: nil)
        controller.appear()
        #expect(!controller.receive(.tapped(ViewID(id))))
        #expect(!controller.receive(.swiped(.back)))
    }

    @Test(
        "has its language and writing direction in its screen",
        arguments: [Language.english, .german, .arabic, "he-IL"]
    )
    func language(language: Language) throws {
        let controller = Pressed(nibName: nil, bundle: nil)
        #expect(controller.screen.content == Self.screen(.english))
        let before = controller.screen
        controller.view.words = StepWords(language: language)
        let update = ViewUpdate(number: 1, changes: before.changes(to: controller.screen))
        #expect(controller.screen.content == Self.screen(language))
        #expect(update.isEmpty == (language == .english))
        let json = try JSONEncoder().encode(update)
        let sent = try JSONDecoder().decode(ViewUpdate.self, from: json)
        #expect(try before.applying(sent.changes) == controller.screen)
    }

    @Test("passes its language to the controllers on top of it, also after a change")
    func wordsOnTop() throws {
        let (below, top) = (Pressed(nibName: nil, bundle: nil), Pressed(nibName: nil, bundle: nil))
        below.appear()
        below.present(top, animated: false)
        let progress = UIProgressView()
        progress.progress = ProgressContent(done: 2, total: 8)
        top.view.addSubview(progress)
        func told() -> [String?] {
            let screen = below.screen
            guard case .group(let modal)? = screen.node("screen/top-0")?.content else { return [] }
            let value = screen.node("screen/top-0/view/progress")?.accessibility.value
            return [value, modal.language?.tag, modal.direction?.rawValue]
        }
        #expect(told() == ["step 2 of 8", nil, nil])
        below.view.words = StepWords(language: .german)
        #expect(told() == ["Schritt 2 von 8", nil, nil])
        top.view.words = StepWords(language: .arabic)
        #expect(told() == ["الخطوة 2 من 8", "ar", "rightToLeft"])
    }

    @Test("passes a child's language to the controllers on top of the child")
    func wordsOnTopOfChild() throws {
        let (around, child) = (
            Pressed(nibName: nil, bundle: nil), Pressed(nibName: nil, bundle: nil)
        )
        around.appear()
        around.addChild(child)
        child.view.words = StepWords(language: .german)
        child.present(Pressed(nibName: nil, bundle: nil), animated: false)
        let modal = GroupContent(.modal).speaking(.german)
        #expect(around.screen.node("screen/top-0")?.content == .group(modal))
    }

    @Test("informs its children and the controllers on top of a change of language")
    func passesOn() {
        let (around, child) = (Told(nibName: nil, bundle: nil), Told(nibName: nil, bundle: nil))
        let top = Told(nibName: nil, bundle: nil)
        around.addChild(child)
        child.present(top, animated: false)
        around.wordsDidChange()
        #expect([around, child, top].map { $0.told.last } == ["words", "words", "words"])
    }

    private static func screen(_ language: Language) -> ViewContent {
        .group(GroupContent(.screen).speaking(language))
    }

    @Test("refuses hostile events, however long")
    func hostile() {
        let controller = Pressed(nibName: nil, bundle: nil)
        controller.appear()
        let long = ViewID("screen/view" + String(repeating: "/go", count: 1_000_000))
        for event in [
            ViewEvent.tapped(long), .closed(long), .typed(long, replacing: 0..<Int.max, with: "x"),
            .closed("screen/top-0"), .closed("screen/top--1"), .closed("screen/view"),
            .picked("screen/view/go", [Int.max, nil]), .slid("screen/view/go", .nan),
        ] {
            #expect(!controller.receive(event))
        }
        #expect(controller.presses == 0)
    }

    @Test("takes one answer of an alert, and no later events for it")
    func answeredOnce() {
        let controller = Pressed(nibName: nil, bundle: nil)
        controller.appear()
        var answers: [String] = []
        let question = UIAlertController(title: "?", message: nil, preferredStyle: .alert)
        let yes = UIAlertAction(title: "Yes", style: .default) { _ in answers.append("yes") }
        question.addAction(yes)
        question.addAction(UIAlertAction(title: "No", style: .cancel) { _ in answers.append("no") })
        controller.present(question, animated: false)
        let tap = ViewEvent.tapped("screen/top-0/alert/button")
        #expect(controller.receive(tap))
        // A second tap, and a close, that were in transit meanwhile.
        #expect(!controller.receive(tap) && !controller.receive(.closed("screen/top-0")))
        question.receive(.tapped("screen/alert/Yes"))
        question.choose(yes)
        #expect(answers == ["yes"])
    }

    @Test("sends a changed title to its feeds")
    func lateTitle() {
        let controller = Pressed(nibName: nil, bundle: nil)
        controller.appear()
        var updates = 0
        let feed = ScreenFeed(of: controller) { _ in updates += 1 }
        controller.title = "Walking"
        feed.flush()
        controller.title = "Walking"
        feed.flush()
        #expect(updates == 2)
        #expect(controller.screen.accessibility.label == "Walking")
    }

    @Test("sends each change to its feeds, its own and those of controllers on top")
    func changes() {
        let controller = Pressed(nibName: nil, bundle: nil)
        controller.appear()
        var updates = 0
        let feed = ScreenFeed(of: controller) { _ in updates += 1 }
        controller.present(Pressed(nibName: nil, bundle: nil), animated: false)
        feed.flush()
        #expect(updates == 2)
        controller.presentedViewController?.view.backgroundColor = RSDColorTile(
            .black,
            usesLightStyle: true
        )
        feed.flush()
        #expect(updates == 3)
    }
}

@Suite("Layouts by name")
@MainActor
struct LayoutTests {
    @Test("apply to every bundle if they name none")
    func bundles() throws {
        let bundle = Bundle.main
        defer { RSDLayouts.unregister("LayoutTests.bundles") }
        RSDLayouts.register(nib: "LayoutTests.bundles") { $0.title = "every" }
        try title(nil, "every")
        try title(bundle, "every")
    }

    private func title(_ bundle: Bundle?, _ expected: String) throws {
        let controller = UIViewController(nibName: "LayoutTests.bundles", bundle: bundle)
        controller.loadViewIfNeeded()
        #expect(controller.title == expected)
    }

    @Test("of a view theme are those of its storyboard and bundle, else the more general ones")
    func themes() {
        let name = "LayoutTests.themes"
        defer { RSDLayouts.unregister(name) }
        func made(_ storyboard: String?, _ bundle: String?) -> String? {
            let theme = RSDViewThemeElementObject(
                viewIdentifier: name,
                storyboardIdentifier: storyboard,
                bundleIdentifier: bundle
            )
            return RSDLayouts.maker(for: theme)?(RSDUIStepObject(identifier: "s"), nil)?.title
        }
        func register(_ storyboard: String?, _ bundle: String?, _ title: String) {
            RSDLayouts.register(view: name, storyboard: storyboard, bundleIdentifier: bundle) {
                let controller = RSDStepViewController(step: $0, parent: $1)
                controller.title = title
                return controller
            }
        }
        #expect(made("board", "bundle") == nil)
        register(nil, nil, "name")
        #expect(made("board", "bundle") == "name" && made(nil, nil) == "name")
        register("board", nil, "board")
        #expect(made("board", "bundle") == "board" && made("other", nil) == "name")
        register("board", "bundle", "bundle")
        #expect(made("board", "bundle") == "bundle" && made("board", "else") == "board")
    }
}

private class Pressed: UIViewController {
    var presses = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(UIButton(name: "go", title: "Go") { [weak self] in self?.presses += 1 })
    }
}

private final class Told: UIViewController {
    var told: [String] = []

    override func loadView() {
        super.loadView()
        told.append("load")
    }
    override func wordsDidChange() {
        super.wordsDidChange()
        told.append("words")
    }
    override func viewDidLoad() { told.append("did load") }
    override func viewWillAppear(_ animated: Bool) { told.append("will appear") }
    override func viewDidLayoutSubviews() { told.append("layout") }
    override func viewDidAppear(_ animated: Bool) { told.append("did appear") }
    override func viewWillDisappear(_ animated: Bool) { told.append("will go") }
    override func viewDidDisappear(_ animated: Bool) { told.append("gone") }
}
