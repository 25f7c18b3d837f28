// The contract of every source of samples. It is opened, it blocks on its own thread until it is asked to stop or
// has no more samples, and it is always closed.

public import Timebase

/// A device, a recording or a simulation that delivers samples.
///
/// Every call that blocks must wake up when the stop signal is raised; otherwise the recorder cannot stop.
///
/// One thread, which does nothing else, makes all three calls. `close` always comes last, also after a failure,
/// also when `open` failed.
public protocol SampleSource<Sample>: AnyObject, SendableMetatype {
    associatedtype Sample: StreamSample

    /// Whether the source may wait while the ring is full.
    ///
    /// A device must not: it would lose samples meanwhile.
    var waitsForRoom: Bool { get }

    /// Whether the kernel buffers so little for the source that its thread should have priority over others.
    ///
    /// The capture thread reads this after `open`. If the process lacks the right, or the host chose otherwise, the
    /// thread stays an ordinary one; `scheduling` in the description's details states the outcome.
    var isUrgent: Bool { get }

    /// Prepares the source, and describes the samples that it will deliver.
    ///
    /// If `stop` asks the source to end at once, `open` may throw any error; that does not count as a failure.
    func open(until stop: StopSignal) throws -> SourceDescription

    /// Delivers samples until the source is asked to stop or has no more.
    func capture(
        into sink: inout SampleSink<Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding

    /// Releases everything that `open` acquired.
    func close()
}

extension SampleSource {
    public var isUrgent: Bool { false }
}

/// How a source ended.
public enum SourceEnding: Sendable, Equatable {
    /// It was asked to stop.
    case stopped
    /// It has no more samples from this instant on.
    case exhausted(at: BootInstant)
}

/// What a source reports about itself after it was opened; it goes into the manifest.
public struct SourceDescription: Sendable, Equatable {
    /// The device or model, as in "LSM6DSO" or "synthetic walk".
    public var name: String
    /// The kind of source: "iio", "recording", "synthetic".
    public var kind: String
    /// The clock that timestamped its samples.
    public var clock: String
    /// Where on the body it is, if known.
    public var placement: String?
    /// Readings per second of each channel, if asked for or set.
    public var nominalRatesInHertz: [Int: Double] = [:]
    /// Channels that could be computed from others, but that the source delivers itself.
    public var readyChannels: Set<Int> = []
    /// The settings that were asked for, by name, as in "accelerometerRateInHertz".
    public var asked: [String: String] = [:]
    /// The settings that the device has, by the same names.
    public var set: [String: String] = [:]
    /// Any other facts worth keeping, by name.
    public var details: [String: String] = [:]
    /// The start of the recording that is replayed; its timestamps count from there.
    public var recordedStart: BootInstant?
    /// Whether samples are stored or computed, and come only as the recorder's clock advances.
    public var isPaced = false
    /// The texts of the recorded marks that the source sends; the recorder then adds no marks of its own.
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
