// What a progress display or a monitor reads of a running recording, from any thread.

internal import PlainWords
public import RecorderKinds
public import Recording
public import Timebase

/// A running recording, as a `RecordingWatch` sees it.
public struct WatchedRecording: Sendable {
    public var streams: [Stream]
    /// The recorders, in the order of the plan; one that did not start may have no streams.
    public var recorders: [any LiveRecorder]
    public var start: BootInstant
    public var planned: Duration?

    public init(
        streams: [Stream],
        by recorders: [any LiveRecorder] = [],
        start: BootInstant,
        planned: Duration? = nil
    ) {
        self.streams = streams
        self.recorders = recorders
        self.start = start
        self.planned = planned
    }

    /// One stream, with the sensors to show.
    public struct Stream: Sendable {
        public var stream: any RecordingStream
        public var sensors: [Sensor]

        public init(stream: any RecordingStream, sensors: [Sensor]) {
            self.stream = stream
            self.sensors = sensors
        }
    }

    /// A sensor to show.
    public struct Sensor: Sendable {
        /// Its name and the axes to draw, if any.
        public var shown: ProgressFrame.Stream
        /// Returns its latest value; `nil` before the first.
        public var latestValue: @Sendable () -> LiveChannel.LatestValue?

        public init(
            shown: ProgressFrame.Stream,
            latestValue: @escaping @Sendable () -> LiveChannel.LatestValue?
        ) {
            self.shown = shown
            self.latestValue = latestValue
        }
    }
}

extension WatchedRecording.Stream {
    /// A stream with the channels of its recorder, whose names begin with `name`.
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
                        ? channel.latestValue().map { $0.counted(as: channel.counts) }
                        : channel.latestValue()
                }
            }
        )
    }
}

extension LiveChannel.LatestValue {
    /// Returns the value with the number of events in front of its words.
    public func counted(as counts: (one: String, several: String)) -> LiveChannel.LatestValue {
        var counted = self
        let events = Quantity.count(count, counts.one, counts.several)
        counted.words = words.map { "\(events), \($0)" } ?? events
        return counted
    }
}

/// An observer of a recording.
@MainActor
public protocol RecordingWatch: AnyObject {
    /// Receives the final counts, which are known only when the files are closed.
    func finish(samples: Int, losses: Int)
}
