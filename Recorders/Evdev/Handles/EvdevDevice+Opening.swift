// Opens a device for reading. If a process has grabbed a device, only that process gets the events; others get
// neither events nor an error. So opening tries a grab for a moment, to find out whether another process has grabbed
// the device. Opening does not try this if a recorder of this program already reads the device, because that
// recorder would lose the events of that moment.

internal import SystemCalls

extension EvdevDevice {
    /// Opens a device and makes sure that this process gets its events.
    ///
    /// - Parameters:
    ///   - facts: The device.
    ///   - grabs: Whether only this recorder is to get its events.
    ///   - isBrief: Whether to fail at once if another process has grabbed the device, without waiting or
    ///     looking for it.
    /// - Returns: The open device.
    /// - Throws: `EvdevError`, with a case for each cause.
    static func open(
        _ facts: InputDeviceFacts,
        grabs: Bool = false,
        isBrief: Bool = false
    ) throws(EvdevError) -> EvdevDevice {
        var waits = 0
        while true {
            do throws(EvdevError) {
                return try openOnce(facts, grabs: grabs)
            } catch {
                guard !isBrief, case .grabbed = error.kind else { throw error }
                guard waits < tries else { throw named(error, of: facts) }
                // Another program may only be trying a grab for a moment, as this one does.
                waits += 1
                let wakeEvent = WakeEvent()
                wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(20))
            }
        }
    }

    private static let tries = 5

    private static func openOnce(
        _ facts: InputDeviceFacts,
        grabs: Bool
    ) throws(EvdevError) -> EvdevDevice {
        let node: DeviceNode
        do throws(Errno) {
            node = try DeviceNode(facts.node, for: .reading)
        } catch {
            throw EvdevError.opening(facts, error)
        }
        let claim = try claim(node, facts, grabs: grabs)
        return EvdevDevice(node, claim)
    }

    private static func claim(
        _ node: borrowing DeviceNode,
        _ facts: InputDeviceFacts,
        grabs: Bool
    ) throws(EvdevError) -> OpenClaim {
        try OpenClaim(facts, grabs: grabs) { answer throws(EvdevError) in
            if answer == .refuse { throw EvdevError(.grabbedHere, at: facts.title) }
            do throws(Errno) {
                if answer != .read { try node.grab() }
                if answer == .tryGrab { try node.ungrab() }
            } catch {
                guard error == .busy else {
                    throw EvdevError(.failed(call: "grab", error), at: facts.title)
                }
                throw EvdevError(.grabbed(holder: nil), at: facts.title)
            }
        }
    }

    private static func named(_ error: EvdevError, of facts: InputDeviceFacts) -> EvdevError {
        let holder = FileHolder.describe(of: facts.node, besides: Environment.process)
        return EvdevError(.grabbed(holder: holder), at: error.place)
    }
}

extension EvdevError {
    /// The error for a node that could not be opened.
    static func opening(_ facts: InputDeviceFacts, _ errno: Errno) -> EvdevError {
        switch errno {
        case .access, .permission:
            EvdevError(.notPermitted(obstacle: facts.node), at: facts.title)
        case .noDevice, .noDeviceOrAddress, .notFound:
            EvdevError(.deviceGone(waited: .zero), at: facts.title)
        default:
            EvdevError(.failed(call: "open \(facts.node)", errno), at: facts.title)
        }
    }
}
