// The input devices of this machine, as the source of input recorders.

internal import EvdevSource
internal import InputRecorder
internal import Recording
internal import SampleStream
internal import Timebase

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

    /// What the recorders of the devices are called, in the order of these; no two are the same.
    var identifiers: [String] {
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

    /// The name of a device, as a file can have it: of a node, without the folders that it is in.
    static func shortName(of device: String) -> String {
        let parts = device.split(separator: "/").map { String($0.replacing(":", with: "-")) }
        return device.hasPrefix("/dev/") ? parts.last ?? device : parts.joined(separator: "_")
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

    /// What gives what is asked, unless another recorder has its device; its marker keys make marks.
    @MainActor
    static func source(
        for request: InputRequest,
        marks: SharedMarks,
        claims: DeviceClaims,
        onAbsence: @escaping EvdevInputSource.AbsenceHandler
    ) -> sending AnySampleSource<InputSample> {
        AnySampleSource(
            ClaimedSource(
                EvdevInputSource(
                    request,
                    onMarker: { marks.mark($0, at: $1) },
                    onAbsence: onAbsence
                ),
                calledBy: request.device ?? "",
                claims
            )
        )
    }

    /// What gives what is asked; its marker keys make marks.
    @MainActor
    static func source(
        for request: InputRequest,
        marks: SharedMarks,
        onAbsence: @escaping EvdevInputSource.AbsenceHandler
    ) -> sending AnySampleSource<InputSample> {
        AnySampleSource(
            EvdevInputSource(
                request,
                onMarker: { marks.mark($0, at: $1) },
                onAbsence: onAbsence
            )
        )
    }
}

extension SharedMarks {
    /// Makes the mark of a key's press; recorders of one device hear of the same press, and make one.
    func mark(_ marker: KeyMarker, at instant: BootInstant) {
        mark(marker.marker, at: instant, by: KeyMarker.firstName(of: marker.key))
    }
}
