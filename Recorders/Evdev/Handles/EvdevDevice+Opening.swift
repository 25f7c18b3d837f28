// The opening of a device for reading, by whoever reads one. Somebody who has grabbed it gets everything,
// and nobody else would ever notice: so it is tried, for a moment, unless a recorder of this program reads
// it already: what is told in that moment it would not get.

internal import SystemCalls

extension EvdevDevice {
    /// Opens a device that gives its events to this process, too.
    ///
    /// - Parameters:
    ///   - facts: The device.
    ///   - grabs: Whether nobody else is to get its events.
    ///   - isBrief: Whether whoever has grabbed it is not waited for, nor looked for.
    /// - Returns: The device.
    /// - Throws: `EvdevError`, told apart.
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
                // Another program may be trying just now, as we do.
                waits += 1
                let bell = Doorbell()
                bell.wait(since: bell.count, upTo: .milliseconds(20))
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
    /// Why a device's node could not be opened.
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
