// Limits how long the machine's voice is waited for, because it may hang. The limit uses real time, whatever clock the
// run has. A report that comes after the limit is ignored.

internal import Timebase

/// The texts that the machine was given to speak and has not reported as over.
@MainActor
final class MachineSpeech {
    private var texts: [Int: (text: String, completion: RSDVoiceBoxCompletionHandler)] = [:]
    private var awaited = AwaitedSpeech(AwaitedSpeech.limitOfMachine)
    private var limitTask: Task<Void, Never>?
    private var lastID = 0
    private let timekeeper: any Timekeeper

    init(_ timekeeper: any Timekeeper) { self.timekeeper = timekeeper }

    /// Speaks a text; calls the handler once when it is over, or its time limit has passed.
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
