// A voice of the machine's may hang like any other part. It is waited for in the machine's own time, whatever
// time the run has, and what it says too late is no answer any more.

internal import Timebase

/// What the machine was given to speak and has not answered.
@MainActor
final class MachineSpeech {
    private var texts: [Int: (text: String, completion: RSDVoiceBoxCompletionHandler)] = [:]
    private var awaited = AwaitedSpeech(AwaitedSpeech.limitOfMachine)
    private var limitTask: Task<Void, Never>?
    private var lastID = 0
    private let timekeeper = LiveTimekeeper()

    /// Has a text spoken, and tells once when it is over or waited for no more.
    func speak(
        _ text: String,
        by services: StepServices,
        _ completion: @escaping RSDVoiceBoxCompletionHandler
    ) {
        lastID += 1
        let id = lastID
        texts[id] = (text, completion)
        awaited.begin(id, text, at: timekeeper.now)
        services.speak(text) { [weak self] _, isFinished in self?.end(id, isFinished) }
        watchLimit()
    }

    private func end(_ id: Int, _ isFinished: Bool) {
        guard let ended = texts.removeValue(forKey: id) else { return }
        _ = awaited.end(id, at: timekeeper.now)
        watchLimit()
        ended.completion(ended.text, isFinished)
    }

    private func watchLimit() {
        limitTask?.cancel()
        guard let limit = awaited.nextLimit else { return }
        limitTask = Task { [weak self, timekeeper] in
            try? await timekeeper.sleep(until: limit, tolerance: nil)
            guard !Task.isCancelled, let self else { return }
            let overdue = awaited.endOverdue(at: timekeeper.now)
            for id in overdue { end(id, false) }
            watchLimit()
        }
    }
}
