// Which device gives what is asked for. It is chosen by what the kernel says of the devices, before any
// of them is opened; and when there is none, the error lists what there would have been.

internal import InputRecorder
internal import SystemCalls

/// Chooses an input device.
enum DeviceChoice {
    /// Chooses the device for a request.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - devices: The devices that there are.
    ///   - resolve: Follows the links of a path, `nil` when there is nothing there.
    /// - Returns: The device that is asked for; without one, that which gives most of what is.
    /// - Throws: `noSuchDevice` with what there is, `lacks`, or `unknownKey`.
    static func choose(
        for request: InputRequest,
        among devices: [InputDeviceFacts],
        resolve: (String) -> String? = { try? FileSystem.absolutePath($0) }
    ) throws(EvdevError) -> InputDeviceFacts {
        let keys = try KeyNames.codes(of: request.keys)
        // Who only wants marks wants keys.
        let kinds = request.kinds.isEmpty ? [.keys] : request.kinds
        func given(_ device: InputDeviceFacts) -> Int { device.kinds.count(where: kinds.contains) }
        var candidates = devices
        let asked = request.device.flatMap { $0.isEmpty ? nil : $0 }
        if let asked {
            candidates = named(asked, among: devices, resolve: resolve)
            guard !candidates.isEmpty else {
                throw EvdevError(
                    .noSuchDevice(wanted: "\"\(asked)\"", present: listing(devices)),
                    at: "input"
                )
            }
        }
        let able = candidates.filter { given($0) > 0 }
        func rank(_ device: InputDeviceFacts) -> (Int, Int, Int, Int) {
            (
                keys.allSatisfy(device.has(key:)) ? 0 : 1, -given(device),
                // Nobody taps on the button that switches the machine off.
                device.isPowerButton ? 1 : 0, device.number
            )
        }
        guard let best = able.min(by: { rank($0) < rank($1) }) else {
            let wanted = InputKind.allCases.filter(kinds.contains).map(\.rawValue)
                .joined(separator: " or ")
            if asked != nil, let device = candidates.first {
                throw EvdevError(.lacks(wanted: wanted), at: device.title)
            }
            throw EvdevError(
                .noSuchDevice(wanted: wanted, present: listing(devices)),
                at: "input"
            )
        }
        return best
    }

    /// The devices that somebody calls so: by id or path, which is one's own, else by name, place or
    /// serial number, which several may share.
    static func named(
        _ asked: String,
        among devices: [InputDeviceFacts],
        resolve: (String) -> String? = { try? FileSystem.absolutePath($0) }
    ) -> [InputDeviceFacts] {
        let word = asked.lowercased()
        let path = asked.hasPrefix("/") ? resolve(asked) : nil
        let keys: [(InputDeviceFacts) -> Bool] = [
            { $0.id == word },
            { $0.node == path || $0.node.lowercased() == word },
            { $0.name.lowercased() == word },
            { $0.location?.lowercased() == word },
            { $0.serial?.lowercased() == word },
        ]
        return keys.lazy.map { isMeant in devices.filter(isMeant) }.first { !$0.isEmpty } ?? []
    }

    /// What there is, for an error.
    static func listing(_ devices: [InputDeviceFacts]) -> [String] {
        devices.map { device in
            let kinds = device.kinds.map(\.rawValue).joined(separator: ", ")
            return "\(device.title): \(kinds.isEmpty ? "nothing to record" : kinds)"
        }
    }
}
