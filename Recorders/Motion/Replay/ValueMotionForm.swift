// Reads motion from files of values, such as imported ones. They may contain the readings of a motion sensor
// among others, with the same names and units, in a subset of a motion file's columns.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// The record form of value files that contain a motion sensor's readings.
public struct ValueMotionForm: RecordedForm {
    public typealias Sample = MotionSample

    public let schema = ValueFormat.schema
    public let channelNames: [String]
    public var subject: String { "motion" }
    private let first: Int

    /// The form of one file.
    public init(of file: SessionManifest.File) {
        channelNames = Self.names(of: file.sensors.map(\.sensorType))
        first = Self.columns.firstIndex(of: "x") ?? 0
    }

    /// Assigns motion types to their own channels, and a file's other types to the remaining channels.
    static func names(of present: [String]) -> [String] {
        let types = MotionSensorType.allCases
        var names = [String](repeating: "", count: 16)
        for type in types where present.contains(type.rawValue) {
            names[type.channel] = type.rawValue
        }
        // Other types get channels that no motion type has; when these are used up, those of derived types, and last
        // those of raw types.
        let places = names.indices.sorted { rank($0) < rank($1) }
        for other in present where !names.contains(other) {
            guard let place = places.first(where: { names[$0].isEmpty }) else { break }
            names[place] = other
        }
        for type in types where names[type.channel].isEmpty { names[type.channel] = type.rawValue }
        return names
    }

    private static func rank(_ channel: Int) -> Int {
        MotionSensorType(channel: channel).map { $0.isDerived ? 1 : 2 } ?? 0
    }

    private static let columns = ValueFormat.schema.columns.map(\.name)

    /// True if a file has the columns of values.
    public static func fits(_ file: SessionManifest.File) -> Bool {
        file.columns.map { Set(columns).isSubset(of: $0) } ?? false
    }

    public func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> MotionSample {
        let axes = (
            batch.number(row, first), batch.number(row, first + 1), batch.number(row, first + 2)
        )
        var sample = MotionSample(
            channel: head.channel,
            at: head.time,
            x: axes.0 ?? 0,
            y: axes.1 ?? 0,
            z: axes.2 ?? 0
        )
        // If a column is missing in a row, the row has no vector.
        if axes.0 == nil || axes.1 == nil || axes.2 == nil { sample.hasAxes = false }
        return sample
    }

    public func run(
        _ flow: RecordedFlow<ValueMotionForm>,
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try flow.run(by: self, into: &sink, until: stop)
    }
}

extension MotionForm {
    /// True if a file has the columns of motion, or does not state its columns.
    static func fits(_ file: SessionManifest.File) -> Bool {
        file.columns.map { Set(MotionFormat.schema.columns.map(\.name)).isSubset(of: $0) } ?? true
    }
}
