// What is kept of devices, as a recording takes it: where calibrated values are asked for, a sensor without a calibration
// is an error ahead of the recording, for nobody could tell its values from the others' afterwards.

public import Calibration
internal import MotionRecorder

/// Calibrations of sensors, by the names by which their devices are known again.
public typealias KnownCalibrations = [String: [MeasuredSensor: KeptCalibration]]

extension IIORequest {
    /// What the readings of a device are calibrated by; nothing where that is not asked for.
    ///
    /// - Throws: `notCalibrated`, where there is none.
    func calibrations(
        of types: [MotionSensorType],
        on device: DeviceDescription
    ) throws(IIOError) -> [MotionSensorType: KeptCalibration] {
        guard let calibrations else { return [:] }
        let kept = device.key(at: machine).flatMap { calibrations[$0] }
        var found: [MotionSensorType: KeptCalibration] = [:]
        for type in types {
            found[type] = MeasuredSensor(rawValue: type.rawValue).flatMap { kept?[$0] }
        }
        let missing = types.filter { found[$0] == nil }.map(\.rawValue)
        guard missing.isEmpty else {
            throw IIOError(.notCalibrated(missing.joined(separator: ",")), at: device.id)
        }
        return found
    }
}
