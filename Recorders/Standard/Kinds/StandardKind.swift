// One kind of recorder as this project ships it: with its sources and command-line options. Each kind declares them
// in its own folder, and `StandardKind.all` lists the kinds.

public import RecorderKinds
internal import Research
internal import SessionRuns
internal import WalkSource

/// A kind of recorder with its sources.
package struct StandardKind: Sendable {
    /// Combines the kind with sources; later findings about the devices go to the notes.
    typealias Maker<Place> = @MainActor @Sendable (Place, LaterNotes) -> SourcedKind

    /// The kind.
    package let kind: any RecorderKind
    /// Makes recorders over the devices of this machine, or at the given places.
    let overDevices: Maker<DevicePlaces>
    /// Makes recorders over a computed walk instead of devices.
    let overWalk: Maker<SyntheticWalk>
    /// The command-line options for its devices.
    ///
    /// It is `nil` for motion sensors, which `RecordOptions` handles itself, and for a kind that `record` does not offer.
    let options: (any DeviceOptions.Type)?

    /// A kind that a computed walk has data for.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - options: The command-line options for its devices.
    ///   - overDevices: Its recorders over the devices of this machine.
    ///   - overWalk: Its recorders over a computed walk.
    init(
        _ kind: any RecorderKind,
        options: (any DeviceOptions.Type)? = nil,
        overDevices: @escaping Maker<DevicePlaces>,
        overWalk: @escaping Maker<SyntheticWalk>
    ) {
        self.kind = kind
        self.options = options
        self.overDevices = overDevices
        self.overWalk = overWalk
    }

    /// A kind that a computed walk has no data for.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - subject: What it records, as in `the walked distance`.
    ///   - devices: The devices, as in `input devices`.
    ///   - options: The command-line options for its devices.
    ///   - overDevices: Its recorders over the devices of this machine.
    init<Kind: RecorderKind>(
        _ kind: Kind,
        of subject: String,
        from devices: String,
        options: (any DeviceOptions.Type)? = nil,
        overDevices: @escaping Maker<DevicePlaces>
    ) {
        self.init(kind, options: options, overDevices: overDevices) { _, _ in
            kind.over { order in
                throw RunFailure(
                    "the recorder '\(order.configuration.identifier)' records \(subject), which a "
                        + "computed walk does not have; run the task with \(devices), without "
                        + "--source, or with --replay and a session that has such data"
                )
            }
        }
    }
}

extension StandardKind {
    /// All kinds that ship; a new kind adds its line here.
    package static let all: [StandardKind] = [
        .motion, .input, .touch, .lines, .distance, .microphone,
    ]
}

/// The kinds of recorders that task files and sessions may contain.
public enum StandardKinds {
    /// The kinds that ship.
    public static let all = StandardKind.all.map(\.kind)
}
