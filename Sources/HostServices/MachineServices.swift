// Provides the services that steps need with the means of this machine: speech, sound, vibration, and locks that keep
// the machine awake. Anything missing is reported once, and the task goes on without it.

internal import Cues
public import Research
public import ResearchUI

/// Where the machine's services are found; tests replace them.
struct MachineParts {
    var speech = SpeechMeans()
    /// The alsa-lib configuration that defines the sound device; `nil` for the default one.
    var soundConfiguration: String?
    /// The address of the message bus with logind; `nil` for the system bus.
    var busAddress: String?
    /// How long the machine's sleep waits for the main actor at most; logind allows five seconds.
    var sleepPatience = Duration.seconds(4)
}

/// The services of the machine that the program runs on.
@MainActor
public final class MachineServices {
    /// What the machine cannot do, each once, with a remedy.
    public private(set) var notes: [String] = []
    /// What tasks may use of this machine.
    public var permissions: DevicePermissions
    /// Whether the screen is on and shows the task; a host that knows sets it.
    public var isInForeground = true

    private let voice: SpeechVoice
    let tones: TonePlayer
    private weak var vibrator: (any RSDVibrator)?
    private let told: @MainActor (String) -> Void
    private let relay: MessageRelay
    private let busAddress: String?
    private let sleepPatience: Duration
    /// Whether silence has been reported since a text was last spoken.
    private var hasToldSilence = false
    private var screen: WakeLock?
    /// How many steps want the screen on.
    private var screenUsers = 0
    private var sleepWatch: SleepWatch?
    private var sleepInterruption: SleepInterruption?

    /// The services of this machine.
    ///
    /// - Parameters:
    ///   - language: The language of speech, as in "en" or "de-AT".
    ///   - soundDevice: The sound device, as `aplay -L` lists it.
    ///   - vibrator: The vibrator, which is not retained.
    ///   - permissions: What is allowed.
    ///   - told: Called once for each thing that the machine cannot do.
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
        let relay = MessageRelay()
        self.relay = relay
        self.vibrator = vibrator
        self.permissions = permissions
        self.told = told
        busAddress = parts.busAddress
        sleepPatience = parts.sleepPatience
        voice = SpeechVoice(language: language, by: parts.speech) { route in
            guard let remedy = route.remedy else { return }
            relay.pass("\(route); \(remedy)")
        }
        tones = TonePlayer(device: soundDevice, configuration: parts.soundConfiguration) {
            relay.pass("\($0)")
        }
        relay.services = self
    }

    isolated deinit { sleepInterruption?.end() }

    /// Interrupts a run while the machine sleeps, until another run is watched or the services are released.
    ///
    /// The timer of its step stops before the sleep and resumes after it.
    public func watchSleep(for run: RSDTaskViewController) {
        sleepInterruption?.end()
        let interruption = SleepInterruption(of: run, limit: sleepPatience)
        sleepInterruption = interruption
        sleepWatch = SleepWatch(
            who: "footfall",
            why: "the timer of a research task is stopped",
            busAddress: busAddress,
            obstacleFound: { [relay] error in
                relay.pass("a task may not hear of the machine's sleep in time: \(error)")
                // Nothing will report the waking now, so a stopped timer has to run again.
                interruption.tell(false)
            },
            told: interruption.tell
        )
    }

    /// The services, for a task controller.
    public var services: StepServices {
        var services = StepServices()
        services.speak = { [voice, relay] text, completion in
            voice.speak(text) { outcome in
                Task { @MainActor in
                    relay.services?.noteSpeech(outcome)
                    completion(text, outcome == .finished)
                }
            }
        }
        services.silence = { [voice] in voice.silence() }
        services.play = { [tones] sound in
            guard let sequence = ToneSequence(named: sound.name) ?? .usual else { return }
            tones.play(sequence)
        }
        services.vibrate = { [weak self] in self?.vibrator?.vibrateDevice() }
        services.keepScreenOn = { [weak self] isOn in
            self?.keepScreen(on: isOn)
        }
        services.keepAwake = { [weak self] reason in self?.session(reason) }
        // A participant cannot grant access to devices, only allow a task to use what the process can access.
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
        // The next step may ask for the screen before the previous one has released it.
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
        WakeLock(who: "footfall", why: reason, busAddress: busAddress) { [relay] outcome in
            guard case .notHeld(let error) = outcome else { return }
            relay.pass("the machine may fall asleep during a task: \(error)")
            failed(error)
        }
    }

    /// Reports a text that was not spoken, once until a text is spoken again.
    fileprivate func noteSpeech(_ outcome: SpeechOutcome) {
        switch outcome {
        case .finished: hasToldSilence = false
        case .cancelled: break
        case .failed(let error):
            // The voice itself reports a speech program that is missing or does not run.
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

/// Passes messages of other threads to the services on the main actor.
private final class MessageRelay: Sendable {
    @MainActor weak var services: MachineServices?

    func pass(_ text: String) {
        Task { @MainActor in self.services?.note(text) }
    }
}

/// Holds a wake lock until it is released.
@MainActor
private final class HeldLock {
    private var lock: WakeLock?

    func hold(_ lock: consuming WakeLock) { self.lock = consume lock }

    func release() { lock = nil }
}

extension ToneSequence {
    /// The tones for a sound with an unknown name.
    fileprivate static var usual: ToneSequence? {
        ToneSequence(named: RSDSound.short_low_high.name)
    }
}
