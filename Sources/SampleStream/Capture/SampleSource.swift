// What every source of samples promises: it is opened, it blocks on a thread of its own until it is
// told to stop or has no more, and it is closed, whatever happened before.

public import Timebase

/// A device, a recording or a simulation that gives samples.
///
/// Whatever it blocks in, it wakes for the signal: a source that does not would hold up the stop of
/// its recorder.
///
/// All three calls come from one thread that does nothing else. `close` always comes last, also
/// after a failure, also when `open` failed.
public protocol SampleSource<Sample>: AnyObject, SendableMetatype {
    associatedtype Sample: StreamSample

    /// Whether a full ring may make the source wait. A device's may not: what waits there is lost.
    var waitsForRoom: Bool { get }

    /// Whether the kernel keeps so little for it that its thread should be ahead of others.
    ///
    /// Asked after the opening. Without the right to that, or where the host wants it otherwise, the
    /// thread is as any other; the description's `scheduling` says how it is.
    var isUrgent: Bool { get }

    /// Makes ready to give samples, and says what they will be.
    ///
    /// When it is asked to end at once it gives up by throwing whatever it likes: that is no failure.
    func open(until stop: StopSignal) throws -> SourceDescription

    /// Gives samples until it is told to stop or has no more.
    func capture(
        into sink: inout SampleSink<Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding

    /// Gives back whatever was taken.
    func close()
}

extension SampleSource {
    public var isUrgent: Bool { false }
}

/// How a source came to an end.
public enum SourceEnding: Sendable, Equatable {
    /// It was told to.
    case stopped
    /// It had no more from this instant on.
    case exhausted(at: BootInstant)
}

/// What a source says of itself when it has been opened; it goes into the manifest.
public struct SourceDescription: Sendable, Equatable {
    /// What it is, as in "LSM6DSO" or "synthetic walk".
    public var name: String
    /// Which kind of source it is: "iio", "recording", "synthetic".
    public var kind: String
    /// The clock that stamped its samples.
    public var clock: String
    /// Where on the body it is, where that is known.
    public var placement: String?
    /// What each channel gives in a second, as far as it was asked or set.
    public var nominalRatesInHertz: [Int: Double] = [:]
    /// Channels that could be computed from others, and that it gives itself.
    public var readyChannels: Set<Int> = []
    /// What it was asked for, by name, as in "accelerometerRateInHertz".
    public var asked: [String: String] = [:]
    /// What it has been set to, by the same names.
    public var set: [String: String] = [:]
    /// Whatever else is worth keeping, by name.
    public var details: [String: String] = [:]
    /// When the recording that is repeated began; its own times count from there.
    public var recordedStart: BootInstant?
    /// Whether it is stored or computed, and comes only as the recorder's clock goes on.
    public var isPaced = false
    /// The words of the recorded marks that it sends; a recorder then adds none of its own.
    public var marks: MarkTable?

    public init(name: String, kind: String, clock: String) {
        self.name = name
        self.kind = kind
        self.clock = clock
    }

    public static func == (left: SourceDescription, right: SourceDescription) -> Bool {
        left.name == right.name && left.kind == right.kind && left.clock == right.clock
            && left.placement == right.placement
            && left.nominalRatesInHertz == right.nominalRatesInHertz
            && left.readyChannels == right.readyChannels
            && left.asked == right.asked && left.set == right.set
            && left.details == right.details && left.recordedStart == right.recordedStart
            && left.isPaced == right.isPaced
            && left.marks === right.marks
    }
}
