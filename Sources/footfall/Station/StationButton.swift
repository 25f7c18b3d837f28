// The button of a station, as the kernel tells of it.

internal import EvdevSource
internal import Station
internal import Timebase

/// Hears a button.
final class StationButton: Sendable {
    /// What is heard of it, on a thread of its own.
    enum Move: Sendable {
        case down(BootInstant)
        case up(BootInstant)
        /// Nobody knows any more whether it is down.
        case lost
    }

    private let watch: KeyWatch

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - button: Which it is.
    ///   - onTrouble: Is told why presses may have been missed.
    ///   - onMove: Is told what it does.
    /// - Throws: `EvdevError` where there is no such button, or it may not be read.
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

    /// Listens no longer.
    func finish() { watch.finish() }
}
