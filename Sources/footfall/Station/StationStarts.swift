// Decides whether a station records without a sensor that does not open. It may only where each name stays with its
// sensor. The kernel's numbers move: a recording without the left ankle would have the right one in its place.

internal import PlainWords
internal import SessionRuns
internal import StandardRecorders

/// Which devices of a station's recording have to open before it begins.
struct StationStarts: Sendable, Hashable {
    let required: RequiredStarts
    /// Why all devices have to open, and how to change that; `nil` if one is enough, or if there is only one.
    let note: String?

    /// The rule for a recording of devices with these names.
    init(of devices: [DeviceName]) {
        let counted = devices.filter { $0.remedy != nil }
        required = counted.isEmpty ? .one : .all
        guard !counted.isEmpty, devices.count > 1 else {
            note = nil
            return
        }
        let remedies = counted.compactMap { name in
            name.remedy.map { "\(name.words): \($0)".printable }
        }
        note =
            "a recording begins only if all sensors can be opened, because another sensor could be taken for a "
            + "missing one. To record without a missing sensor, give these names that stay with them: "
            + remedies.joined(separator: "; ")
    }
}
