// Files of values, such as those of an import, may have the readings of a motion sensor among others: under the same
// names, in the same units, in columns of which a motion file has more.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// The form of files of values among which are those of a motion sensor.
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

    /// Types of motion in their channels, and what else a file has in those that are left.
    static func names(of present: [String]) -> [String] {
        let types = MotionSensorType.allCases
        var names = [String](repeating: "", count: 16)
        for type in types where present.contains(type.rawValue) {
            names[type.channel] = type.rawValue
        }
        // A type of motion gives its channel away last, one of a sensor's own after all others.
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

    /// Whether a file has the columns of values.
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
        // A column may be missing in a row: then the vector is.
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
    /// Whether a file has the columns of motion, or says nothing of its columns.
    static func fits(_ file: SessionManifest.File) -> Bool {
        file.columns.map { Set(MotionFormat.schema.columns.map(\.name)).isSubset(of: $0) } ?? true
    }
}
