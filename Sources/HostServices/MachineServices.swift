// What steps need, by the parts of this machine: a voice, a sound card, what vibrates, and what would put
// the machine to sleep. What it has not is told once, and no task fails by it.

internal import Cues
public import Research
public import ResearchUI

/// The services of the machine that the program runs on.
@MainActor
public final class MachineServices {
    /// What the machine cannot do, each said once, with what to do about it.
    public private(set) var notes: [String] = []
    /// What the participant, or who runs the machine, has allowed.
    public var permissions: DevicePermissions
    /// Whether the screen is on and shows the task; a host that knows sets it.
    public var isInForeground = true

    private let voice: SpeechVoice
    private let tones: TonePlayer
    private weak var vibrator: (any RSDVibrator)?
    private let told: @MainActor (String) -> Void
    private let ear: Ear
    private var screen: WakeLock?

    /// The services of this machine.
    ///
    /// - Parameters:
    ///   - language: In which is spoken, as in "en" or "de-AT".
    ///   - soundDevice: The sound device, as `aplay -L` lists it.
    ///   - vibrator: What vibrates; who gives it keeps it.
    ///   - permissions: What is allowed.
    ///   - told: Told what the machine cannot do, each once.
    public init(
        language: String? = nil,
        soundDevice: String = "default",
        vibrator: (any RSDVibrator)? = nil,
        permissions: DevicePermissions = DevicePermissions(),
        told: @escaping @MainActor (String) -> Void = { _ in }
    ) {
        let ear = Ear()
        self.ear = ear
        self.vibrator = vibrator
        self.permissions = permissions
        self.told = told
        voice = SpeechVoice(language: language) { route in
            guard let remedy = route.remedy else { return }
            ear.hear("\(route); \(remedy)")
        }
        tones = TonePlayer(device: soundDevice) { obstacle in ear.hear("\(obstacle)") }
        ear.services = self
    }

    /// The services, for a task controller.
    public var services: StepServices {
        var services = StepServices()
        services.speak = { [voice] text, completion in
            voice.speak(text) { outcome in
                Task { @MainActor in completion(text, outcome == .finished) }
            }
        }
        services.hush = { [voice] in voice.hush() }
        services.play = { [tones] sound in
            guard let sequence = ToneSequence(named: sound.name) ?? .usual else { return }
            tones.play(sequence)
        }
        services.vibrate = { [weak self] in self?.vibrator?.vibrateDevice() }
        services.keepScreenOn = { [weak self] isOn in
            self?.screen = isOn ? self?.lock("a step of a research task is on screen") : nil
        }
        services.keepAwake = { [weak self] reason in
            guard let self else { return nil }
            let held = HeldLock(self.lock(reason))
            return AVAudioSession(reason: reason) { held.release() }
        }
        services.authorization = { [weak self] type in
            self?.permissions.status(of: type) ?? .restricted
        }
        // Rights to devices are not for a participant to give: what there is now is the answer.
        services.requestAuthorization = { [weak self] permission in
            self?.permissions.status(of: permission.permissionType) ?? .restricted
        }
        services.isInForeground = { [weak self] in self?.isInForeground ?? true }
        return services
    }

    private func lock(_ reason: String) -> WakeLock {
        WakeLock(who: "footfall", why: reason) { [ear] outcome in
            guard case .notHeld(let error) = outcome else { return }
            ear.hear("the machine may fall asleep during a task: \(error)")
        }
    }

    fileprivate func note(_ text: String) {
        guard !notes.contains(text) else { return }
        notes.append(text)
        told(text)
    }
}

/// Brings what threads say to the main actor.
private final class Ear: Sendable {
    @MainActor weak var services: MachineServices?

    func hear(_ text: String) {
        Task { @MainActor in self.services?.note(text) }
    }
}

/// A lock that is let go of once.
@MainActor
private final class HeldLock {
    private var lock: WakeLock?

    init(_ lock: consuming WakeLock) { self.lock = consume lock }

    func release() { lock = nil }
}

extension ToneSequence {
    /// What a sound sounds like whose name nobody knows.
    fileprivate static var usual: ToneSequence? {
        ToneSequence(named: RSDSound.short_low_high.name)
    }
}
