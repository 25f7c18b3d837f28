// Reads a station's button from the kernel's input events.

internal import EvdevSource
internal import Station
internal import Timebase

/// Listens to a button.
final class StationButton: Sendable {
    /// What has happened to the button; reported on the listening thread.
    enum Event: Sendable {
        case down(BootInstant)
        case up(BootInstant)
        /// It is no longer known whether the button is down: the kernel has lost events, or the device is unplugged.
        case lost
    }

    private let watch: KeyWatch

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - button: The key and its device.
    ///   - onTrouble: Called with a text for the user that says why presses may be missed. Some of these problems are
    ///     not reported as `.lost`: for example, that another program uses the device exclusively.
    ///   - onEvent: Called with each event.
    /// - Throws: `EvdevError` if no device has the button, or this user has no permission to read it.
    init(
        _ button: StationSettings.Button,
        onTrouble: @escaping @Sendable (String) -> Void,
        onEvent: @escaping @Sendable (Event) -> Void
    ) throws {
        watch = try KeyWatch(
            keys: [button.key],
            on: button.device,
            onTrouble: onTrouble,
            onRelease: { onEvent(.up($1)) },
            onLoss: { onEvent(.lost) },
            onPress: { onEvent(.down($1)) }
        )
    }

    /// Stops listening.
    func finish() { watch.finish() }
}
