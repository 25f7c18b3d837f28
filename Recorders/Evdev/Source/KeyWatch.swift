// Keys that control a recording, wherever they are: every input device that has one of them is listened
// to, beside whoever else reads it, and also one that comes later.

internal import Synchronization
internal import SystemCalls
public import Timebase

/// Listens for presses of keys.
public final class KeyWatch: Sendable {
    /// Hears of a press: the key's name, and when it was.
    public typealias Handler = @Sendable (String, BootInstant) -> Void
    /// Hears that presses may have been missed, and why.
    public typealias TroubleHandler = @Sendable (String) -> Void

    private let stop: StopSignal
    private let listening = Mutex<SystemThread?>(nil)

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - keys: The kernel's names of the keys.
    ///   - device: The only device that counts, by id, path, name, place or serial number; any without it.
    ///   - onTrouble: Is called here and on the thread that listens, which hears nothing meanwhile: it
    ///     must not wait for anybody, such as for a terminal.
    ///   - onRelease: Hears on the same thread that a key was let go, and when.
    ///   - onLoss: Is told on the same thread that nobody knows any more which keys are down.
    ///   - onPress: Is called on the thread that listens.
    /// - Throws: `EvdevError` where no device has one of the keys, or none that has may be read.
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

    /// Listens no longer; waits until nobody can be called any more.
    public func finish() {
        stop.abandon()
        if let thread = listening.withLock({ $0.take() }) { thread.join() }
    }
}
