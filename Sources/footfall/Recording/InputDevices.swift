// The input devices of this machine, as the source of input recorders.

internal import EvdevSource
internal import InputRecorder
internal import Recording
internal import SampleStream

/// What is to be recorded of which input devices.
struct InputWish: Sendable, Equatable {
    /// Each is recorded to a file of its own.
    var devices: [String]
    /// The kinds of events; without it, all.
    var events: [InputKind]?
    /// The keys that may be named in the file.
    var namedKeys: [String] = []
    /// Whether nobody else is to get the devices' events meanwhile.
    var grabs = false
    /// How long a device that has gone is waited for.
    var reconnectInSeconds: Double?

    /// What the recorder of a device is called.
    func identifier(of device: String) -> String {
        devices.count == 1 ? "input" : "\(Self.shortName(of: device))_input"
    }

    /// The name of a device without the folder that its node is in.
    static func shortName(of device: String) -> String {
        device.split(separator: "/").last.map(String.init) ?? device
    }
}

/// Which device has which of the keys that mark an instant.
struct MarkerShares: Sendable, Equatable {
    /// The keys of each device that is recorded: its recorder marks what it reads itself.
    var byDevice: [String: [KeyMarker]] = [:]
    /// Those that none of them has.
    var others: [KeyMarker] = []

    /// Divides markers among the devices that are recorded.
    ///
    /// - Parameters:
    ///   - markers: The keys, and the mark of each.
    ///   - input: The devices; without it, none is recorded.
    ///   - isLacking: Whether the kernel says that a device has not the key of a request.
    init(
        of markers: [KeyMarker],
        among input: InputWish?,
        isLacking: (InputRequest) -> Bool = InputDevices.isLacking
    ) {
        guard let input else {
            others = markers
            return
        }
        for marker in markers {
            let owners = input.devices.filter { device in
                !isLacking(
                    InputRequest(
                        kinds: Set(input.events ?? InputKind.allCases),
                        device: device,
                        keys: [marker.key],
                        markers: [marker]
                    )
                )
            }
            for owner in owners { byDevice[owner, default: []].append(marker) }
            if owners.isEmpty { others.append(marker) }
        }
    }
}

/// Makes sources over input devices.
enum InputDevices {
    /// Whether a device is there and has not the keys that are to be marks.
    static func isLacking(_ request: InputRequest) -> Bool {
        do {
            try EvdevPermissions.check(request)
        } catch let error as EvdevError {
            guard case .lacks = error.kind else { return false }
            return true
        } catch {}
        return false
    }

    /// What gives what is asked; its marker keys make marks.
    @MainActor
    static func source(
        for request: InputRequest,
        marks: SharedMarks
    ) -> sending AnySampleSource<InputSample> {
        AnySampleSource(EvdevInputSource(request) { marks.mark($0, at: $1) })
    }
}
