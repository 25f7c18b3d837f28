// What the records of a distance have of their own, read back. Distances stand as they were recorded; a total is of the
// run in which it was summed, and only a repetition of that run has it again.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import Timebase

/// How the records of a file of distances are read back.
public struct DistanceForm: RecordedForm {
    public typealias Sample = LocationSample

    public let subject = "distances"
    public let schema = DistanceFormat.schema
    public let channelNames = [DistanceFormat.sensorType]
    private let readsCoordinates: Bool
    private let readsTotals: Bool
    private let first = DistanceColumns().first

    /// The form of one file.
    ///
    /// - Parameters:
    ///   - readsCoordinates: Whether places are read where a file has them.
    ///   - readsTotals: Whether the sums of the walk are.
    init(readsCoordinates: Bool, readsTotals: Bool) {
        self.readsCoordinates = readsCoordinates
        self.readsTotals = readsTotals
    }

    public func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> LocationSample {
        func value(_ place: Int) -> Double { batch.number(row, first + place) ?? .nan }
        var sample = LocationSample(at: head.time)
        sample.unixTime = value(0)
        sample.horizontalAccuracy = value(1)
        sample.relativeDistance = value(2)
        if readsCoordinates { (sample.latitude, sample.longitude) = (value(3), value(4)) }
        sample.verticalAccuracy = value(5)
        sample.altitude = value(6)
        if readsTotals { sample.totalDistance = value(7) }
        sample.course = value(8)
        sample.bearing = value(9)
        sample.speed = value(10)
        return sample
    }

    public func run(
        _ flow: RecordedFlow<DistanceForm>,
        into sink: inout SampleSink<LocationSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try flow.run(by: self, into: &sink, until: stop)
    }
}
