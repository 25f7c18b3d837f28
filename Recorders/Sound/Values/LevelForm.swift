// Reads the records of a file of levels back: the parts that are specific to levels.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import Timebase

/// How the records of a file of levels are read back.
public struct LevelForm: RecordedForm {
    public typealias Sample = LevelSample

    public let schema = LevelFormat.schema
    public let channelNames = LevelFormat.names
    public var subject: String { "levels of sound" }
    private let first = LevelColumns().first

    /// The form of every file of levels.
    public init() {}

    public func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> LevelSample {
        guard head.channel == LevelSample.levels, let interval = batch.number(row, first),
            let average = batch.number(row, first + 1), let peak = batch.number(row, first + 2)
        else { throw RecordedFault("it has not timeInterval, average and peak") }
        let unit = batch.text(row, first + 3)?.description
        guard unit == LevelFormat.unit else {
            throw RecordedFault("its unit \"\(unit ?? "")\" is not \(LevelFormat.unit)")
        }
        return LevelSample(
            at: head.time,
            timeInterval: interval,
            average: average,
            peak: peak
        )
    }

    public func run(
        _ flow: RecordedFlow<LevelForm>,
        into sink: inout SampleSink<LevelSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try flow.run(by: self, into: &sink, until: stop)
    }
}
