// A whole host: Enter goes on, `2` presses or chooses, `2 71.5` enters; a thread waits for lines.
import Foundation
import ResearchUI
import TaskEngine
import ViewTree

@MainActor
final class TextHost: RSDTaskViewControllerDelegate {
    private var (feed, choices): (ScreenFeed?, [ViewNode]) = (nil, [])
    private let ending = AsyncStream<TaskFinishReason>.makeStream()

    func show(_ run: RSDTaskViewController) async -> TaskFinishReason {
        run.delegate = self
        feed = ScreenFeed(of: run) { [weak self] _ in self?.draw() }
        run.appear()
        let reading = Task {
            while !Task.isCancelled {
                let line: String? = await withCheckedContinuation { line in
                    Thread.detachNewThread { line.resume(returning: readLine()) }
                }
                guard let line else { return run.handleTaskCancelled(shouldSave: true) }
                take(line.split(separator: " "))
            }
        }
        defer { reading.cancel() }
        return await ending.stream.first { @Sendable _ in true } ?? .failed
    }

    private func draw() {
        choices = []
        feed?.tree.children.last?.forEach { node in
            let told = node.accessibility
            guard !told.isOrnament, node.style.isEnabled != false else { return }
            switch node.content {
            case .button, .cell, .textField, .picker, .slider: choices.append(node)
            default: return print(told.label, told.value ?? "")
            }
            print("", choices.count, told.label, told.value ?? "", separator: "  ")
        }
    }

    private func take(_ words: [Substring]) {
        let next = choices.lastIndex { $0.id.names.last == "goForward" }
        let place = words.first.map { (Int($0) ?? 0) - 1 } ?? next ?? -1
        guard choices.indices.contains(place) else { return }
        let (id, rest) = (choices[place].id, words.dropFirst())
        switch choices[place].content {
        case .picker(let it) where it.dates == nil: feed?.receive(.picked(id, rest.map { Int($0) }))
        case .slider: feed?.receive(.slid(id, rest.first.flatMap(Double.init) ?? 0))
        case .textField, .picker: feed?.receive(.entered(id, rest.joined(separator: " ")))
        default: feed?.receive(.tapped(id))
        }
    }

    func taskController(
        _: any RSDTaskController,
        didFinishWith reason: TaskFinishReason,
        error: (any Error)?
    ) { ending.continuation.yield(reason) }
}
