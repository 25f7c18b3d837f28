// Making a device ready: its trigger, its rate, its clock. Each is written only where it is not right
// already, so that a user who may not write needs to only where something has to change.

internal import Calibration
internal import MotionRecorder
internal import SystemCalls

/// A device with what it was set to.
struct DevicePreparation {
    var device: DeviceDescription
    var types: [MotionSensorType]
    var trigger: TriggerPlan
    /// What its readings are calibrated by.
    var calibrations: [MotionSensorType: KeptCalibration] = [:]
    /// How warm it was when it was made ready, where that was asked and it says so.
    var temperatureInCelsius: Double?
    /// The rate that the device says it has now, for each type.
    var rates: [MotionSensorType: Double] = [:]
    /// The clock that the device says it stamps by.
    var clock: String?

    /// The shortest distance between its samples, as far as it says.
    var rateInHertz: Double? { rates.values.max() }

    var isPolled: Bool {
        if case .poll = trigger { true } else { false }
    }

    /// How its samples come out.
    func delivery(over address: ContextAddress) -> BufferPlan.Delivery {
        guard address.isLocal else { return .remotely }
        return trigger == .ownBuffer ? .inBatches : .singly
    }
}

extension DevicePreparation {
    /// Sets trigger, rates and clock.
    ///
    /// - Parameters:
    ///   - context: The device's.
    ///   - asked: The rate of the recording.
    ///   - triggers: The context's.
    ///   - timer: The name of the timer that was made for the recording, if one was.
    ///   - timerRate: Its rate.
    /// - Throws: What cannot be set, and must be.
    mutating func makeReady(
        _ context: borrowing IIOContext,
        asked: Double,
        _ triggers: [TriggerDescription],
        timer: String?,
        timerRateInHertz timerRate: Double?
    ) throws(IIOError) {
        try setTrigger(context, triggers, timer: timer)
        do throws(IIOError) {
            try setRates(context, asked: asked, triggers)
        } catch {
            // Attributes can be read by those who may write none.
            guard isPolled, case .notPermitted = error.kind else { throw error }
        }
        if isPolled { return }
        // The timer decides, whatever the device could do.
        if trigger == .makeTimer { for type in types { rates[type] = timerRate } }
        try setClock(context)
    }

    /// Sets the trigger, if one is to be set.
    private func setTrigger(
        _ context: borrowing IIOContext,
        _ triggers: [TriggerDescription],
        timer: String?
    ) throws(IIOError) {
        let name: String
        switch trigger {
        case .ownBuffer, .keep, .poll: return
        case .set(let own): name = own
        case .makeTimer: name = timer ?? ""
        }
        guard let found = triggers.first(where: { $0.name == name }) else {
            throw IIOError(.noTrigger, at: device.id)
        }
        try context.setTrigger(at: found.place, of: device.place)
    }

    /// How much faster a polled device measures than it is read.
    ///
    /// A reading of an attribute wakes the sensor, waits for its first samples and lets it sleep, for
    /// each axis anew.
    private static let haste = 8.0

    /// Sets the rate of each type to the nearest one that is not below the one asked.
    private mutating func setRates(
        _ context: borrowing IIOContext,
        asked wanted: Double,
        _ triggers: [TriggerDescription]
    ) throws(IIOError) {
        for type in types {
            let axes = device.axes(of: type) ?? []
            let asked = hastened(wanted, within: device.availableRates(of: type))
            if let axis = axes.first(where: { $0.attributeNames.contains("sampling_frequency") }) {
                rates[type] = try Self.setRate(
                    context,
                    .channel(axis.place, device: device.place),
                    asked: asked,
                    available: device.availableRates(of: type),
                    at: device.id
                )
            } else if device.attributes["sampling_frequency"] != nil {
                rates[type] = try Self.setRate(
                    context,
                    .device(device.place),
                    asked: asked,
                    available: device.availableRates(of: type),
                    at: device.id
                )
            }
        }
        guard let name = triggerName, let trigger = triggers.first(where: { $0.name == name }),
            trigger.samplingFrequency != nil
        else { return }
        // The trigger decides, whatever the device could do.
        let rate = try Self.setRate(
            context,
            .device(trigger.place),
            asked: wanted,
            available: nil,
            at: trigger.id
        )
        for type in types { rates[type] = rate }
    }

    /// The rate that a device is to measure at for a rate of recording.
    func hastened(_ wanted: Double, within available: AvailableRates?) -> Double {
        guard isPolled, let available else { return wanted }
        return max(wanted, min(wanted * Self.haste, available.highest))
    }

    private var triggerName: String? {
        switch trigger {
        case .keep(let name), .set(let name): name
        case .makeTimer, .ownBuffer, .poll: nil
        }
    }

    /// Sets one attribute for a rate, and answers what the device makes of it.
    static func setRate(
        _ context: borrowing IIOContext,
        _ owner: AttributeOwner,
        asked: Double,
        available: AvailableRates?,
        at place: String
    ) throws(IIOError) -> Double? {
        let name = "sampling_frequency"
        let target: Double
        if let available {
            guard let nearest = available.nearest(notBelow: asked) else {
                throw IIOError(
                    .rateRefused(asked: asked, available: available.text),
                    at: place
                )
            }
            target = nearest
        } else {
            target = asked
        }
        // A sensor that was given a rate it does not have may not even tell its rate.
        let text = try context.readIfThere(name, of: owner)
        let present = UnitConversion.number(text)
        if AvailableRates.isSame(present, target) { return present }
        do throws(IIOError) {
            try context.write(AvailableRates.text(of: target), to: name, of: owner)
        } catch {
            switch error.kind {
            case .failed(_, .invalid):
                // Some drivers have forgotten the rate by then.
                if let text { try? context.write(text, to: name, of: owner) }
                throw IIOError(
                    .rateRefused(asked: asked, available: available?.text),
                    at: place
                )
            case .failed(_, .busy):
                let isLocal = context.address.isLocal
                let holder = isLocal ? FileHolder.describe(of: "/dev/\(place)") : nil
                throw IIOError(.busy(holder: holder), at: place)
            default:
                throw error
            }
        }
        let set = UnitConversion.number(try context.readIfThere(name, of: owner))
        if let set, set < asked * 0.999 {
            throw IIOError(
                .rateRefused(asked: asked, available: AvailableRates.text(of: set)),
                at: place
            )
        }
        return set
    }

    /// Has the device stamp by the session's clock, else by one that nobody sets.
    private mutating func setClock(_ context: borrowing IIOContext) throws(IIOError) {
        let name = "current_timestamp_clock"
        guard let present = device.attributes[name] else { return }
        clock = present
        for wanted in ["boottime", "monotonic"] {
            if clock == wanted { return }
            // A refusal is no failure: the stamps are converted then.
            do throws(IIOError) {
                try context.write(wanted, to: name, of: .device(device.place))
                clock = try context.read(name, of: .device(device.place))
            } catch {
                if case .connectionLost = error.kind { throw error }
                continue
            }
            if clock == wanted { return }
        }
    }
}
