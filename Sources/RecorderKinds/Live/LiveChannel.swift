// What can be told of a recorder while it runs, channel by channel: the latest values of what is measured, and words
// for what people do.

public import Recording
internal import Research
internal import SampleStream
internal import SessionFolder

/// A channel of a running recorder, for whoever shows it.
public struct LiveChannel: Sendable {
    /// What `sensorType` says of it.
    public var name: String
    /// The names of the values that are measured; none where events are told in words.
    public var axes: [String]
    /// What is counted where it is told in words, one of it and several.
    public var counts: (one: String, several: String)
    /// The latest of it; `nil` before there is any.
    public var glimpse: @Sendable () -> Glimpse?

    /// A channel of a recorder that runs.
    public init(
        name: String,
        axes: [String],
        counts: (one: String, several: String) = ("event", "events"),
        glimpse: @escaping @Sendable () -> Glimpse?
    ) {
        self.name = name
        self.axes = axes
        self.counts = counts
        self.glimpse = glimpse
    }

    /// The latest of a channel.
    public struct Glimpse: Sendable, Hashable {
        /// How many readings there were so far.
        public var count: Int
        /// The values of the axes.
        public var values: [Double]
        /// What the last one was, where events are told in words and this one may be.
        public var words: String?

        public init(count: Int, values: [Double] = [], words: String? = nil) {
            self.count = count
            self.values = values
            self.words = words
        }
    }
}

/// A recorder that tells the latest of its channels.
@MainActor
public protocol LiveRecorder: RSDSampleRecorder {
    /// The channels, once it has started.
    var liveChannels: [LiveChannel] { get }
    /// Whether what it records are events, which are told in words.
    var recordsEvents: Bool { get }
    /// How many readings of all its sensor types were asked for in a second; `nil` where no rate was.
    var askedReadingsPerSecond: Double? { get }
}

extension KindRecorder: LiveRecorder {
    public var recordsEvents: Bool { kind.recordsEvents }

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
        guard let tap = liveTap, let format else { return [] }
        let recordsEvents = kind.recordsEvents
        let form = kind.form(for: recorded)
        return kind.sensorTypes(for: recorded).compactMap { name in
            guard let channel = form.channel(named: name) else { return nil }
            let axes = recordsEvents ? [] : format.plot(ofChannel: channel)?.lines ?? []
            return LiveChannel(name: name, axes: axes) {
                tap.glimpse(channel: channel).map { glimpse in
                    let values = format.plotted(glimpse.latest)
                    return LiveChannel.Glimpse(
                        count: glimpse.count,
                        values: axes.indices.map { Double(values[$0 & 3]) },
                        words: recordsEvents ? format.words(for: glimpse.latest) : nil
                    )
                }
            }
        } + kind.figures(of: format, for: recorded)
    }
}
