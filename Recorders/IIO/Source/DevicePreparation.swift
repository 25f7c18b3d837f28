// Prepares a device for recording: sets its trigger, rate and clock. It writes only what is not right already,
// so a user without write permission can record from a device that needs no change.

internal import Calibration
internal import MotionRecorder
internal import SystemCalls

/// A device together with its settings.
struct DevicePreparation {
    var device: DeviceDescription
    var types: [MotionSensorType]
    var trigger: TriggerPlan
    /// The calibrations to apply to its readings.
    var calibrations: [MotionSensorType: KeptCalibration] = [:]
    /// Its temperature when it was prepared, if requested and reported.
    var temperatureInCelsius: Double?
    /// The rate that the device reports after it was set, for each type.
    var rates: [MotionSensorType: Double] = [:]
    /// The clock that the device states for its timestamps; `nil` if it states none.
    var clock: String?

    /// The highest of its reported rates.
    var rateInHertz: Double? { rates.values.max() }

    var isPolled: Bool {
        if case .poll = trigger { true } else { false }
    }

    /// How its samples arrive.
    func delivery(over address: ContextAddress) -> BufferPlan.Delivery {
        guard address.isLocal else { return .remotely }
        return trigger == .ownBuffer ? .inBatches : .singly
    }
}

extension DevicePreparation {
    /// Sets trigger, rates and clock.
    ///
    /// - Parameters:
    ///   - context: The device's context.
    ///   - asked: The requested rate of the recording.
    ///   - triggers: The triggers of the context.
    ///   - timer: The name of the timer made for the recording, if one was made.
    ///   - timerRate: The timer's rate.
    /// - Throws: What could not be set but must be.
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
            // Polling only reads attributes, so it needs no permission to write.
            guard isPolled, case .notPermitted = error.kind else { throw error }
        }
        if isPolled { return }
        // The timer determines the rate, whatever the device could do.
        if trigger == .makeTimer { for type in types { rates[type] = timerRate } }
        try setClock(context)
    }

    /// Sets the trigger, if the plan needs one.
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

    /// How many times faster a polled device measures than it is read.
    ///
    /// Each read of an attribute wakes the sensor, waits for its first samples and lets it sleep again, once
    /// for each axis.
    private static let pollingFactor = 8.0

    /// Sets the rate of each type, and of a trigger with a rate, to one that is not below the one asked.
    private mutating func setRates(
        _ context: borrowing IIOContext,
        asked wanted: Double,
        _ triggers: [TriggerDescription]
    ) throws(IIOError) {
        for type in types {
            let axes = device.axes(of: type) ?? []
            let asked = raisedRate(wanted, within: device.availableRates(of: type))
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
        // The trigger determines the rate, whatever the device could do.
        let rate = try Self.setRate(
            context,
            .device(trigger.place),
            asked: wanted,
            available: nil,
            at: trigger.id
        )
        for type in types { rates[type] = rate }
    }

    /// The rate at which a device must measure for a wanted rate of recording: higher if it is polled.
    func raisedRate(_ wanted: Double, within available: AvailableRates?) -> Double {
        guard isPolled, let available else { return wanted }
        return max(wanted, min(wanted * Self.pollingFactor, available.highest))
    }

    private var triggerName: String? {
        switch trigger {
        case .keep(let name), .set(let name): name
        case .makeTimer, .ownBuffer, .poll: nil
        }
    }

    /// Sets a rate attribute and returns the rate that the device then reports.
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
        // A sensor that was set to a rate it does not have may fail even to report its rate, so a failed read is not
        // an error here.
        let text = try context.readIfThere(name, of: owner)
        let present = UnitConversion.number(text)
        if AvailableRates.isSame(present, target) { return present }
        do throws(IIOError) {
            try context.write(AvailableRates.text(of: target), to: name, of: owner)
        } catch {
            switch error.kind {
            case .failed(_, .invalid):
                // Restore the previous rate, because some drivers have lost it by then.
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

    /// Makes the device take timestamps from the session's clock, otherwise from a clock that is never set.
    private mutating func setClock(_ context: borrowing IIOContext) throws(IIOError) {
        let name = "current_timestamp_clock"
        guard let present = device.attributes[name] else { return }
        clock = present
        for wanted in ["boottime", "monotonic"] {
            if clock == wanted { return }
            // A refusal is not an error: timestamps of another clock are converted.
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
