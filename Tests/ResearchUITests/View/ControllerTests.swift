// Controllers of views: their order of appearing, what lies on top of them, and the layouts that they are
// called by.

import Foundation
import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("A view controller")
@MainActor
struct ControllerTests {
    @Test("is told of its life in the order that the field knows")
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

    @Test("takes nothing while another lies on top of it, and the uppermost alone takes anything")
    func onTop() {
        let below = Pressed(nibName: nil, bundle: nil)
        let (middle, top) = (Pressed(nibName: nil, bundle: nil), Pressed(nibName: nil, bundle: nil))
        below.appear()
        #expect(below.receive(.tapped("screen/view/go")))
        below.present(middle, animated: false)
        // What comes while something is on top lies on top of that.
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

    @Test("takes a question that is pushed aside as cancelled or read, unless it leaves a choice")
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

    @Test("shows what lies on top of those within it")
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
        "has no use for what was done with an element that is not there",
        arguments: ["", "screen", "screen/nobody", "screen/view/nobody", "nobody/view/go", "//"]
    )
    func nobody(id: String) {
        let controller = Pressed(nibName: nil, bundle: nil)
        controller.appear()
        #expect(!controller.receive(.tapped(ViewID(id))))
        #expect(!controller.receive(.swiped(.back)))
    }

    @Test("tells whoever shows it of each change, its own and of what is on top")
    func changes() {
        let controller = Pressed(nibName: nil, bundle: nil)
        controller.appear()
        var changes = 0
        controller.onDisplayChange = { changes += 1 }
        controller.present(Pressed(nibName: nil, bundle: nil), animated: false)
        let afterPresenting = changes
        #expect(afterPresenting > 0)
        controller.presentedViewController?.view.isHidden = true
        #expect(changes > afterPresenting)
    }
}

@Suite("Layouts by name")
@MainActor
struct LayoutTests {
    @Test("are those of the bundle, else those of every bundle")
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

    @Test("of a view theme are those of its storyboard and bundle, else the plainer ones")
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
    override func viewDidLoad() { told.append("did load") }
    override func viewWillAppear(_ animated: Bool) { told.append("will appear") }
    override func viewDidLayoutSubviews() { told.append("layout") }
    override func viewDidAppear(_ animated: Bool) { told.append("did appear") }
    override func viewWillDisappear(_ animated: Bool) { told.append("will go") }
    override func viewDidDisappear(_ animated: Bool) { told.append("gone") }
}
