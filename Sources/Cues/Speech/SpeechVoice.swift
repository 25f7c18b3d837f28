// What a task says aloud. A speech server may be slow, silent or dead, so a thread of the voice's own talks to
// it, and no task waits for it or fails by it; a program that speaks stands in for it.

internal import Synchronization
internal import SystemCalls

/// How what was to be said ended.
public typealias SpeechOutcome = CueOutcome

/// Speaks texts in the order they were asked for.
///
/// Order: a text begins when the one before it has ended. Each completion is called exactly once, in the same
/// order, on the voice's own thread: after the words were spoken, were hushed, or failed. Letting go of the
/// voice hushes it.
///
/// speech-dispatcher speaks where there is one. When it dies in the middle of a text it is asked once more,
/// with the whole text; after that, or when it does not answer, espeak-ng speaks this text and all others.
public final class SpeechVoice: Sendable {
    /// Who speaks.
    public enum Route: Sendable, Hashable {
        case dispatcher
        case espeak
        /// Nobody does; why not, and what the user can do about it.
        case none(reason: String, remedy: String)
    }

    private let queue = CueQueue<SpokenText>()
    private let means: SpeechMeans
    private let languageName: Mutex<String?>
    private let routes: SpeechRoutes

    /// A voice that finds out who speaks when it has something to say.
    ///
    /// - Parameters:
    ///   - language: As in "en" or "de-AT"; the speaker's own choice without it.
    ///   - routeFound: Told once who speaks, and once of each change.
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

    /// Who speaks; `nil` before it is known.
    public var route: Route? { routes.current }

    /// The language of what will be asked for.
    public var language: String? { languageName.withLock { $0 } }

    /// Has what will be asked for spoken in a language, as in "en" or "de-AT".
    public func setLanguage(_ language: String) { languageName.withLock { $0 = language } }

    /// Says a text after those that were asked for before; returns at once.
    ///
    /// A text without a word in it is finished when its turn comes.
    public func speak(_ text: String, completion: (@Sendable (SpeechOutcome) -> Void)? = nil) {
        queue.add(
            SpokenText(text, language: language),
            completion: completion,
            threadNamed: "voice"
        ) { [queue, means, routes] in
            var speaker = Speaker(
                means: means,
                routes: routes,
                bell: queue.bell,
                isHushed: { queue.isHushed }
            )
            queue.run(&speaker, restingAfter: .seconds(60))
        }
    }

    /// Ends what is being said, and what waits; what is asked for afterwards is said.
    public func hush() { queue.hush() }
}

extension SpeechVoice.Route: CustomStringConvertible {
    /// What to tell the user.
    public var description: String {
        switch self {
        case .dispatcher: "speech-dispatcher speaks"
        case .espeak: "espeak-ng speaks"
        case .none(let reason, _): "nothing is spoken: \(reason)"
        }
    }

    /// What the user can do about it; `nil` when somebody speaks.
    public var remedy: String? {
        switch self {
        case .dispatcher, .espeak: nil
        case .none(_, let remedy): remedy
        }
    }
}

/// Who is asked to speak, and how long is waited for an answer.
package struct SpeechMeans: Sendable {
    /// The socket of the dispatcher; the usual one, and a dispatcher that is started, without it.
    let socket: String?
    let espeak: EspeakProgram
    /// How long a server may take to answer a question; words may take longer, by how many they are.
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

/// Who speaks, told when it changes.
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
