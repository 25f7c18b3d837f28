// What somebody who watches a running recording looks at, from any thread.

internal import PlainWords
public import RecorderKinds
public import Recording
public import Timebase

/// What the watch looks at.
public struct WatchedRecording: Sendable {
    public var streams: [Stream]
    public var start: BootInstant
    public var planned: Duration?

    public init(
        streams: [Stream],
        start: BootInstant,
        planned: Duration? = nil
    ) {
        self.streams = streams
        self.start = start
        self.planned = planned
    }

    /// One stream, with what is shown of it.
    public struct Stream: Sendable {
        public var stream: any RecordingStream
        public var sensors: [Sensor]
        /// The recorder that it is of, where that is known.
        public var recorder: (any LiveRecorder)?

        public init(
            stream: any RecordingStream,
            sensors: [Sensor],
            recorder: (any LiveRecorder)? = nil
        ) {
            self.stream = stream
            self.sensors = sensors
            self.recorder = recorder
        }
    }

    /// Something that is shown.
    public struct Sensor: Sendable {
        /// Its name, and the axes that are drawn of it, if any are.
        public var shown: ProgressFrame.Stream
        /// The latest of it; `nil` before there is any.
        public var glimpse: @Sendable () -> LiveChannel.Glimpse?

        public init(
            shown: ProgressFrame.Stream,
            glimpse: @escaping @Sendable () -> LiveChannel.Glimpse?
        ) {
            self.shown = shown
            self.glimpse = glimpse
        }
    }
}

extension WatchedRecording.Stream {
    /// A stream with the channels of its recorder, by what the recorder is called.
    public init(stream: any RecordingStream, _ channels: [LiveChannel], of name: String) {
        self.init(
            stream: stream,
            sensors: channels.map { channel in
                WatchedRecording.Sensor(
                    shown: ProgressFrame.Stream(
                        name: "\(name) \(channel.name)",
                        axes: channel.axes.map { ProgressFrame.Axis(name: $0, values: []) }
                    )
                ) {
                    channel.axes.isEmpty
                        ? channel.glimpse().map { $0.counted(as: channel.counts) }
                        : channel.glimpse()
                }
            }
        )
    }
}

extension LiveChannel.Glimpse {
    /// The same with how many events there were ahead of what the last one was.
    public func counted(as counts: (one: String, several: String)) -> LiveChannel.Glimpse {
        var counted = self
        let events = Quantity.count(count, counts.one, counts.several)
        counted.words = words.map { "\(events), \($0)" } ?? events
        return counted
    }
}

/// Somebody who watches a recording.
@MainActor
public protocol RecordingWatch: AnyObject {
    /// Hears of the final figures, which only the closed files know.
    func finish(samples: Int, losses: Int)
}
