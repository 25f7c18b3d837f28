// Sounds for those who cannot look: a participant walks, or stands with closed eyes. A sound card may take its
// time or be gone, so a thread of the player's own talks to it, and no task waits for it or fails by it.

internal import SystemCalls

/// Plays tones by a sound device, in the order they were asked for.
///
/// Order: a sound begins when the one before it has ended. Each completion is called exactly once, in the
/// same order, on the player's own thread: after the sound was heard, was hushed, or failed. Letting go of
/// the player hushes it.
public final class TonePlayer: Sendable {
    private let queue = CueQueue<ToneSequence>()
    private let device: String
    private let configuration: String?
    private let pause: Duration
    private let told: (@Sendable (CueError) -> Void)?

    /// Plays by a device of alsa-lib's; nothing is opened before the first sound.
    ///
    /// - Parameters:
    ///   - device: As `aplay -L` lists it.
    ///   - obstacleFound: Told once why nothing is heard; again only if something was heard in between.
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

    /// Plays a sequence after those that were asked for before; returns at once.
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
                isHushed: { queue.isHushed }
            )
            queue.run(&performer, restingAfter: pause)
        }
    }

    /// Ends what is playing, and what waits; what is asked for afterwards plays.
    public func hush() { queue.hush() }
}

/// Plays on the thread of a player's queue, and keeps the device open while sounds follow each other.
private struct TonePerformer: CuePerformer, ~Copyable {
    let name: String
    let configuration: String?
    let told: (@Sendable (CueError) -> Void)?
    let isHushed: () -> Bool
    private var device: SoundDevice?
    private var hasTold = false

    init(
        name: String,
        configuration: String?,
        told: (@Sendable (CueError) -> Void)?,
        isHushed: @escaping () -> Bool
    ) {
        self.name = name
        self.configuration = configuration
        self.told = told
        self.isHushed = isHushed
    }

    mutating func perform(_ tones: ToneSequence) -> CueOutcome {
        do throws(CueError) {
            let current = try openDevice()
            let outcome = try current.play(
                tones.samples(at: SoundDevice.rate),
                unless: isHushed
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
