// Describes the devices for the manifest: which were chosen and why, how they are triggered, which clock their
// timestamps come from, and the requested settings next to those in effect.

internal import Calibration
internal import MotionRecorder
internal import SampleStream

extension IIOSession {
    /// The source's description; call it after the first samples have shown each device's clock and rate.
    func describe(_ request: IIORequest) -> SourceDescription {
        var description = SourceDescription(
            name: prepared.map { $0.device.name ?? $0.device.id }.joined(separator: " + "),
            kind: "iio",
            clock: "boottime"
        )
        description.placement = request.motion.placement
        var details = [
            "uri": context.address.uri,
            "machine": context.title,
            "choice": choice.reason,
            "mode": polled.isEmpty ? "buffered" : readers.isEmpty ? "polled" : "mixed",
        ]
        for device in prepared {
            let id = device.device.id
            details["device \(id)"] =
                "\(device.device.title): "
                + device.types.map(\.rawValue).joined(separator: ", ")
            details["trigger \(id)"] = device.trigger.text
            if device.isPolled { details["timestamps \(id)"] = "the middle of each reading" }
            for type in device.types {
                let rate = device.rates[type]
                description.nominalRatesInHertz[type.channel] =
                    device.isPolled
                    ? request.motion.rateInHertz : rate ?? request.motion.rateInHertz
                description.asked["\(type.rawValue)RateInHertz"] =
                    AvailableRates.text(of: request.motion.rateInHertz)
                description.set["\(type.rawValue)RateInHertz"] =
                    (rate.map(AvailableRates.text(of:)) ?? "the device has no setting for it")
                    + (device.isPolled ? ", polled at the rate asked" : "")
                if let matrix = device.device.mountMatrix(of: type) {
                    details["mountMatrix \(type.rawValue)"] = matrix.text
                }
                // A serial number is written only if it is needed for something the user requested, because a
                // recording may be shared.
                if request.tellsTemperature {
                    details["key \(type.rawValue)"] = device.device.key(at: request.machine)
                }
                details["temperature \(type.rawValue)"] =
                    device.temperatureInCelsius.map { "\($0)" }
                details.merge(device.words(onValuesOf: type)) { _, new in new }
            }
        }
        for reader in readers {
            let id = reader.device.id
            details["timestamps \(id)"] = reader.clock.text
            details["stamping \(id)"] = reader.timestamping == .taken ? "even" : "of arrival"
            if reader.clock.origin == .arrival {
                details["timestampError \(id)"] = "\(reader.clock.errorNanoseconds) ns"
            }
            details["firstRate \(id)"] = AvailableRates.text(of: 1e9 / reader.periodInNanoseconds)
            details["kernelBuffer \(id)"] = "\(reader.plan.scans) scans"
        }
        details["timestamps"] = summary
        if !request.motion.mountMatrix.isIdentity {
            details["mountMatrix configured"] = request.motion.mountMatrix.text
        }
        description.details = details
        return description
    }

    /// One word that covers the timestamps of all devices.
    private var summary: String {
        let origins = readers.map(\.clock.origin)
        if !polled.isEmpty || origins.contains(.none) { return "estimated" }
        return origins.contains(.arrival) ? "device" : "kernel"
    }
}

extension DevicePreparation {
    /// How the values of a type were computed, in the form from which `RawReadings` can undo it.
    func words(onValuesOf type: MotionSensorType) -> [String: String] {
        let name = type.rawValue
        var words: [String: String] = [:]
        if let (offset, scale) = steps(of: type) {
            words["conversion \(name)"] = RawReadings.text(of: [offset, scale])
        }
        guard let kept = calibrations[type] else { return words }
        let matrix = kept.calibration.matrix
        words["calibrated \(name)"] = kept.date
        words["calibrationOffset \(name)"] = RawReadings.text(of: [kept.calibration.offset])
        words["calibrationMatrix \(name)"] = RawReadings.text(
            of: [matrix.first, matrix.second, matrix.third]
        )
        if let warmth = kept.temperatureInCelsius {
            words["calibrationTemperature \(name)"] = "\(warmth)"
        }
        return words
    }

    /// What one raw step of each axis is worth; `nil` if the device does not give raw integers.
    private func steps(
        of type: MotionSensorType
    ) -> (offset: SIMD3<Double>, scale: SIMD3<Double>)? {
        let axes = device.axes(of: type) ?? []
        if isPolled, !axes.allSatisfy({ $0.attributeNames.contains("raw") }) { return nil }
        let conversions = axes.compactMap { try? UnitConversion.of(type, $0, of: device) }
        guard conversions.count == 3 else { return nil }
        return (
            SIMD3(conversions[0].offset, conversions[1].offset, conversions[2].offset),
            SIMD3(conversions[0].scale, conversions[1].scale, conversions[2].scale)
        )
    }
}
