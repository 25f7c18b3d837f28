// The declaration of the keys that all input recorders share, and the rule that finds devices that two recorders
// cannot share.

internal import Research

extension RSDKey {
    /// The keys of any recorder over an input device.
    static let inputDevice = [
        RSDKey(
            "device",
            .text,
            "Which device is read, by its name, path or id; the first that fits if not given."
        ),
        RSDKey(
            "grab",
            .boolean,
            "Whether no other program gets the device's events during the recording; false if not given."
        ),
        RSDKey(
            "reconnect",
            .number,
            "How many seconds the recorder waits for an unplugged device, up to 3600; 0 if not given."
        ),
    ]
}

extension RSDLevelRule {
    /// A rule that finds a device that two recorders of the same list use, if one of them grabs it.
    ///
    /// A task file only shows whether both recorders give the same name for the device, or both give none. Only on the
    /// machine can two names turn out to mean one device, or a recorder without a name use a device that another
    /// one names.
    static let grabbedDevices = RSDLevelRule("grabbed input devices") { members, place in
        let users = members.compactMap(DeviceUser.init)
        return users.filter(\.grabs).flatMap { grabber in
            users.filter { other in
                // If both grab it, the second one is reported.
                other.device == grabber.device && (other.index > grabber.index || !other.grabs)
            }.map { $0.fault(besides: grabber, at: place.appending($0.index)) }
        }
    }
}

/// A recorder of an input device.
private struct DeviceUser {
    let index: Int
    let identifier: String
    /// The name that it gives for the device; `nil` if it uses any device with the requested events.
    let device: String?
    let grabs: Bool

    init?(_ member: RSDLevelRule.Member) {
        switch member.object["device"] {
        case nil, .null: device = nil
        case .string(let name) where !name.isEmpty: device = name.lowercased()
        // An invalid name is reported elsewhere.
        default: return nil
        }
        index = member.index
        identifier = member.object["identifier"]?.text ?? member.object["type"]?.text ?? ""
        grabs = member.object["grab"] == .boolean(true)
    }

    func fault(besides grabber: DeviceUser, at path: JSONPath) -> RSDTaskFileFault {
        guard device != nil else {
            return RSDTaskFileFault(
                "'\(grabber.identifier)' grabs its device, and neither of the two names one: "
                    + "where both get the same, only one of them gets its events",
                at: path,
                expected: "name the 'device' of each, or leave out 'grab'",
                isHarmless: true
            )
        }
        return RSDTaskFileFault(
            "'\(grabber.identifier)' grabs this device: while both run, only one of the two gets its "
                + "events",
            at: path.appending("device"),
            expected: "leave out its 'grab', or let one recorder of type 'input' have both",
            isHarmless: true
        )
    }
}
