// A host that applies every update to the first tree must have the present screen.

import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("A feed of a screen")
@MainActor
struct ScreenFeedTests {
    /// A host that keeps its updates.
    private final class Host {
        var updates: [ViewUpdate] = []
        func take(_ update: ViewUpdate) {
            updates.append(update)
            #expect(followed.take(update) == nil)
        }
        var tree: ViewNode? { followed.tree }
        private var followed = FollowedTree()
    }

    private func feed(
        of controller: UIViewController,
        performing: Set<ViewCue.Kind> = [],
        to host: Host
    ) -> ScreenFeed {
        let feed = ScreenFeed(of: controller, performing: performing) { host.take($0) }
        #expect(host.updates.map(\.wholeTree) == [feed.tree])
        host.updates = []
        return feed
    }

    @Test("sends updates that keep the tree current, through a whole task with a question on top")
    func wholeTask() async throws {
        let stage = TaskStage(steps: [
            Steps.instruction("a"), Steps.active("b", duration: 2), Steps.instruction("c"),
        ])
        let host = Host()
        let feed = feed(of: stage.controller, to: host)
        try await stage.begin()
        #expect(host.tree == stage.controller.screen)
        try await stage.press(.goForward)
        try await stage.reach("b")
        await stage.tick()
        #expect(host.tree == stage.controller.screen)
        await stage.tick()
        try await stage.reach("c")
        try await stage.press(.cancel)
        #expect(host.tree == stage.controller.screen && host.tree?.children.count == 2)
        try await stage.press(titled: "Continue")
        #expect(host.tree == stage.controller.screen && feed.tree == host.tree)
        #expect(host.updates.allSatisfy { !$0.isEmpty })
    }

    @Test("sends a change of language as one update, with all texts and labels")
    func language() async throws {
        let stage = TaskStage(steps: [
            Steps.instruction("a"), Steps.active("b", duration: 2), Steps.instruction("c"),
        ])
        let host = Host()
        let feed = feed(of: stage.controller, to: host)
        try await stage.begin()
        try await stage.press(.goForward)
        try await stage.reach("b")
        let visit = stage.controller.visit
        func screen(_ language: Language) -> ViewContent {
            .group(GroupContent(.screen, visit: visit).speaking(language))
        }
        #expect(host.tree?.content == screen(.english))
        host.updates = []
        stage.controller.words = StepWords(language: .arabic)
        await stage.settle()
        #expect(host.updates.count == 1 && host.tree == stage.controller.screen)
        #expect(host.tree?.content == screen(.arabic))
        var texts: [String] = []
        host.tree?.forEach { node in
            guard case .button(let button) = node.content else { return }
            texts += [button.title, node.accessibility.label].compactMap(\.self)
        }
        #expect(texts.contains("إيقاف مؤقت") && texts.contains("إلغاء"))
        #expect(!texts.contains { $0.contains { $0.isASCII && $0.isLetter } })
        let dial = host.tree?.node("screen/task/page/b/body/countdown")
        #expect(dial?.accessibility.label == "الوقت المتبقي")
        host.updates = []
        stage.controller.words = StepWords(language: .arabic)
        await stage.settle()
        #expect(host.updates.isEmpty && feed.tree == host.tree)
    }

    @Test("sends the changes of one turn together, and nothing if nothing has changed")
    func coalesces() async {
        let controller = UIViewController(nibName: nil, bundle: nil)
        let (first, second) = (UILabel(name: "first"), UILabel(name: "second"))
        controller.view.addSubview(first)
        controller.view.addSubview(second)
        let host = Host()
        let feed = feed(of: controller, to: host)
        first.text = "one"
        first.text = "two"
        second.text = "three"
        #expect(host.updates.isEmpty)
        for _ in 0..<5 { await Task.yield() }
        #expect(host.updates.count == 1 && host.tree == controller.screen)
        first.setNeedsDisplay()
        for _ in 0..<5 { await Task.yield() }
        #expect(host.updates.count == 1)
        second.text = "four"
        feed.flush()
        #expect(host.updates.count == 2)
    }

    @Test("sends speech, sounds and vibration in order, with the screen that they belong to")
    func cues() async throws {
        let stage = TaskStage(steps: [
            Steps.instruction("a"),
            Steps.active(
                "b",
                duration: 2,
                [.playSoundOnStart, .vibrateOnStart, .transitionAutomatically],
                spoken: ["start": "Go"]
            ),
        ])
        let host = Host()
        let feed = feed(
            of: stage.controller,
            performing: [.speak, .sound, .vibrate],
            to: host
        )
        try await stage.begin()
        host.updates = []
        try await stage.press(.goForward)
        try await stage.reach("b")
        let update = try #require(host.updates.first { !$0.cues.isEmpty })
        #expect(
            update.cues == [
                ViewCue(1, .speak("Go")), ViewCue(2, .sound("short_low_high")),
                ViewCue(3, .vibrate),
            ]
        )
        let inserted = update.changes.compactMap { change -> ViewID? in
            if case .insert(let node, _, _) = change { node.id } else { nil }
        }
        #expect(inserted.contains("screen/task/page/b"))
        // The host speaks, so the service does not.
        #expect(!stage.log.calls.contains(.speak("Go")))
        stage.controller.servicesOfSteps.silence()
        await stage.settle()
        #expect(host.updates.last?.cues == [ViewCue(4, .silence)])
        withExtendedLifetime(feed) {}
    }
}
