// Several hosts on one controller: one from the start, one that comes late, and one that loses updates in
// transit, as a host in another process may.

import Research
import Testing
import ViewTree

@testable import ResearchUI

/// A host that applies its updates, and requests those that it misses.
@MainActor
final class FollowingHost {
    private(set) var followed = FollowedTree()
    private(set) var numbers: [Int] = []
    private var feed: ScreenFeed?
    private var sent = 0
    private let isLost: (Int) -> Bool

    /// Creates a host that loses the updates for which `isLost` is true, counted from 1.
    init(of controller: UIViewController, losing isLost: @escaping (Int) -> Bool = { _ in false }) {
        self.isLost = isLost
        feed = ScreenFeed(of: controller) { [weak self] in self?.take($0) }
        // The first tree may have come while the feed was made.
        ask()
    }

    /// Requests the updates that it may have missed.
    func ask() { feed?.receive(followed.request) }

    /// Sends the changes to all hosts.
    func flush() { feed?.flush() }

    private func take(_ update: ViewUpdate) {
        sent += 1
        guard !isLost(sent) else { return }
        numbers.append(update.number)
        if let request = followed.take(update) { feed?.receive(request) }
    }
}

@Suite("Several hosts of one screen")
@MainActor
struct FollowersTests {
    @Test("show the same tree, also one that comes late and one that loses every third update")
    func sameTree() async throws {
        let stage = TaskStage(steps: [
            Steps.instruction("a"), Steps.active("b", duration: 4), Steps.instruction("c"),
        ])
        let whole = FollowingHost(of: stage.controller)
        let lossy = FollowingHost(of: stage.controller) { $0.isMultiple(of: 3) }
        try await stage.begin()
        try await stage.press(.goForward)
        try await stage.reach("b")
        let late = FollowingHost(of: stage.controller)
        #expect(late.followed.tree == stage.controller.screen)
        await stage.tick(4)
        try await stage.reach("c")
        try await stage.press(.cancel)
        #expect(whole.followed.tree == stage.controller.screen)
        #expect(late.followed == whole.followed)
        lossy.ask()
        #expect(lossy.followed.tree == whole.followed.tree && lossy.followed.error == nil)
        // Each turn has one number for all hosts, and the others do not notice the loss.
        #expect(whole.numbers == Array(1...whole.numbers.count))
        #expect(Array(whole.numbers.suffix(late.numbers.count)) == late.numbers)
    }

    @Test("show the same tree after random changes, while hosts come and go", arguments: 1...60)
    func random(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let controller = UIViewController(nibName: nil, bundle: nil)
        let group = UIStackView(name: "group", role: .stack)
        controller.view.addSubview(group)
        let first = FollowingHost(of: controller)
        var others: [FollowingHost] = []
        for turn in 0..<40 {
            for _ in 0...numbers.below(3) {
                let views = group.subviews
                switch numbers.below(4) {
                case 0: group.insertSubview(label(turn), at: numbers.below(views.count + 1))
                case 1: views.randomElement(using: &numbers)?.removeFromSuperview()
                case 2: (views.randomElement(using: &numbers) as? UILabel)?.text = "\(turn)"
                default: views.randomElement(using: &numbers)?.isHidden.toggle()
                }
            }
            if numbers.below(6) == 0 {
                let loss = 2 + numbers.below(3)
                others.append(FollowingHost(of: controller) { $0.isMultiple(of: loss) })
            }
            if numbers.below(9) == 0 { _ = others.popLast() }
            first.flush()
            #expect(first.followed.tree == controller.screen && first.followed.error == nil)
            for other in others {
                other.ask()
                other.ask()
                #expect(other.followed.tree == controller.screen)
            }
        }
    }

    private func label(_ turn: Int) -> UILabel {
        let label = UILabel(name: "label")
        label.text = "made at \(turn)"
        return label
    }

    @Test("share one tree, which is built once a turn")
    func once() {
        let controller = UIViewController(nibName: nil, bundle: nil)
        let counted = CountedView()
        controller.view.addSubview(counted)
        let feeds = (0..<5).map { _ in ScreenFeed(of: controller) { _ in } }
        counted.made = 0
        counted.number = 1
        counted.number = 2
        feeds[0].flush()
        #expect(counted.made == 1)
        #expect(feeds.allSatisfy { $0.tree.isIdentical(to: feeds[0].tree) })
    }

    @Test("cost nothing when they are gone, and a new one continues the numbers")
    func gone() async {
        let controller = UIViewController(nibName: nil, bundle: nil)
        let counted = CountedView()
        controller.view.addSubview(counted)
        var updates: [ViewUpdate] = []
        var feeds = [
            ScreenFeed(of: controller) { updates.append($0) }, ScreenFeed(of: controller) { _ in },
        ]
        feeds.removeLast()
        counted.number += 1
        feeds[0].flush()
        #expect(updates.map(\.number) == [1, 2])
        counted.number += 1
        feeds = []
        (counted.made, updates) = (0, [])
        counted.number += 1
        for _ in 0..<5 { await Task.yield() }
        #expect(counted.made == 0 && updates.isEmpty)
        #expect(controller.broadcast?.tree == nil)
        feeds.append(ScreenFeed(of: controller) { updates.append($0) })
        #expect(updates.map(\.number) == [3] && updates[0].wholeTree == controller.screen)
    }

    @Test("receive updates in order, also if one of them changes the screen during an update")
    func reentrant() {
        let controller = UIViewController(nibName: nil, bundle: nil)
        let counted = CountedView()
        controller.view.addSubview(counted)
        var feed: ScreenFeed?
        feed = ScreenFeed(of: controller) { _ in
            guard counted.number == 1 else { return }
            counted.number = 2
            feed?.flush()
        }
        let other = FollowingHost(of: controller)
        counted.number = 1
        other.flush()
        #expect(other.numbers == [1, 2, 3] && other.followed.tree == controller.screen)
        withExtendedLifetime(feed) {}
    }

    @Test("get no update for a request if they have missed nothing")
    func missesNothing() {
        let controller = UIViewController(nibName: nil, bundle: nil)
        var updates: [ViewUpdate] = []
        let feed = ScreenFeed(of: controller) { updates.append($0) }
        #expect(feed.receive(.missed(after: 1)) && updates.count == 1)
        #expect(feed.receive(.missed(after: 0)) && updates.count == 2)
        #expect(feed.receive(.missed(after: nil)) && updates.count == 3)
        #expect(updates.allSatisfy { $0.number == 1 && $0.wholeTree == controller.screen })
        #expect(!controller.receive(.missed(after: nil)))
    }
}

/// A view that counts how often its content is built.
private final class CountedView: UIView {
    var made = 0
    var number = 0 { didSet { setNeedsDisplay() } }

    init() { super.init(name: "counted") }

    override var content: ViewContent {
        made += 1
        return .label(LabelContent("\(number)"))
    }
}

/// Numbers that are the same in every run.
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) | (state << 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
