// Describes a device for the manifest: which one it was, its clock, and the ranges of its axes
// (`DeviceShape.details`).

internal import SampleStream
internal import SystemCalls
internal import Timebase

extension EvdevSession {
    /// The device's description for the manifest.
    var description: SourceDescription {
        var description = SourceDescription(
            name: facts.name.isEmpty ? facts.id : facts.name,
            kind: "evdev",
            clock: clock.rawValue
        )
        var details = [
            "node": facts.node,
            "identity": "bus \(Self.hex(facts.bus)), vendor \(Self.hex(facts.vendor)), "
                + "product \(Self.hex(facts.product)), version \(Self.hex(facts.version))",
            "timestamps": "kernel",
            // Events before this time were not read: a recording begins slightly before it.
            "listeningFromUptime": "\(opening.seconds)",
        ]
        details["location"] = facts.location
        details["serial"] = facts.serial
        if !clockRefusals.isEmpty {
            let reasons = clockRefusals.map(\.description).joined(separator: ", ")
            details["clock refused"] = "\(reasons); the timestamps are of \(clock.rawValue), moved"
        }
        description.details = details.merging(shape.details) { own, _ in own }
        return description
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
