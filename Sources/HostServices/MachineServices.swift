// What steps need, by the parts of this machine: a voice, a sound card, what vibrates, and what would put
// the machine to sleep. What it has not is told once, and no task fails by it.

internal import Cues
public import Research
public import ResearchUI

/// Where the parts are: the machine's own, unless a test brings others.
struct MachineParts {
    var speech = SpeechMeans()
    /// Where alsa-lib looks for the sound device; its own configuration without it.
    var soundConfiguration: String?
    /// The message bus that logind is on; the system's without it.
    var busAddress: String?
    /// How long the machine waits with its sleep for the main actor; logind lets it wait for five seconds.
    var sleepPatience = Duration.seconds(4)
}

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
    let tones: TonePlayer
    private weak var vibrator: (any RSDVibrator)?
    private let told: @MainActor (String) -> Void
    private let ear: Ear
    private let busAddress: String?
    private let sleepPatience: Duration
    /// Whether it has been said that a text was not spoken, and none was since.
    private var hasToldSilence = false
    private var screen: WakeLock?
    /// How many want the screen on.
    private var screenUsers = 0
    private var sleepWatch: SleepWatch?
    private var sleepInterruption: SleepInterruption?

    /// The services of this machine.
    ///
    /// - Parameters:
    ///   - language: In which is spoken, as in "en" or "de-AT".
    ///   - soundDevice: The sound device, as `aplay -L` lists it.
    ///   - vibrator: What vibrates; who gives it keeps it.
    ///   - permissions: What is allowed.
    ///   - told: Told what the machine cannot do, each once.
    public convenience init(
        language: String? = nil,
        soundDevice: String = "default",
        vibrator: (any RSDVibrator)? = nil,
        permissions: DevicePermissions = DevicePermissions(),
        told: @escaping @MainActor (String) -> Void = { _ in }
    ) {
        self.init(
            by: MachineParts(),
            language: language,
            soundDevice: soundDevice,
            vibrator: vibrator,
            permissions: permissions,
            told: told
        )
    }

    init(
        by parts: MachineParts,
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
        busAddress = parts.busAddress
        sleepPatience = parts.sleepPatience
        voice = SpeechVoice(language: language, by: parts.speech) { route in
            guard let remedy = route.remedy else { return }
            ear.hear("\(route); \(remedy)")
        }
        tones = TonePlayer(device: soundDevice, configuration: parts.soundConfiguration) {
            ear.hear("\($0)")
        }
        ear.services = self
    }

    isolated deinit { sleepInterruption?.end() }

    /// Interrupts a run while the machine sleeps, until another is watched or the services are let go of.
    ///
    /// The timer of its step stands from before the sleep, and runs again after it.
    public func watchSleep(for run: RSDTaskViewController) {
        sleepInterruption?.end()
        let interruption = SleepInterruption(of: run, limit: sleepPatience)
        sleepInterruption = interruption
        sleepWatch = SleepWatch(
            who: "footfall",
            why: "the timer of a research task is stopped",
            busAddress: busAddress,
            obstacleFound: { [ear] error in
                ear.hear("a task may not hear of the machine's sleep in time: \(error)")
                // When nobody is left who would tell that it has woken, a timer must not stand for good.
                interruption.tell(false)
            },
            told: interruption.tell
        )
    }

    /// The services, for a task controller.
    public var services: StepServices {
        var services = StepServices()
        services.speak = { [voice, ear] text, completion in
            voice.speak(text) { outcome in
                Task { @MainActor in
                    ear.services?.noteSpeech(outcome)
                    completion(text, outcome == .finished)
                }
            }
        }
        services.hush = { [voice] in voice.hush() }
        services.play = { [tones] sound in
            guard let sequence = ToneSequence(named: sound.name) ?? .usual else { return }
            tones.play(sequence)
        }
        services.vibrate = { [weak self] in self?.vibrator?.vibrateDevice() }
        services.keepScreenOn = { [weak self] isOn in
            self?.keepScreen(on: isOn)
        }
        services.keepAwake = { [weak self] reason in self?.session(reason) }
        // Rights to devices are not for a participant to give; whether a task may use what this machine can is.
        services.authorization = { [weak self] type in
            self?.permissions.question(about: type) ?? .restricted
        }
        services.requestAuthorization = { [weak self] permission in
            self?.permissions.question(about: permission.permissionType) ?? .restricted
        }
        services.isInForeground = { [weak self] in self?.isInForeground ?? true }
        return services
    }

    private func keepScreen(on isOn: Bool) {
        // The step that comes may ask for it before the one that goes has let go of it.
        screenUsers = max(0, screenUsers + (isOn ? 1 : -1))
        if screenUsers == 0 {
            screen = nil
        } else if screen == nil {
            screen = lock("a step of a research task is on screen")
        }
    }

    private func session(_ reason: String) -> AVAudioSession {
        let held = HeldLock()
        let session = AVAudioSession(reason: reason) { held.release() }
        held.hold(
            lock(reason) { [weak session] error in
                Task { @MainActor in session?.fail("\(error)") }
            }
        )
        return session
    }

    private func lock(
        _ reason: String,
        failed: @escaping @Sendable (CueError) -> Void = { _ in }
    ) -> WakeLock {
        WakeLock(who: "footfall", why: reason, busAddress: busAddress) { [ear] outcome in
            guard case .notHeld(let error) = outcome else { return }
            ear.hear("the machine may fall asleep during a task: \(error)")
            failed(error)
        }
    }

    /// Says that a text was not spoken: once, until one is.
    fileprivate func noteSpeech(_ outcome: SpeechOutcome) {
        switch outcome {
        case .finished: hasToldSilence = false
        case .cancelled: break
        case .failed(let error):
            // Of a program that is not there or does not run, the voice itself tells.
            if case .notRunnable = error.kind { return }
            if !hasToldSilence { note("a text was not spoken: \(error)") }
            hasToldSilence = true
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

    func hold(_ lock: consuming WakeLock) { self.lock = consume lock }

    func release() { lock = nil }
}

extension ToneSequence {
    /// What a sound sounds like whose name nobody knows.
    fileprivate static var usual: ToneSequence? {
        ToneSequence(named: RSDSound.short_low_high.name)
    }
}
