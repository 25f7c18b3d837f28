// Reads a sensor once: counts all readings, and passes those in the requested time and steps to the gait analysis.

internal import Gait
internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// Reads a sensor for its gait.
final class GaitReading {
    let rate: Double
    /// The paths of the steps that occurred.
    private(set) var steps: Set<String> = []

    private let reader: MotionReader
    private let recorder: String
    private let request: GaitRequest
    private let origin: Int64
    /// True if the exact time of each reading is unknown.
    var hasTimesOfArrival: Bool { reader.hasTimesOfArrival }
    /// The step of the last reading.
    private var step: (path: String, isWanted: Bool)?
    private static let latePeriods = 1.6
    private static let mostSteps = MotionCourse.most

    /// Reads what is requested, with times since the session began.
    init(
        _ reader: MotionReader,
        of sensor: MotionSensor,
        in session: Session,
        _ request: GaitRequest
    ) {
        (self.reader, self.request) = (reader, request)
        recorder = sensor.file.identifier
        rate = reader.rateInHertz
        origin = session.manifest.startUptime.nanoseconds
    }

    /// The gait, for a sensor at the low back.
    func lowBack(
        _ sensor: inout SensorGait
    ) throws(SessionError) -> BackGait {
        let recorder = self.recorder
        var builder = BackGaitBuilder(
            rateInHertz: rate,
            legLengthInMetres: sensor.leg?.lengthInMetres,
            isStanding: { [request] in request.isStanding($0, by: recorder) }
        )
        try readAll(&sensor) { seconds, reading in
            guard let reading else {
                builder.leaveStep()
                return false
            }
            guard let acceleration = reading.acceleration else { return false }
            return builder.add(
                GaitSample(
                    seconds: seconds,
                    acceleration: acceleration,
                    rotation: reading.rotation
                ),
                stepPath: reading.stepPath
            )
        }
        return builder.finish()
    }

    /// The gait, for a sensor on a foot.
    func foot(_ sensor: inout SensorGait) throws(SessionError) -> FootGait {
        var builder = FootGaitBuilder(rateInHertz: rate)
        try readAll(&sensor) { seconds, reading in
            guard let acceleration = reading?.acceleration, let rotation = reading?.rotation else {
                return false
            }
            return builder.add(seconds: seconds, acceleration: acceleration, rotation: rotation)
        }
        return builder.finish()
    }

    private func enter(_ path: String) {
        step = (path, request.includes(step: path))
        if steps.count < Self.mostSteps { steps.insert(path) }
    }

    /// Passes on all requested readings; passes `nil` at each interruption of the requested time.
    private func readAll(
        _ sensor: inout SensorGait,
        _ take: (Double, MotionReading?) -> Bool
    ) throws(SessionError) {
        var last: Double?
        while let reading = try reader.next() {
            if reading.stepPath != step?.path { enter(reading.stepPath) }
            let seconds = Double(reading.instant.subtractingClamped(origin)) / 1e9
            sensor.end = max(seconds, sensor.end ?? seconds)
            guard step?.isWanted ?? true, request.includes(seconds) else {
                if last != nil { _ = take(seconds, nil) }
                last = nil
                continue
            }
            guard take(seconds, reading) else {
                sensor.leftOut += 1
                continue
            }
            sensor.readings += 1
            if let last {
                sensor.seenSeconds += seconds - last
                if (seconds - last) * rate > Self.latePeriods {
                    sensor.lostSeconds += seconds - last - 1 / rate
                }
            }
            last = seconds
            let first = sensor.time?.lowerBound ?? seconds
            let latest = max(seconds, sensor.time?.upperBound ?? seconds)
            sensor.time = first...latest
        }
        sensor.leftOut += reader.leftOut.count
    }
}
