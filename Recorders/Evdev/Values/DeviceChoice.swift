// Chooses the device for a request, from what the kernel reports about the devices, before any of them is opened. If
// none fits, the error lists the devices there are.

internal import InputRecorder
internal import SystemCalls

/// Chooses an input device.
enum DeviceChoice {
    /// Chooses the device for a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - devices: The devices that exist.
    ///   - resolve: Follows the links of a path; returns `nil` if nothing is there.
    /// - Returns: The named device; if none is named, the one that delivers most of the requested kinds.
    /// - Throws: `noSuchDevice` with the devices there are, `lacks`, or `unknownKey`.
    static func choose(
        for request: InputRequest,
        among devices: [InputDeviceFacts],
        resolve: (String) -> String? = { try? FileSystem.absolutePath($0) }
    ) throws(EvdevError) -> InputDeviceFacts {
        let keys = try KeyNames.codes(of: request.keys)
        // A request only for marks needs keys.
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
                // Prefer any other device to the machine's power button.
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

    /// The devices that match a name given by a user: by id or path, which are unique, or else by name, place
    /// or serial number, which several devices may share.
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

    /// A line for each device there is, for an error.
    static func listing(_ devices: [InputDeviceFacts]) -> [String] {
        devices.map { device in
            let kinds = device.kinds.map(\.rawValue).joined(separator: ", ")
            return "\(device.title): \(kinds.isEmpty ? "nothing to record" : kinds)"
        }
    }
}
