// The services that steps need from the machine, as closures. A program supplies real services, and a test supplies
// ones that record their calls; all of them have defaults.

public import Research
package import Timebase

/// Called when an instruction has been spoken, with the text, and whether it was spoken to its end.
public typealias RSDVoiceBoxCompletionHandler = @MainActor (String, Bool) -> Void

/// Speech, sounds and the like, for step and task controllers.
@MainActor
public struct StepServices {
    /// Speaks a text after all earlier ones; calls the handler once when it is over.
    public var speak: (String, @escaping RSDVoiceBoxCompletionHandler) -> Void
    /// Stops speaking, and drops all waiting texts.
    public var silence: () -> Void
    /// Plays a sound.
    public var play: (RSDSound) -> Void
    /// Vibrates the device that the participant holds.
    public var vibrate: () -> Void
    /// Keeps the screen on, or lets it turn off again.
    public var keepScreenOn: (Bool) -> Void
    /// Keeps the machine awake until the returned session ends, for a reason that its user may read.
    ///
    /// Returns `nil` if that is impossible. If it fails later, the session reports the failure.
    public var keepAwake: (String) -> AVAudioSession?
    /// Whether the machine and, as far as known, the participant permit something.
    ///
    /// `.notDetermined` means that the participant must be asked.
    public var authorization: (RSDStandardPermissionType) -> RSDAuthorizationStatus
    /// Requests a permission with the machine's own question.
    ///
    /// If it returns `.notDetermined`, the task controller asks on its own screen.
    public var requestAuthorization: (RSDStandardPermission) async -> RSDAuthorizationStatus
    /// Whether the screen is on and shows the task.
    public var isInForeground: () -> Bool
    /// The folder of the run, which must contain every picture; by default none, so that every picture is refused.
    ///
    /// A result names a picture by its path within the folder. A host with a `TaskSession` sets
    /// `services.pictures = RSDResourceLocator(folders: [session.path])`.
    public var pictures = RSDResourceLocator(folders: [])
    /// How long a pressed button ignores further presses, in real time.
    public var buttonPause: Duration
    /// Measures how long the machine's voice is waited for: real time, whatever clock the run has.
    package var machineTime: any Timekeeper = LiveTimekeeper()

    /// Services that do nothing and complete at once; the participant decides on permissions.
    public init() {
        speak = { text, completion in completion(text, true) }
        silence = {}
        play = { _ in }
        vibrate = {}
        keepScreenOn = { _ in }
        keepAwake = { AVAudioSession(reason: $0) {} }
        authorization = { _ in .notDetermined }
        requestAuthorization = { _ in .notDetermined }
        isInForeground = { true }
        buttonPause = .seconds(1)
    }

    /// Services that do nothing and complete at once; everything is permitted.
    public static var silent: StepServices {
        var services = StepServices()
        services.authorization = { _ in .authorized }
        services.requestAuthorization = { _ in .authorized }
        return services
    }
}

/// A call of a service.
public enum ServiceCall: Sendable, Hashable {
    case speak(String)
    case silence
    case play(String)
    case vibrate
    case keepScreenOn(Bool)
    case keepAwake(String)
    case letSleep
    case requestAuthorization(String)
}

/// Records the calls of services, in order.
@MainActor
public final class ServiceLog {
    public private(set) var calls: [ServiceCall] = []

    public init() {}

    /// Records a call.
    public func note(_ call: ServiceCall) { calls.append(call) }

    /// Removes all recorded calls.
    public func clear() { calls = [] }
}

extension StepServices {
    /// Returns the same services, with their calls recorded in a log.
    public func recorded(in log: ServiceLog) -> StepServices {
        let real = self
        var services = self
        services.speak = { text, completion in
            log.note(.speak(text))
            real.speak(text, completion)
        }
        services.silence = {
            log.note(.silence)
            real.silence()
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
