// Reports when the machine goes to sleep and wakes. A recorder needs both reports: before the sleep it saves what was
// recorded, and after it notes the gap. logind sends both, and delays the sleep for a moment if asked to.

internal import Synchronization
internal import SystemCalls

/// Reports when the machine is about to sleep and when it has woken, as long as the value lives.
///
/// The initializer returns at once. Reports come in order, on a thread of the watch; only the lack of a thread or
/// descriptor is reported before the initializer returns. The machine delays its sleep until `told` has returned, as
/// long as logind allows: five seconds, usually.
public struct SleepWatch: ~Copyable, Sendable {
    private let end: WatchEnd?

    /// Asks systemd-logind to report sleep.
    ///
    /// - Parameters:
    ///   - who: The name shown by `systemd-inhibit --list`.
    ///   - why: The reason shown there.
    ///   - obstacleFound: Called with the reason if nothing is or will be reported, or if the machine does not wait
    ///     before it sleeps.
    ///   - told: Called with `true` before the machine sleeps, and with `false` when it has woken.
    public init(
        who: String,
        why: String,
        obstacleFound: (@Sendable (CueError) -> Void)? = nil,
        told: @escaping @Sendable (Bool) -> Void
    ) {
        self.init(who: who, why: why, busAddress: nil, obstacleFound: obstacleFound, told: told)
    }

    package init(
        who: String,
        why: String,
        busAddress: String?,
        obstacleFound: (@Sendable (CueError) -> Void)? = nil,
        told: @escaping @Sendable (Bool) -> Void
    ) {
        let end: WatchEnd
        do throws(SystemError) {
            end = WatchEnd(waking: try WakingDescriptor())
        } catch {
            self.end = nil
            obstacleFound?(CueError(.noDescriptor(error.errno), at: "sleep watch"))
            return
        }
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: "sleep watch") {
                do throws(CueError) {
                    let bus = try SystemBus.open(address: busAddress, patience: .seconds(10))
                    try bus.listenForSleep()
                    var delay = SleepDelay(who: who, why: why)
                    try Self.watch(bus, &delay, until: end, told: told) {
                        if !end.isOver { obstacleFound?($0) }
                    }
                } catch {
                    if !end.isOver { obstacleFound?(error) }
                }
            }
            self.end = end
        } catch {
            self.end = nil
            obstacleFound?(CueError(.noThread(error.errno), at: "sleep watch"))
        }
    }

    deinit { end?.call() }

    private static func watch(
        _ bus: borrowing SystemBus,
        _ delay: inout SleepDelay,
        until end: WatchEnd,
        told: (Bool) -> Void,
        doesNotWait: (CueError) -> Void
    ) throws(CueError) {
        delay.begin(by: bus, failed: doesNotWait)
        var sleep = DescriptorSleep(beside: [bus.descriptor], wokenBy: end.waking)
        while !end.isOver {
            guard let isBefore = try bus.nextWordOfSleep() else {
                sleep.wait()
                continue
            }
            told(isBefore)
            if isBefore { delay.end() } else { delay.begin(by: bus, failed: doesNotWait) }
        }
    }
}

/// The inhibitor that delays the machine's sleep.
private struct SleepDelay: ~Copyable {
    let who: String
    let why: String
    private var held: Descriptor?
    /// The last reported reason why the machine does not wait.
    private var obstacle: CueError?

    init(who: String, why: String) {
        (self.who, self.why) = (who, why)
    }

    /// Acquires the inhibitor.
    ///
    /// Without it, sleep is still reported; each new reason why it cannot be acquired is reported once.
    mutating func begin(by bus: borrowing SystemBus, failed: (CueError) -> Void) {
        do throws(CueError) {
            held = try bus.inhibit("sleep", who: who, why: why, mode: "delay")
            obstacle = nil
        } catch {
            // If the bus is gone, the next read reports it.
            if error.kind == .lost { return }
            var found = error
            if case .refused(let reason) = error.kind { found.kind = .doesNotWait(reason) }
            if found != obstacle { failed(found) }
            obstacle = found
        }
    }

    mutating func end() { held = nil }
}

/// Ends the watch's thread.
private final class WatchEnd: Sendable {
    let waking: WakingDescriptor
    private let over = Atomic<Bool>(false)

    init(waking: WakingDescriptor) {
        self.waking = waking
    }

    var isOver: Bool { over.load(ordering: .acquiring) }

    func call() {
        over.store(true, ordering: .releasing)
        waking.wake()
    }
}
