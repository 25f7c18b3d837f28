// The opening of a device for reading, by whoever reads one. Somebody who has grabbed it gets everything,
// and nobody else would ever notice: so it is tried, for a moment.

internal import Synchronization
internal import SystemCalls

extension EvdevDevice {
    /// Opens a device that gives its events to this process, too.
    ///
    /// - Parameters:
    ///   - facts: The device.
    ///   - grabs: Whether nobody else is to get its events.
    /// - Returns: The device.
    /// - Throws: `EvdevError`, told apart.
    static func open(
        _ facts: InputDeviceFacts,
        grabs: Bool = false
    ) throws(EvdevError) -> EvdevDevice {
        let device: EvdevDevice
        do throws(Errno) {
            device = try EvdevDevice(node: facts.node)
        } catch {
            throw EvdevError.opening(facts, error)
        }
        do throws(Errno) {
            try device.tryGrab(andKeep: grabs)
        } catch {
            guard error == .busy else {
                throw EvdevError(.failed(call: "grab", error), at: facts.title)
            }
            let holder = FileHolder.describe(of: facts.node, besides: Environment.process)
            throw EvdevError(.grabbed(holder: holder), at: facts.title)
        }
        return device
    }

    /// One recorder of this program at a time: two that try would find each other.
    private static let trying = Mutex(())
    private static let tries = 5

    private borrowing func tryGrab(andKeep isKept: Bool) throws(Errno) {
        var waits = 0
        while true {
            do throws(Errno) {
                try Self.trying.withLock { _ throws(Errno) in
                    try grab()
                    if !isKept { try ungrab() }
                }
                return
            } catch {
                // Another program may be trying just now, as we do.
                guard error == .busy, waits < Self.tries else { throw error }
                waits += 1
                let bell = Doorbell()
                bell.wait(since: bell.count, upTo: .milliseconds(20))
            }
        }
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
