// Finds the device of a file, and the rate that the device was set to.

extension Session {
    /// Returns the device of a file; if the file names none, the session's only device, or `nil` if it has several.
    package func device(of file: SessionManifest.File) -> SessionManifest.Device? {
        guard let place = file.device, manifest.devices.indices.contains(place) else {
            return manifest.devices.count == 1 ? manifest.devices[0] : nil
        }
        return manifest.devices[place]
    }
}

extension SessionManifest.File {
    /// Returns the intended rate of a sensor: as stated for the file, or as its device was set; `nil` if unknown.
    ///
    /// The measured rate is not used, since it counts pauses and losses as time.
    package func rateInHertz(
        ofSensor name: String,
        of device: SessionManifest.Device?
    ) -> Double? {
        let told = sensors.first { $0.sensorType == name }
        let rates = [told?.nominalRateInHertz, device?.rate(of: name)]
        return rates.compactMap { $0 }.first { $0.isFinite && $0 > 0 }
    }
}

extension SessionManifest.Device {
    /// Returns the rate that was set for a sensor, or else for all sensors.
    package func rate(of sensor: String) -> Double? { Self.rate(of: sensor, in: set) }

    /// Returns the rate that was asked for, for a sensor or else for all sensors.
    func askedRate(of sensor: String) -> Double? { Self.rate(of: sensor, in: asked) }

    /// Returns the number of the first key that is there; `nil` if it is none, as for a sensor without such a setting.
    private static func rate(of sensor: String, in settings: [String: String]) -> Double? {
        let keys = ["\(sensor)RateInHertz", "rateInHertz", "rate"]
        let rate = keys.lazy.compactMap { settings[$0] }.first.flatMap { Double($0) }
        return rate.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
}
