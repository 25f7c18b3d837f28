// What a session contains that can be analysed as motion. Most files have an accelerometer's readings; those of phones
// may have them split into gravity and user acceleration.

public import Gait
public import MotionRecorder
internal import RecorderKinds
internal import SampleFile
public import SessionFolder

/// A sensor of a session: the motion readings of one file.
public struct MotionSensor: Sendable {
    /// The file with its readings.
    public let file: SessionManifest.File
    /// Where on the body it was worn, if the file states it.
    public let placement: GaitPlacement?
    /// The measuring device, if the session states it.
    public let device: SessionManifest.Device?
    /// The types of readings in the file.
    public let types: Set<MotionSensorType>
    /// The source of accelerations; `nil` if there is none.
    public let acceleration: Acceleration?
    /// The source of rotations: the gyroscope, with or without its bias; `nil` if there is none.
    public let rotation: MotionSensorType?
    /// The source of the magnetic field; `nil` if there is none.
    public let magneticField: MotionSensorType?
    let columns: MotionColumns

    /// A source of accelerations.
    public enum Acceleration: Sendable, Hashable {
        /// The accelerometer.
        case measured
        /// The sum of gravity and user acceleration.
        case sumOfParts

        /// The type whose instants are used.
        var base: MotionSensorType {
            switch self {
            case .measured: .accelerometer
            case .sumOfParts: .userAcceleration
            }
        }
    }

    init(
        _ file: SessionManifest.File,
        types: Set<MotionSensorType>,
        device: SessionManifest.Device?,
        columns: MotionColumns
    ) {
        (self.file, self.types, self.device, self.columns) = (file, types, device, columns)
        placement = file.placement.flatMap(GaitPlacement.init(words:))
        acceleration =
            if types.contains(.accelerometer) {
                .measured
            } else if types.isSuperset(of: [.userAcceleration, .gravity]) {
                .sumOfParts
            } else {
                nil
            }
        rotation = [.gyro, .rotationRate].first(where: types.contains)
        magneticField = [.magnetometer, .magneticField].first(where: types.contains)
    }

    /// The nominal rate of a type, by the session; `nil` if it does not state one.
    public func rateInHertz(of type: MotionSensorType) -> Double? {
        file.rateInHertz(ofSensor: type.rawValue, of: device)
    }
}

/// The columns of a motion file.
struct MotionColumns: Sendable {
    let record: RecordColumns
    let x: Int
    let y: Int
    let z: Int

    /// The names of the columns of values.
    static let axes = ["x", "y", "z"]

    /// Finds the columns; `nil` if one is missing.
    init?(_ record: RecordColumns) {
        let schema = record.schema
        let axes = Self.axes.compactMap { name in
            schema.index(of: name).flatMap { schema.columns[$0].kind == .number ? $0 : nil }
        }
        guard axes.count == 3 else { return nil }
        self.record = record
        (x, y, z) = (axes[0], axes[1], axes[2])
    }
}
