// What a task file may say of an input device, whatever is recorded of it; and which devices two recorders
// of one level cannot share.

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
            "Whether nobody else gets the device's events meanwhile; false if not given."
        ),
        RSDKey(
            "reconnect",
            .number,
            "How many seconds a device that has gone is waited for, up to 3600; 0 if not given."
        ),
    ]
}

extension RSDLevelRule {
    /// Tells of a device that two recorders of a level have, and one for itself alone.
    ///
    /// A file shows that two recorders give the same word for it, or both none. That two words are of
    /// one device, or that one without a word takes what another names, only its machine shows.
    static let grabbedDevices = RSDLevelRule("grabbed input devices") { members, place in
        let users = members.compactMap(DeviceUser.init)
        return users.filter(\.grabs).flatMap { grabber in
            users.filter { other in
                // Of two that grab it, the second one is told.
                other.device == grabber.device && (other.index > grabber.index || !other.grabs)
            }.map { $0.fault(besides: grabber, at: place.appending($0.index)) }
        }
    }
}

/// A recorder of an input device.
private struct DeviceUser {
    let index: Int
    let identifier: String
    /// What it calls the device; `nil` where it takes any that gives what is asked for.
    let device: String?
    let grabs: Bool

    init?(_ member: RSDLevelRule.Member) {
        switch member.object["device"] {
        case nil, .null: device = nil
        case .string(let name) where !name.isEmpty: device = name.lowercased()
        // What is no name is told of as such.
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
