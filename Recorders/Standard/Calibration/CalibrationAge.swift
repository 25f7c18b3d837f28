// A sensor's offset drifts over months and with temperature. The values do not show whether a calibration is still
// valid. So notes inform readers of the data if the calibration was old, or if the sensor was warmer or colder.

internal import Calibration
internal import IIOSource
internal import Timebase

/// Notes on calibrations that may be outdated.
enum CalibrationAge {
    private static let mostDays = 183
    private static let mostCelsius = 15.0
    private static let nanosecondsInDay: Int64 = 86_400_000_000_000

    /// A note for each sensor whose calibration is old, or was made at another temperature.
    ///
    /// - Parameters:
    ///   - details: The details in the device's description.
    ///   - now: The time of the recording.
    /// - Returns: One sentence for each note.
    static func notes(on details: [String: String], at now: WallInstant) -> [String] {
        MeasuredSensor.allCases.flatMap { sensor in
            let name = sensor.rawValue
            guard let date = details["calibrated \(name)"] else { return [] as [String] }
            var notes: [String] = []
            if let days = days(since: date, until: now), days > mostDays {
                notes.append(
                    "the calibration of the \(name) is \(days) days old, of \(date); make a new one with footfall calibrate"
                )
            }
            if let then = details["calibrationTemperature \(name)"].flatMap(Double.init),
                let here = details["temperature \(name)"].flatMap(Double.init),
                abs(here - then) > mostCelsius
            {
                notes.append(
                    "the \(name) was calibrated at \(rounded(then)) °C, and is at \(rounded(here)) °C now; calibrate it at the temperature at which it is worn"
                )
            }
            return notes
        }
    }

    private static func days(since date: String, until now: WallInstant) -> Int? {
        guard let (then, _) = TimestampText.parse(date) else { return nil }
        let (passed, overflow) = now.nanosecondsSince1970.subtractingReportingOverflow(
            then.nanosecondsSince1970
        )
        return overflow ? nil : Int(passed / nanosecondsInDay)
    }

    private static func rounded(_ celsius: Double) -> Double { (celsius * 10).rounded() / 10 }
}
