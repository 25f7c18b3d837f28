// A screen of text: it keeps the tree that it was sent, as a browser or a terminal would.

import ResearchUI
import TaskEngine
import ViewTree

/// Draws screens as lines.
@MainActor
final class TextScreen: RSDTaskViewControllerDelegate {
    /// What is on the screen.
    private(set) var tree: ViewNode
    /// The titles that were there, in their order.
    private(set) var titles: [String] = []
    /// How the task has ended, when it has.
    private(set) var reason: TaskFinishReason?
    private var pressed: Set<ViewID> = []

    init(of controller: UIViewController) { tree = controller.screen }

    /// Takes what has changed, and prints what is to be read.
    func draw(_ update: ViewUpdate) {
        do {
            tree = try tree.applying(update.changes)
        } catch {
            print("the screen cannot be drawn: \(error)")
        }
        for cue in update.cues { print("  (\(cue))") }
        tree.forEach { node in
            guard case .label(let label) = node.content, label.role == .title,
                titles.last != label.text
            else { return }
            titles.append(label.text)
            print("== \(label.text)")
        }
    }

    /// The button to go on, as long as nobody has pressed it.
    var nextButton: ViewID? {
        var found: ViewID?
        tree.forEach { node in
            guard case .button(let button) = node.content, button.action == "goForward",
                node.style.isEnabled != false
            else { return }
            found = node.id
        }
        guard let found, pressed.insert(found).inserted else { return nil }
        print("[\(found)]")
        return found
    }

    func taskController(
        _ taskController: any RSDTaskController,
        didFinishWith reason: TaskFinishReason,
        error: (any Error)?
    ) {
        print(reason.rawValue)
        self.reason = reason
    }
}
