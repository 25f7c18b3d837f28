// Who is asked, in which order, and who stands in when somebody fails: the decisions of a voice, on its thread.

internal import SystemCalls

/// Speaks on the thread of a voice's queue.
struct Speaker: CuePerformer, ~Copyable {
    private let means: SpeechMeans
    private let routes: SpeechRoutes
    private let bell: Doorbell
    private let isHushed: () -> Bool
    private var line: DispatcherLine?
    /// Why speech-dispatcher is not asked any more.
    private var fall: CueError?

    init(
        means: SpeechMeans,
        routes: SpeechRoutes,
        bell: Doorbell,
        isHushed: @escaping () -> Bool
    ) {
        self.means = means
        self.routes = routes
        self.bell = bell
        self.isHushed = isHushed
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

    /// The connection stays: it costs nothing, and the next text is not late.
    mutating func rest() {}

    /// Answers `nil` when another has to speak, from now on.
    private mutating func speakByDispatcher(_ text: SpokenText) -> CueOutcome? {
        guard fall == nil else { return nil }
        for attempt in 1...2 {
            do throws(CueError) {
                let current = try openLine()
                routes.change(to: .dispatcher)
                let outcome = try current.say(text, unless: isHushed)
                line = consume current
                return outcome
            } catch {
                if isHushed() { return .cancelled }
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
            ringing: bell,
            patience: means.patience,
            unless: isHushed
        )
    }

    private func speakByEspeak(_ text: SpokenText) -> CueOutcome {
        do throws(CueError) {
            let saying = try means.espeak.start(text, ringing: bell)
            routes.change(to: .espeak)
            return saying.outcome(
                within: means.patience + text.longestDuration,
                bell: bell,
                unless: isHushed
            )
        } catch {
            let reasons = [fall, error].compactMap { $0 }.map { "\($0.place) \($0.what)" }
            let reason = reasons.joined(separator: ", and ")
            routes.change(to: .none(reason: reason, remedy: Self.remedy(for: error)))
            return .failed(error)
        }
    }

    /// Where there is no espeak-ng, either of both will do; one that is there, and does not run, is to be mended.
    private static func remedy(for error: CueError) -> String {
        let installing = "install speech-dispatcher or espeak-ng"
        if case .notRunnable(.notFound) = error.kind { return installing }
        return error.remedy ?? installing
    }
}
