// The options of `record` for input devices, and the recorders that result.

package import Arguments
internal import EvdevSource
package import InputRecorder
internal import Research
package import SessionRuns
internal import Timebase

/// Which input devices to record, and what of them.
package struct InputOptions: DeviceOptions, Equatable {
    /// The devices; each is recorded to its own file.
    package var devices: [String]
    /// The kinds of events; `nil` for all.
    package var events: [InputKind]?
    /// The keys that the file may name.
    package var namedKeys: [String] = []
    /// Whether no other program gets the devices' events meanwhile.
    package var grabs = false
    /// How many seconds to wait for a lost device.
    package var reconnectInSeconds: Double?

    package init(
        devices: [String],
        events: [InputKind]? = nil,
        namedKeys: [String] = [],
        grabs: Bool = false,
        reconnectInSeconds: Double? = nil
    ) {
        self.devices = devices
        self.events = events
        self.namedKeys = namedKeys
        self.grabs = grabs
        self.reconnectInSeconds = reconnectInSeconds
    }

    package static let subject = "input devices"

    /// The name of the recording if nothing else is recorded.
    package var identifier: String { "input" }

    /// The names of the devices' recorders, all different, in the order of the devices.
    package var identifiers: [String] {
        guard devices.count > 1 else { return devices.map { _ in "input" } }
        var identifiers: [String] = []
        for name in devices.map(Self.shortName) {
            var identifier = "\(name)_input"
            var number = 2
            while identifiers.contains(identifier) {
                identifier = "\(name)_\(number)_input"
                number += 1
            }
            identifiers.append(identifier)
        }
        return identifiers
    }

    /// A device's name for a file; for a node, without its folders.
    package static func shortName(of device: String) -> String {
        let parts = device.split(separator: "/").map { String($0.replacing(":", with: "-")) }
        return device.hasPrefix("/dev/") ? parts.last ?? device : parts.joined(separator: "_")
    }
}

extension InputOptions {
    package static let inputOption = Option(
        "input",
        taking: "DEVICE",
        as: .text,
        repeats: true,
        "an input device by its whole id (event3), path, name, at: line or serial number, as footfall devices lists them; may be given again, and each device gets its own file; to record motion sensors as well, give an option for them, such as --types"
    )
    package static let eventsOption = Option(
        "events",
        taking: "KINDS",
        as: .inputKinds,
        "with --input: the kinds of events to record, separated by commas: keys, touches, pointer, switches, accelerometer, or all; all if not given"
    )
    package static let nameKeysOption = Option(
        "name-keys",
        taking: "KEYS",
        as: Conversion.key.list,
        "with --input: the keys whose names the file contains, such as KEY_A,KEY_B; of other keys it contains only the presses"
    )
    package static let grabFlag = Flag(
        "grab",
        "with --input: no other program gets the device's events during the recording"
    )
    package static let reconnectOption = Option(
        "reconnect",
        taking: "S",
        as: .waitInSeconds,
        "with --input: how long to wait for an unplugged device, in seconds or as 30s or 1m, at most 1h; if not given, or 0, the recorder fails if its device is unplugged"
    )

    /// The options for input devices.
    package static let options = [
        inputOption.declaration, eventsOption.declaration, nameKeysOption.declaration,
        grabFlag.declaration, reconnectOption.declaration,
    ]
}

extension InputOptions {
    /// Parses the options; `nil` if no input device is named.
    package init?(_ arguments: ParsedArguments) throws(UsageError) {
        let devices = try arguments.values(of: Self.inputOption)
        guard !devices.isEmpty else {
            try arguments.refuse(
                Self.options,
                "it is for input devices, and none is recorded",
                "leave it out, or add --input"
            )
            return nil
        }
        guard Set(devices).count == devices.count else {
            throw UsageError(
                place: "--input",
                problem: "the same is given twice",
                remedy: "give each once: a device is read by one recorder"
            )
        }
        let events = try arguments.value(of: Self.eventsOption)
        let namedKeys = try arguments.value(of: Self.nameKeysOption) ?? []
        if let events, !events.contains(.keys), !namedKeys.isEmpty {
            let kinds = events.map(\.rawValue).joined(separator: ",")
            throw UsageError(
                place: "--name-keys",
                problem: "it names keys, but --events \(kinds) records no keys",
                remedy: "add keys to --events, or leave --name-keys out"
            )
        }
        self.init(
            devices: devices,
            events: events,
            namedKeys: namedKeys,
            grabs: arguments.contains(Self.grabFlag),
            reconnectInSeconds: try arguments.value(of: Self.reconnectOption)
        )
    }
}

extension InputOptions {
    package func names(at placements: [String]) -> [DeviceName] {
        devices.map { DeviceName(ofInput: $0) }
    }

    /// One recorder for each device.
    @MainActor
    package func recorders(in frame: RecordingFrame) -> [PlannedRecorder] {
        let claims = DeviceClaims(by: "--input")
        let sourced = InputDevices.recorders(
            of: InputRecorderKind(),
            claims: claims,
            noting: frame.notes
        )
        return zip(devices, identifiers).map { device, identifier in
            var configuration = InputRecorderConfiguration(
                identifier: identifier,
                events: events,
                device: device
            )
            configuration.grab = grabs
            configuration.includeKeys = namedKeys
            configuration.markers = frame.markers.byDevice[device]
            configuration.reconnect = reconnectInSeconds
            configuration.usesCSVEncoding = frame.isCSV
            return PlannedRecorder(sourced, configuration, timekeeper: LiveTimekeeper())
        }
    }
}
