// What a live view shows of a running recorder, channel by channel: the latest measured values, and words for what
// participants do.

public import Recording
internal import Research
internal import SampleStream
internal import SessionFolder

/// A channel of a running recorder, for live views.
public struct LiveChannel: Sendable {
    /// Its `sensorType`.
    public var name: String
    /// The names of the measured values; empty if events are shown in words.
    public var axes: [String]
    /// What the view counts if it shows words, in the singular and in the plural.
    public var counts: (one: String, several: String)
    /// The latest value; `nil` before the first one.
    public var latestValue: @Sendable () -> LatestValue?

    /// A channel of a running recorder.
    public init(
        name: String,
        axes: [String],
        counts: (one: String, several: String) = ("event", "events"),
        latestValue: @escaping @Sendable () -> LatestValue?
    ) {
        self.name = name
        self.axes = axes
        self.counts = counts
        self.latestValue = latestValue
    }

    /// The latest value of a channel.
    public struct LatestValue: Sendable, Hashable {
        /// How many readings there have been.
        public var count: Int
        /// The values of the axes.
        public var values: [Double]
        /// The last event in words, if events are shown in words and this one may be shown.
        public var words: String?

        public init(count: Int, values: [Double] = [], words: String? = nil) {
            self.count = count
            self.values = values
            self.words = words
        }
    }
}

/// A recorder that reports the latest values of its channels.
@MainActor
public protocol LiveRecorder: RSDSampleRecorder {
    /// The channels; empty before the start.
    var liveChannels: [LiveChannel] { get }
    /// Whether it records events, which are shown in words.
    var recordsEvents: Bool { get }
    /// Whether its source, while it works, gives readings all the time.
    var isSteady: Bool { get }
    /// How many readings per second were asked for, over all sensor types; `nil` if no rate was given.
    var askedReadingsPerSecond: Double? { get }
}

extension KindRecorder: LiveRecorder {
    public var recordsEvents: Bool { kind.recordsEvents }

    public var isSteady: Bool { kind.isSteady(for: recorded) }

    public var askedReadingsPerSecond: Double? {
        guard case .object(let keys)? = SessionManifest.Recorder(recorded).configuration else {
            return nil
        }
        let types = Double(kind.sensorTypes(for: recorded).count)
        return switch keys["frequency"] {
        case .integer(let rate): Double(rate) * types
        case .number(let rate): rate * types
        default: nil
        }
    }

    public var liveChannels: [LiveChannel] {
        guard let latest = latestValues, let format else { return [] }
        let recordsEvents = kind.recordsEvents
        let form = kind.form(for: recorded)
        return kind.sensorTypes(for: recorded).compactMap { name in
            guard let channel = form.channel(named: name) else { return nil }
            let axes = recordsEvents ? [] : format.plot(ofChannel: channel)?.lines ?? []
            return LiveChannel(name: name, axes: axes) {
                latest.latestValue(channel: channel).map { latestValue in
                    let values = format.plotted(latestValue.latest)
                    return LiveChannel.LatestValue(
                        count: latestValue.count,
                        values: axes.indices.map { Double(values[$0 & 3]) },
                        words: recordsEvents ? format.words(for: latestValue.latest) : nil
                    )
                }
            }
        } + kind.figures(of: format, for: recorded)
    }
}
