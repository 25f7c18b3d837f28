// Reads value records: up to four numbers under a name.

public import SampleFile
public import SampleStream
public import Timebase

/// Reads the records of a value file back.
public struct ValueForm: RecordedForm {
    public typealias Sample = ValueSample

    public let subject: String
    public let schema = ValueFormat.schema
    public let channelNames: [String]
    private let first = ValueColumns().first

    /// The form of one file.
    ///
    /// - Parameters:
    ///   - channels: The wanted values; the index of each is its channel.
    ///   - others: The `sensorType`s of the other values in the file.
    ///   - subject: What the file contains, in a word.
    public init(_ channels: [ValueChannel], besides others: [String] = [], of subject: String) {
        self.subject = subject
        let wanted = channels.map(\.sensorType)
        channelNames = wanted + others.filter { !wanted.contains($0) }
    }

    public func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> ValueSample {
        var sample = ValueSample(channel: head.channel, at: head.time)
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
        _ flow: RecordedFlow<ValueForm>,
        into sink: inout SampleSink<ValueSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try flow.run(by: self, into: &sink, until: stop)
    }
}
