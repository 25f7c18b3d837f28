// Reads the records of a distance file back. Recorded distances are kept. A total depends on the steps of its run,
// so it is read only when that run is repeated.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import Timebase

/// Reads the records of a distance file back.
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
    ///   - readsCoordinates: Whether to read latitude and longitude, if the file has them.
    ///   - readsTotals: Whether to read the recorded totals of the walk.
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
