// A machine that is told to sleep sleeps, whatever runs on it. Whoever records should hear of it: before, so that
// what was recorded is kept, and after, as there is a gap. logind tells both, and waits a moment if it is asked to.

internal import Synchronization
internal import SystemCalls

/// Tells when the machine is about to sleep and when it has woken, for as long as the value lives.
///
/// Making one returns at once. What there is to tell is told in its order, on a thread of the watch's own; that
/// there is none, or nothing to wake it by, is told before making one returns. The machine waits with its sleep
/// until `told` has returned, for as long as logind lets it: five seconds, usually.
public struct SleepWatch: ~Copyable, Sendable {
    private let end: WatchEnd?

    /// Asks systemd-logind to tell of sleep.
    ///
    /// - Parameters:
    ///   - who: Who asks, as `systemd-inhibit --list` shows it.
    ///   - why: What for.
    ///   - obstacleFound: Told why nothing will be told, or nothing any more, or why the machine does not wait
    ///     (any more).
    ///   - told: Told `true` before the machine sleeps, and `false` when it has woken.
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

/// What the machine waits for with its sleep.
private struct SleepDelay: ~Copyable {
    let who: String
    let why: String
    private var held: Descriptor?
    /// Why the machine does not wait, as it was told.
    private var obstacle: CueError?

    init(who: String, why: String) {
        (self.who, self.why) = (who, why)
    }

    /// Where the machine does not wait, it is still told of its sleep; that it does not is told when it is new.
    mutating func begin(by bus: borrowing SystemBus, failed: (CueError) -> Void) {
        do throws(CueError) {
            held = try bus.inhibit("sleep", who: who, why: why, mode: "delay")
            obstacle = nil
        } catch {
            // Of a bus that is gone, the next look at it tells.
            if error.kind == .lost { return }
            var found = error
            if case .refused(let reason) = error.kind { found.kind = .doesNotWait(reason) }
            if found != obstacle { failed(found) }
            obstacle = found
        }
    }

    mutating func end() { held = nil }
}

/// Has the watch's thread end.
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
