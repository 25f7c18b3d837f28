// Queues the questions of a run and shows one at a time, and gives each caller one answer. Questions may also be
// withdrawn unanswered: a recorder may start after all while the participant reads that it has not.

/// The questions on top of a run's screen, shown one at a time.
@MainActor
final class QuestionBoard {
    private struct Entry {
        var id: Int
        /// Makes the alert, with the texts at the time it is shown.
        var make: (RSDTaskViewController) -> UIAlertController
        /// Returns `nil` to the caller, because there will be no answer.
        var giveUp: () -> Void
        var shown: UIAlertController?
    }

    private weak var controller: RSDTaskViewController?
    private var entries: [Entry] = []
    private var lastID = 0
    private var isClosed = false

    init(of controller: RSDTaskViewController) { self.controller = controller }

    /// Asks a question, once those asked before it are closed.
    ///
    /// - Returns: The answer; `nil` if the run ends, or the calling task is cancelled.
    func ask<Answer>(_ question: RunQuestion<Answer>) async -> Answer? {
        lastID += 1
        let id = lastID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Answer?, Never>) in
                guard !isClosed, !Task.isCancelled, controller != nil else {
                    return continuation.resume(returning: nil)
                }
                var waiter: CheckedContinuation<Answer?, Never>? = continuation
                let make = { [weak self] (controller: RSDTaskViewController) in
                    question.alert(askedBy: controller) { answer in
                        self?.forget(id)
                        waiter.take()?.resume(returning: answer)
                    }
                }
                entries.append(
                    Entry(id: id, make: make, giveUp: { waiter.take()?.resume(returning: nil) })
                )
                showNext()
            }
        } onCancel: {
            Task { await self.withdraw(id) }
        }
    }

    /// Withdraws all open questions.
    func withdrawAll() {
        for entry in entries { withdraw(entry.id) }
    }

    /// Withdraws all open questions, and refuses further ones.
    func close() {
        isClosed = true
        withdrawAll()
    }

    private func withdraw(_ id: Int) {
        guard let place = entries.firstIndex(where: { $0.id == id }) else { return }
        let entry = entries.remove(at: place)
        if let presenter = entry.shown?.presentingViewController {
            presenter.dismiss(animated: true)
        }
        entry.giveUp()
        showNext()
    }

    private func forget(_ id: Int) {
        entries.removeAll { $0.id == id }
        showNext()
    }

    private func showNext() {
        guard let controller, !entries.isEmpty, entries[0].shown == nil else { return }
        let (id, alert) = (entries[0].id, entries[0].make(controller))
        entries[0].shown = alert
        alert.whenGone = { [weak self] in self?.askAgain(id) }
        controller.present(alert, animated: true)
    }

    /// Shows a question again that disappeared unanswered, because the host dismissed what was below it.
    private func askAgain(_ id: Int) {
        guard let place = entries.firstIndex(where: { $0.id == id }) else { return }
        entries[place].shown = nil
        showNext()
    }
}
