// Listens for keys that control a recording on every input device that has one of them, including devices
// plugged in later. Other readers of the devices still get all events.

internal import Synchronization
internal import SystemCalls
public import Timebase

/// Listens for presses of keys.
public final class KeyWatch: Sendable {
    /// Receives a press: the key's name, and when it was pressed.
    public typealias Handler = @Sendable (String, BootInstant) -> Void
    /// Receives a text for the user: presses may have been missed, and why.
    public typealias TroubleHandler = @Sendable (String) -> Void

    private let stop: StopSignal
    private let listening = Mutex<SystemThread?>(nil)

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - keys: The kernel's names of the keys.
    ///   - device: The only device to listen to, by id, path, name, place or serial number; by default all
    ///     devices.
    ///   - onTrouble: Called during this call and on the listening thread, which reads no keys in the meantime. So
    ///     the handler must not wait, for example for a terminal.
    ///   - onRelease: Called on the listening thread with a key that was released, and when.
    ///   - onLoss: Called on the listening thread when it is no longer known which keys are down.
    ///   - onPress: Called on the listening thread.
    /// - Throws: `EvdevError` if no device has one of the keys, or none that has it may be read.
    public init(
        keys: [String],
        on device: String? = nil,
        onTrouble: @escaping TroubleHandler = { _ in },
        onRelease: @escaping Handler = { _, _ in },
        onLoss: @escaping @Sendable () -> Void = {},
        onPress: @escaping Handler
    ) throws {
        let stop = StopSignal()
        self.stop = stop
        let listener = try KeyListener(
            keys: keys,
            on: device,
            onTrouble: onTrouble,
            onRelease: onRelease,
            onLoss: onLoss,
            onPress: onPress
        )
        let waking = try WakingDescriptor()
        stop.onRequest { waking.wake() }
        let handover = Handover(listener)
        var listening: SystemThread? = try SystemThread.spawn(name: "keys") {
            handover.take()?.run(until: stop, wokenBy: waking)
        }
        self.listening.withLock { $0 = listening.take() }
    }

    deinit { stop.abandon() }

    /// Stops listening; waits until no handler can be called any more.
    public func finish() {
        stop.abandon()
        if let thread = listening.withLock({ $0.take() }) { thread.join() }
    }
}
