// What steps need of the machine that they run on, as closures: who composes a program gives the real
// parts, a test those that write down what was asked of them, and nobody has to give any.

public import Research

/// Called when an instruction has been spoken, with the text, and whether it was spoken to its end.
public typealias RSDVoiceBoxCompletionHandler = @MainActor (String, Bool) -> Void

/// Speech, sounds and the like, for step and task controllers.
@MainActor
public struct StepServices {
    /// Speaks a text behind those that were asked for before; tells once when it is over.
    public var speak: (String, @escaping RSDVoiceBoxCompletionHandler) -> Void
    /// Speaks no more, of what is being spoken and of what waits.
    public var hush: () -> Void
    /// Plays a sound.
    public var play: (RSDSound) -> Void
    /// Vibrates what the participant holds.
    public var vibrate: () -> Void
    /// Keeps the screen on, or lets it go off again.
    public var keepScreenOn: (Bool) -> Void
    /// Keeps the machine awake as long as what it answers is there, for a reason that its user may
    /// read; `nil` where that cannot be had, and where that is found out later, the session fails.
    public var keepAwake: (String) -> AVAudioSession?
    /// What the machine allows, and what the participant does as far as that is known; `.notDetermined` where they
    /// are to be asked.
    public var authorization: (RSDStandardPermissionType) -> RSDAuthorizationStatus
    /// Asks the participant to allow something, by a question of the machine's own; where it answers
    /// `.notDetermined`, the task controller asks on its screen.
    public var requestAuthorization: (RSDStandardPermission) async -> RSDAuthorizationStatus
    /// Whether the screen is on and shows the task.
    public var isInForeground: () -> Bool
    /// The folder of the run, which every picture has to lie in; by itself none, so that each is refused.
    ///
    /// A result names a picture by its path within the folder. A host with a `TaskSession` sets
    /// `services.pictures = RSDResourceLocator(folders: [session.path])`.
    public var pictures = RSDResourceLocator(folders: [])
    /// How long a button that was pressed takes no other press, in the machine's own time.
    public var buttonPause: Duration

    /// Services that do nothing, at once, and leave it to the participant what is allowed.
    public init() {
        speak = { text, completion in completion(text, true) }
        hush = {}
        play = { _ in }
        vibrate = {}
        keepScreenOn = { _ in }
        keepAwake = { AVAudioSession(reason: $0) {} }
        authorization = { _ in .notDetermined }
        requestAuthorization = { _ in .notDetermined }
        isInForeground = { true }
        buttonPause = .seconds(1)
    }

    /// Services that do nothing, at once, and allow everything.
    public static var silent: StepServices {
        var services = StepServices()
        services.authorization = { _ in .authorized }
        services.requestAuthorization = { _ in .authorized }
        return services
    }
}

/// What a service was asked for.
public enum ServiceCall: Sendable, Hashable {
    case speak(String)
    case hush
    case play(String)
    case vibrate
    case keepScreenOn(Bool)
    case keepAwake(String)
    case letSleep
    case requestAuthorization(String)
}

/// What services were asked for, in its order.
@MainActor
public final class ServiceLog {
    public private(set) var calls: [ServiceCall] = []

    public init() {}

    /// Takes note of a call.
    public func note(_ call: ServiceCall) { calls.append(call) }

    /// Forgets what there was.
    public func clear() { calls = [] }
}

extension StepServices {
    /// The same services, which write down what is asked of them.
    public func recorded(in log: ServiceLog) -> StepServices {
        let real = self
        var services = self
        services.speak = { text, completion in
            log.note(.speak(text))
            real.speak(text, completion)
        }
        services.hush = {
            log.note(.hush)
            real.hush()
        }
        services.play = { sound in
            log.note(.play(sound.name))
            real.play(sound)
        }
        services.vibrate = {
            log.note(.vibrate)
            real.vibrate()
        }
        services.keepScreenOn = { isOn in
            log.note(.keepScreenOn(isOn))
            real.keepScreenOn(isOn)
        }
        services.keepAwake = { reason in
            log.note(.keepAwake(reason))
            guard let session = real.keepAwake(reason) else { return nil }
            let recorded = AVAudioSession(reason: reason) {
                log.note(.letSleep)
                session.end()
            }
            session.tellFailure { [weak recorded] why in recorded?.fail(why) }
            return recorded
        }
        services.requestAuthorization = { permission in
            log.note(.requestAuthorization(permission.permissionType.rawValue))
            return await real.requestAuthorization(permission)
        }
        return services
    }
}
