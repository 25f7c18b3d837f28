// What ships of one kind of recorder: each says it in its own folder, and `StandardKind.all` lists it in one line.

public import RecorderKinds
internal import Research
internal import SessionRuns
internal import WalkSource

/// A kind of recorder, with where its samples come from.
package struct StandardKind: Sendable {
    /// Where the samples of its recorders come from; what is found of that later is noted.
    typealias Maker<Place> = @MainActor @Sendable (Place, LaterNotes) -> SourcedKind

    /// The kind.
    package let kind: any RecorderKind
    /// Over the devices of this machine, or those that it is told of.
    let overDevices: Maker<DevicePlaces>
    /// Over a computed walk, in the place of its devices.
    let overWalk: Maker<SyntheticWalk>
    /// What the command line may say of its devices, where they are not motion sensors.
    let wish: (any DeviceWish.Type)?

    /// A kind of which a computed walk has something.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - wish: What the command line may say of its devices.
    ///   - overDevices: Its recorders over the devices of this machine.
    ///   - overWalk: Its recorders over a walk.
    init(
        _ kind: any RecorderKind,
        wish: (any DeviceWish.Type)? = nil,
        overDevices: @escaping Maker<DevicePlaces>,
        overWalk: @escaping Maker<SyntheticWalk>
    ) {
        self.kind = kind
        self.wish = wish
        self.overDevices = overDevices
        self.overWalk = overWalk
    }

    /// A kind of which a computed walk has nothing.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - subject: What it records, as in `what people put in`.
    ///   - devices: What that comes from, as in `input devices`.
    ///   - wish: What the command line may say of its devices.
    ///   - overDevices: Its recorders over the devices of this machine.
    init<Kind: RecorderKind>(
        _ kind: Kind,
        of subject: String,
        from devices: String,
        wish: (any DeviceWish.Type)? = nil,
        overDevices: @escaping Maker<DevicePlaces>
    ) {
        self.init(kind, wish: wish, overDevices: overDevices) { _, _ in
            kind.over { order in
                throw RunFailure(
                    "the recorder '\(order.configuration.identifier)' records \(subject), and a "
                        + "computed walk has nothing of it; run the task with \(devices), without "
                        + "--source, or with --replay and a session that has it"
                )
            }
        }
    }
}

extension StandardKind {
    /// The kinds that ship: whoever adds one adds a line here.
    package static let all: [StandardKind] = [
        .motion, .input, .touch, .lines, .distance, .microphone,
    ]
}

/// The kinds of recorders that task files may have and sessions may be of.
public enum StandardKinds {
    /// The kinds that ship.
    public static let all = StandardKind.all.map(\.kind)
}
