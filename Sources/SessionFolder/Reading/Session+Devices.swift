// Which device a file is of, and at which rate that was set to measure.

extension Session {
    /// The device of a file.
    package func device(of file: SessionManifest.File) -> SessionManifest.Device? {
        guard let place = file.device, manifest.devices.indices.contains(place) else {
            return manifest.devices.count == 1 ? manifest.devices[0] : nil
        }
        return manifest.devices[place]
    }
}

extension SessionManifest.File {
    /// How many readings of a sensor there should be a second, as it is said or as the device of the file was set; `nil`
    /// where nobody has told it.
    ///
    /// What was measured is not asked: it counts pauses and losses as time.
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
    /// The rate that was set for a sensor, or else for all.
    package func rate(of sensor: String) -> Double? {
        let rate = (set["\(sensor)RateInHertz"] ?? set["rate"]).flatMap(Double.init)
        return rate.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
}
