// Decides which program speaks, and which one replaces it after a failure. Runs on the voice's thread.

internal import SystemCalls

/// Speaks on the thread of a voice's queue.
struct Speaker: CuePerformer, ~Copyable {
    private let means: SpeechMeans
    private let routes: SpeechRoutes
    private let wakeEvent: WakeEvent
    private let isSilenced: () -> Bool
    private var line: DispatcherLine?
    /// Why speech-dispatcher is not used any more.
    private var fall: CueError?

    init(
        means: SpeechMeans,
        routes: SpeechRoutes,
        wakeEvent: WakeEvent,
        isSilenced: @escaping () -> Bool
    ) {
        self.means = means
        self.routes = routes
        self.wakeEvent = wakeEvent
        self.isSilenced = isSilenced
    }

    mutating func perform(_ text: SpokenText) -> CueOutcome {
        guard text.hasWords else { return .finished }
        do throws(CueError) {
            try text.checkLanguage()
        } catch {
            return .failed(error)
        }
        return speakByDispatcher(text) ?? speakByEspeak(text)
    }

    /// Keeps the connection: it costs nothing, and the next text starts at once.
    mutating func rest() {}

    /// Speaks by speech-dispatcher; returns `nil` if espeak-ng must speak, now and from now on.
    private mutating func speakByDispatcher(_ text: SpokenText) -> CueOutcome? {
        guard fall == nil else { return nil }
        for attempt in 1...2 {
            do throws(CueError) {
                let current = try openLine()
                routes.change(to: .dispatcher)
                let outcome = try current.say(text, unless: isSilenced)
                line = consume current
                return outcome
            } catch {
                if isSilenced() { return .cancelled }
                if attempt == 2 || error.kind != .lost {
                    fall = error
                    break
                }
            }
        }
        return nil
    }

    private mutating func openLine() throws(CueError) -> DispatcherLine {
        if let open = line.take() { return open }
        return try DispatcherLine(
            to: means.socket,
            signalling: wakeEvent,
            patience: means.patience,
            unless: isSilenced
        )
    }

    private func speakByEspeak(_ text: SpokenText) -> CueOutcome {
        do throws(CueError) {
            let saying = try means.espeak.start(text, signalling: wakeEvent)
            routes.change(to: .espeak)
            return saying.outcome(
                within: means.patience + text.longestDuration,
                wakeEvent: wakeEvent,
                unless: isSilenced
            )
        } catch {
            let reasons = [fall, error].compactMap { $0 }.map { "\($0.place) \($0.what)" }
            let reason = reasons.joined(separator: ", and ")
            routes.change(to: .none(reason: reason, remedy: Self.remedy(for: error)))
            return .failed(error)
        }
    }

    /// If espeak-ng is missing, installing either program helps; if it is there but fails, its own error has the
    /// remedy.
    private static func remedy(for error: CueError) -> String {
        let installing = "install speech-dispatcher or espeak-ng"
        if case .notRunnable(.notFound) = error.kind { return installing }
        return error.remedy ?? installing
    }
}
