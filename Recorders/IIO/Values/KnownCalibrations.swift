// The stored calibrations, in the form in which a recording uses them. If calibrated values are requested, a sensor
// without a calibration is an error before the recording, because afterwards its values could not be distinguished
// from calibrated ones.

public import Calibration
internal import MotionRecorder

/// Calibrations of sensors, by the keys of their devices.
public typealias KnownCalibrations = [String: [MeasuredSensor: KeptCalibration]]

extension IIORequest {
    /// The calibrations for a device's readings; empty if calibrated values are not requested.
    ///
    /// - Throws: `notCalibrated` if a sensor has none.
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
