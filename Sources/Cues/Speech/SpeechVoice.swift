// Speaks a task's texts. A speech server may be slow, hang or crash, so a separate thread talks to it: no task waits
// for it or fails because of it, and espeak-ng replaces it.

internal import Synchronization
internal import SystemCalls

/// How speaking a text ended.
public typealias SpeechOutcome = CueOutcome

/// Speaks texts in the order of the requests.
///
/// A text begins when the one before it has ended. Each completion is called exactly once, in the same order, on the
/// voice's own thread: after the text was spoken, was silenced, or failed. If that thread cannot be started, the
/// completion is called on the caller's thread. Releasing the voice silences it.
///
/// speech-dispatcher speaks if it is there. If it crashes in the middle of a text, it gets the whole text once more. If
/// it crashes again, or does not answer, espeak-ng speaks this text and all others.
public final class SpeechVoice: Sendable {
    /// The program that speaks.
    public enum Route: Sendable, Hashable {
        case dispatcher
        case espeak
        /// None does: the reason, and what the user can do about it.
        case none(reason: String, remedy: String)
    }

    private let queue = CueQueue<SpokenText>()
    private let means: SpeechMeans
    private let languageName: Mutex<String?>
    private let routes: SpeechRoutes

    /// Makes a voice, which chooses its program at the first text.
    ///
    /// - Parameters:
    ///   - language: For example "en" or "de-AT"; `nil` for the program's own choice.
    ///   - routeFound: Called when the program is chosen, and after each change.
    public convenience init(
        language: String? = nil,
        routeFound: (@Sendable (Route) -> Void)? = nil
    ) {
        self.init(language: language, by: SpeechMeans(), routeFound: routeFound)
    }

    package init(
        language: String? = nil,
        by means: SpeechMeans,
        routeFound: (@Sendable (Route) -> Void)? = nil
    ) {
        languageName = Mutex(language)
        self.means = means
        routes = SpeechRoutes(told: routeFound)
    }

    deinit { queue.close() }

    /// The program that speaks; `nil` before it is chosen.
    public var route: Route? { routes.current }

    /// The language of future texts.
    public var language: String? { languageName.withLock { $0 } }

    /// Sets the language of future texts, for example "en" or "de-AT".
    public func setLanguage(_ language: String) { languageName.withLock { $0 = language } }

    /// Speaks a text after the earlier ones; returns at once.
    ///
    /// A text without words is finished when its turn comes.
    public func speak(_ text: String, completion: (@Sendable (SpeechOutcome) -> Void)? = nil) {
        queue.add(
            SpokenText(text, language: language),
            completion: completion,
            threadNamed: "voice"
        ) { [queue, means, routes] in
            var speaker = Speaker(
                means: means,
                routes: routes,
                wakeEvent: queue.wakeEvent,
                isSilenced: { queue.isSilenced }
            )
            queue.run(&speaker, restingAfter: .seconds(60))
        }
    }

    /// Ends the current text and drops the waiting ones; later texts are spoken.
    public func silence() { queue.silence() }
}

extension SpeechVoice.Route: CustomStringConvertible {
    /// The text for the user.
    public var description: String {
        switch self {
        case .dispatcher: "speech-dispatcher speaks"
        case .espeak: "espeak-ng speaks"
        case .none(let reason, _): "nothing is spoken: \(reason)"
        }
    }

    /// The remedy; `nil` if a program speaks.
    public var remedy: String? {
        switch self {
        case .dispatcher, .espeak: nil
        case .none(_, let remedy): remedy
        }
    }
}

/// The programs that can speak, and how long an answer may take.
package struct SpeechMeans: Sendable {
    /// The socket of speech-dispatcher; `nil` for the usual one, where it is started if need be.
    let socket: String?
    let espeak: EspeakProgram
    /// How long a server may take to answer a request; speaking may take longer, depending on the text.
    let patience: Duration

    package init(
        socket: String? = nil,
        espeak: EspeakProgram = EspeakProgram(),
        patience: Duration = .seconds(10)
    ) {
        self.socket = socket
        self.espeak = espeak
        self.patience = patience
    }
}

/// The chosen program; reports changes.
final class SpeechRoutes: Sendable {
    private let route = Mutex<SpeechVoice.Route?>(nil)
    private let told: (@Sendable (SpeechVoice.Route) -> Void)?

    init(told: (@Sendable (SpeechVoice.Route) -> Void)?) {
        self.told = told
    }

    var current: SpeechVoice.Route? { route.withLock { $0 } }

    func change(to new: SpeechVoice.Route) {
        let isNew = route.withLock { route in
            defer { route = new }
            return route != new
        }
        if isNew { told?(new) }
    }
}
