// Reads the motion in a file once, in constant memory: each reading of one type, with the values of the other types at
// its instant.

public import MotionRecorder
internal import SampleFile
public import SessionFolder
internal import SystemCalls
internal import Timebase

/// The sensor's values at one instant.
public struct MotionReading: Sendable, Hashable {
    /// The instant in nanoseconds of boot time, exactly as in the file.
    public var instant: Int64
    /// Seconds since the file began.
    public var seconds: Double
    /// True if readings are missing before this one: a record reports it, or the interval is too long.
    public var isBehindGap: Bool
    /// In g, gravity included; `nil` if unknown.
    public var acceleration: SIMD3<Double>?
    /// In rad/s; `nil` if unknown.
    public var rotation: SIMD3<Double>?
    /// In µT; `nil` if unknown.
    public var magneticField: SIMD3<Double>?
    /// The task's present step.
    public var stepPath: String
}

/// Reads the motion of a sensor in order of time.
public final class MotionReader {
    /// The type whose own instants are used; the other types are interpolated.
    public enum Base: Sendable, Hashable {
        case acceleration
        case rotation
    }

    /// The approximate number of readings a second.
    public let rateInHertz: Double
    /// True if many readings have the time at which their batch arrived, so that their exact times are unknown.
    public let hasTimesOfArrival: Bool
    /// The steps and marks found so far; those of the whole file after `next` has returned `nil`.
    ///
    /// The file is read one reading ahead, so these may include some that come after the last reading.
    public var course: MotionCourse { base.course }
    /// The readings dropped so far.
    public var leftOut: MotionLeftOut { base.leftOut }

    /// Readings further apart than this many periods are not interpolated; so one missing reading is bridged.
    static let periodsBetween = 2.5

    private struct Other {
        let source: VectorSource
        var merged: MergedVectors
    }

    private let base: VectorSource
    private let baseType: MotionSensorType
    private let start: Int64
    private let longestGap: Int64
    private let sensor: MotionSensor
    /// The other types, each at the index `channel` of its type.
    private var others = [Other?](repeating: nil, count: MotionSensorType.allCases.count)
    private var last: Int64?

    /// Reads from the beginning.
    ///
    /// - Parameters:
    ///   - sensor: The sensor.
    ///   - session: The sensor's session.
    ///   - base: The type whose instants are used; the other one if the sensor lacks it.
    ///   - unwanted: Types that are not read.
    /// - Throws: `SessionError` if the file cannot be read, or the sensor has neither accelerations nor rotations.
    init(
        of sensor: MotionSensor,
        in session: Session,
        at base: Base,
        without unwanted: Set<MotionSensorType>
    ) throws(SessionError) {
        let accelerations = sensor.acceleration?.base
        let first = base == .acceleration ? accelerations : sensor.rotation
        guard let type = first ?? accelerations ?? sensor.rotation else {
            throw SessionError(
                "it has no readings of an accelerometer or a gyroscope",
                where: session.path(of: sensor.file),
                remedy: "record the accelerometer and the gyroscope"
            )
        }
        var wanted: Set<MotionSensorType> = [type]
        switch sensor.acceleration {
        case .measured: wanted.insert(.accelerometer)
        case .sumOfParts: wanted.formUnion([.userAcceleration, .gravity])
        case nil: break
        }
        wanted.formUnion([sensor.rotation, sensor.magneticField].compactMap { $0 })
        wanted.subtract(unwanted)
        do throws(SampleFileError) {
            let rate = try MotionRate(of: type, by: sensor, in: session)
            (rateInHertz, hasTimesOfArrival) = (rate.inHertz, rate.isOfArrivals)
            longestGap = MotionRate.longestGap(atHertz: rate.inHertz)
            self.base = try VectorSource(
                type,
                of: sensor,
                in: session,
                longestGap: longestGap,
                tellsCourse: true
            )
            for other in wanted where other != type {
                let rate = try MotionRate(of: other, by: sensor, in: session)
                let gap = MotionRate.longestGap(atHertz: rate.inHertz)
                others[other.channel] = Other(
                    source: try VectorSource(
                        other,
                        of: sensor,
                        in: session,
                        longestGap: gap,
                        tellsCourse: false
                    ),
                    merged: MergedVectors(
                        longestGap: gap,
                        reach: Int64(Double(min(gap, longestGap)) / 2 / Self.periodsBetween)
                    )
                )
            }
        } catch {
            throw .of(error)
        }
        baseType = type
        self.sensor = sensor
        start = sensor.file.startUptime.nanoseconds
    }

    /// The next reading; `nil` after the last.
    ///
    /// - Throws: `SessionError` if a record cannot be read.
    public func next() throws(SessionError) -> MotionReading? {
        do throws(SampleFileError) {
            guard let reading = try base.next() else { return nil }
            let apart = last.map { reading.instant.subtractingClamped($0) }
            last = reading.instant
            return MotionReading(
                instant: reading.instant,
                seconds: Double(reading.instant.subtractingClamped(start)) / 1e9,
                isBehindGap: reading.isBehindGap || apart.map { $0 > longestGap } ?? false,
                acceleration: try acceleration(at: reading),
                rotation: try vector(sensor.rotation, at: reading),
                magneticField: try vector(sensor.magneticField, at: reading),
                stepPath: reading.stepPath
            )
        } catch {
            throw .of(error)
        }
    }

    private func acceleration(
        at reading: VectorReading
    ) throws(SampleFileError) -> SIMD3<Double>? {
        switch sensor.acceleration {
        case .measured: return try vector(.accelerometer, at: reading)
        case .sumOfParts:
            guard let moved = try vector(.userAcceleration, at: reading),
                let gravity = try vector(.gravity, at: reading)
            else { return nil }
            return moved + gravity
        case nil: return nil
        }
    }

    private func vector(
        _ type: MotionSensorType?,
        at reading: VectorReading
    ) throws(SampleFileError) -> SIMD3<Double>? {
        guard let type else { return nil }
        if type == baseType { return reading.vector }
        guard let source = others[type.channel]?.source else { return nil }
        return try others[type.channel]?.merged.vector(at: reading.instant) {
            () throws(SampleFileError) in try source.next()
        }
    }
}

extension SessionMotion {
    /// Creates a reader for a sensor, at its beginning.
    ///
    /// - Parameters:
    ///   - sensor: One of `sensors`.
    ///   - base: The type whose instants are used; the other one if the sensor lacks it.
    ///   - unwanted: Types that are not needed: each takes an additional pass over the file.
    /// - Returns: The reader.
    /// - Throws: `SessionError` if the file cannot be read, or the sensor has neither accelerations nor rotations.
    public func reader(
        of sensor: MotionSensor,
        at base: MotionReader.Base = .acceleration,
        without unwanted: Set<MotionSensorType> = []
    ) throws(SessionError) -> MotionReader {
        try MotionReader(of: sensor, in: session, at: base, without: unwanted)
    }
}
