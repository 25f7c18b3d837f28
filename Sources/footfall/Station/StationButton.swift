// Reads a station's button from the kernel's input events.

internal import EvdevSource
internal import Station
internal import Timebase

/// Listens to a button.
final class StationButton: Sendable {
    /// An event of the button, reported on the listening thread.
    enum Move: Sendable {
        case down(BootInstant)
        case up(BootInstant)
        /// Events were lost, so that it is unknown whether the button is down.
        case lost
    }

    private let watch: KeyWatch

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - button: The key and its device.
    ///   - onTrouble: Called with the reason if presses may have been missed.
    ///   - onMove: Called with each event.
    /// - Throws: `EvdevError` if there is no such button, or it may not be read.
    init(
        _ button: StationSettings.Button,
        onTrouble: @escaping @Sendable (String) -> Void,
        onMove: @escaping @Sendable (Move) -> Void
    ) throws {
        watch = try KeyWatch(
            keys: [button.key],
            on: button.device,
            onTrouble: onTrouble,
            onRelease: { onMove(.up($1)) },
            onLoss: { onMove(.lost) },
            onPress: { onMove(.down($1)) }
        )
    }

    /// Stops listening.
    func finish() { watch.finish() }
}
