// What of a session can be analysed as motion. Most files have an accelerometer's readings; those of phones may have
// its two parts instead, gravity and the rest.

public import Gait
public import MotionRecorder
internal import RecorderKinds
internal import SampleFile
public import SessionFolder

/// A sensor of a session: the readings of motion that one file has.
public struct MotionSensor: Sendable {
    /// The file that has them.
    public let file: SessionManifest.File
    /// Where on the body it was worn, where the file says it.
    public let placement: GaitPlacement?
    /// The device that measured, where the session says it.
    public let device: SessionManifest.Device?
    /// What the file has of it.
    public let types: Set<MotionSensorType>
    /// Where the accelerations come from; `nil` where there are none.
    public let acceleration: Acceleration?
    /// Where the rotations come from: the gyroscope, or the same without its bias; `nil` where there are none.
    public let rotation: MotionSensorType?
    /// Where the magnetic field comes from; `nil` where there is none.
    public let magneticField: MotionSensorType?
    let columns: MotionColumns

    /// Where accelerations come from.
    public enum Acceleration: Sendable, Hashable {
        /// The accelerometer.
        case measured
        /// Gravity and what is left without it, added.
        case sumOfParts

        /// The type at whose instants they are.
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

    /// How many readings of a type there should be a second, by what the session says; `nil` where it does not.
    public func rateInHertz(of type: MotionSensorType) -> Double? {
        file.rateInHertz(ofSensor: type.rawValue, of: device)
    }
}

/// The columns of a file of motion.
struct MotionColumns: Sendable {
    let record: RecordColumns
    let x: Int
    let y: Int
    let z: Int

    /// Finds them; `nil` where one is missing.
    init?(_ record: RecordColumns) {
        let schema = record.schema
        let axes = ["x", "y", "z"].compactMap { name in
            schema.index(of: name).flatMap { schema.columns[$0].kind == .number ? $0 : nil }
        }
        guard axes.count == 3 else { return nil }
        self.record = record
        (x, y, z) = (axes[0], axes[1], axes[2])
    }
}
