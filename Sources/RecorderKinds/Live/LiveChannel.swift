// What can be told of a recorder while it runs, channel by channel: the latest values of what is measured, and words
// for what people do.

public import Recording
internal import SampleStream

/// A channel of a running recorder, for whoever shows it.
public struct LiveChannel: Sendable {
    /// What `sensorType` says of it.
    public var name: String
    /// The names of the values that are measured; none where events are told in words.
    public var axes: [String]
    /// The latest of it; `nil` before there is any.
    public var glimpse: @Sendable () -> Glimpse?

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
}

extension KindRecorder: LiveRecorder {
    public var recordsEvents: Bool { kind.recordsEvents }

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
        }
    }
}
