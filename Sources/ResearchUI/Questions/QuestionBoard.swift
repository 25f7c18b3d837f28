// A run may have several questions at a time, and some that answer themselves: a recorder starts after all while
// somebody reads that it has not. One is shown at a time, and each caller has one answer.

/// The questions that lie on top of a run's screen, one at a time.
@MainActor
final class QuestionBoard {
    private struct Entry {
        var id: Int
        /// Makes the question, in the words that there are when it is shown.
        var make: (RSDTaskViewController) -> UIAlertController
        /// Tells who asks that there will be no answer.
        var giveUp: () -> Void
        var shown: UIAlertController?
    }

    private weak var controller: RSDTaskViewController?
    private var entries: [Entry] = []
    private var lastID = 0
    private var isClosed = false

    init(of controller: RSDTaskViewController) { self.controller = controller }

    /// Asks a question behind those that are open.
    ///
    /// - Returns: `nil` once nobody is asked any more: the run ends, or the task that asks was cancelled.
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

    /// Takes all questions away that are open.
    func withdrawAll() {
        for entry in entries { withdraw(entry.id) }
    }

    /// Asks nobody any more.
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

    /// A host that takes away what lies below a question takes that along, and nobody has answered it.
    private func askAgain(_ id: Int) {
        guard let place = entries.firstIndex(where: { $0.id == id }) else { return }
        entries[place].shown = nil
        showNext()
    }
}
