// Plays sounds for participants who cannot look at the screen, because they walk or have their eyes closed. A sound
// card may be slow or gone, so a separate thread talks to it: no task waits for it or fails because of it.

internal import SystemCalls

/// Plays tones on a sound device, in the order of the requests.
///
/// A sound begins when the one before it has ended. Each completion is called exactly once, in the same order, on the
/// player's own thread: after the sound was heard, was silenced, or failed. If that thread cannot be started, the
/// completion is called on the caller's thread. Releasing the player silences it.
public final class TonePlayer: Sendable {
    private let queue = CueQueue<ToneSequence>()
    private let device: String
    private let configuration: String?
    private let pause: Duration
    private let told: (@Sendable (CueError) -> Void)?

    /// Makes a player for a device of alsa-lib; the device is opened at the first sound.
    ///
    /// - Parameters:
    ///   - device: As `aplay -L` lists it.
    ///   - obstacleFound: Called once with the reason why nothing is heard; again only if something was heard in
    ///     between.
    public convenience init(
        device: String = "default",
        obstacleFound: (@Sendable (CueError) -> Void)? = nil
    ) {
        self.init(device: device, configuration: nil, obstacleFound: obstacleFound)
    }

    package init(
        device: String,
        configuration: String?,
        restingAfter pause: Duration = .seconds(2),
        obstacleFound: (@Sendable (CueError) -> Void)? = nil
    ) {
        self.device = device
        self.configuration = configuration
        self.pause = pause
        told = obstacleFound
    }

    deinit { queue.close() }

    /// Plays a sequence after the earlier ones; returns at once.
    public func play(
        _ tones: ToneSequence,
        completion: (@Sendable (CueOutcome) -> Void)? = nil
    ) {
        queue.add(tones, completion: completion, threadNamed: "tones") {
            [queue, device, configuration, pause, told] in
            var performer = TonePerformer(
                name: device,
                configuration: configuration,
                told: told,
                isSilenced: { queue.isSilenced }
            )
            queue.run(&performer, restingAfter: pause)
        }
    }

    /// Ends the current sound and drops the waiting ones; later sounds are played.
    public func silence() { queue.silence() }
}

/// Plays on the thread of a player's queue; keeps the device open while sounds follow each other.
private struct TonePerformer: CuePerformer, ~Copyable {
    let name: String
    let configuration: String?
    let told: (@Sendable (CueError) -> Void)?
    let isSilenced: () -> Bool
    private var device: SoundDevice?
    private var hasTold = false

    init(
        name: String,
        configuration: String?,
        told: (@Sendable (CueError) -> Void)?,
        isSilenced: @escaping () -> Bool
    ) {
        self.name = name
        self.configuration = configuration
        self.told = told
        self.isSilenced = isSilenced
    }

    mutating func perform(_ tones: ToneSequence) -> CueOutcome {
        do throws(CueError) {
            let current = try openDevice()
            let outcome = try current.play(
                tones.samples(at: SoundDevice.rate),
                unless: isSilenced
            )
            device = consume current
            hasTold = false
            return outcome
        } catch {
            if !hasTold { told?(error) }
            hasTold = true
            return .failed(error)
        }
    }

    /// Closes the device: other programs may need the card.
    mutating func rest() { device = nil }

    private mutating func openDevice() throws(CueError) -> SoundDevice {
        if let open = device.take() { return open }
        return try SoundDevice.open(name, configuration: configuration)
    }
}
