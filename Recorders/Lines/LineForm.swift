// What the records of a file of lines have of their own: values under the names that the device's mapping gave them.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import Timebase

/// How the records of a file of lines are read back.
public struct LineForm: RecordedForm {
    public typealias Sample = LineSample

    public static let subject = "lines of text"

    public let schema = LineFormat.schema
    public let channelNames: [String]
    private let first = LineColumns().first

    /// The form of the file of one device.
    ///
    /// - Parameters:
    ///   - kinds: What is wanted of it; the place of each is its channel.
    ///   - others: What else the file has, by `sensorType`.
    public init(_ kinds: [LineKind], besides others: [String] = []) {
        let wanted = kinds.map(\.sensorType)
        channelNames = wanted + others.filter { !wanted.contains($0) }
    }

    public func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> LineSample {
        var sample = LineSample(channel: head.channel, at: head.time)
        sample.isEstimated = head.isEstimated
        if let x = batch.number(row, first) {
            sample.x = x
            sample.hasX = true
        }
        if let y = batch.number(row, first + 1) {
            sample.y = y
            sample.hasY = true
        }
        if let z = batch.number(row, first + 2) {
            sample.z = z
            sample.hasZ = true
        }
        if let w = batch.number(row, first + 3) {
            sample.w = w
            sample.hasW = true
        }
        return sample
    }

    public func run(
        _ flow: RecordedFlow<LineForm>,
        into sink: inout SampleSink<LineSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try flow.run(by: self, into: &sink, until: stop)
    }
}
