// Decides who gets a folder that holds the lease of another machine, or of an earlier boot of this one. The
// process that wants the folder watches that lease. If the lease stays unchanged, the process replaces it with
// its own and watches again, in case another process does the same at that moment.

internal import SampleFile
internal import SystemCalls

/// A locked folder that holds a lease of another boot, until it is clear whether that lease's owner still runs.
struct ContestedFolder: ~Copyable, Sendable {
    private let lock: FolderLock
    private let lease: Lease
    private let rules: LeaseRules
    /// True for a repair: if no lease can be written, the lock alone is enough.
    private let toRecover: Bool
    private var contest: LeaseContest
    /// Renews our lease once we have claimed the folder, so that other waiting processes see that we are running.
    private var keeper: LeaseKeeper?

    /// The result of one check of the lease.
    enum Outcome: ~Copyable {
        case undecided(ContestedFolder)
        case taken(FolderTenure)
        /// Its owner is running.
        case held
        /// Its owner has just released it.
        case free
    }

    /// Begins to watch a folder whose lock the caller holds.
    init(_ lock: consuming FolderLock, by rules: LeaseRules, toRecover: Bool) {
        self.lock = lock
        self.rules = rules
        self.toRecover = toRecover
        lease = Lease(under: nil, toRecover: toRecover)
        contest = LeaseContest(for: lease.owner, by: rules)
    }

    /// The folder.
    var folder: OpenFolder { lock.folder }

    /// The message for a user who has to wait.
    var words: String {
        "\(folder.path): it was last recorded by another machine, or before this one restarted; it takes "
            + "less than a minute to see whether that machine still records it"
    }

    /// Checks the lease once, and writes our own when its owner seems gone; call it again after `LeaseRules.look`.
    consuming func look() throws(SystemError) -> Outcome {
        let now = Duration.nanoseconds(SystemClock.monotonic.nanoseconds)
        keeper?.renew()
        switch contest.look(try LeaseKeeper.read(in: folder), at: now) {
        case .wait: return .undecided(self)
        case .lost: return .held
        case .ended: return .free
        case .claim:
            do throws(SystemError) {
                keeper = try LeaseKeeper.begin(lease, in: folder, replacing: true, by: rules)
            } catch {
                guard toRecover, FolderTenure.takesNothing.contains(error.errno) else {
                    throw error
                }
                let none = LeaseKeeper(withoutLeaseIn: folder)
                return .taken(try FolderTenure(lock, none, by: rules))
            }
            contest.claimed(at: now)
            return .undecided(self)
        case .won:
            guard let keeper else { return .held }
            keeper.settle(under: rules.boot)
            return .taken(try FolderTenure(lock, keeper, by: rules))
        }
    }

    /// Checks the lease repeatedly until the outcome is clear, which takes less than a minute.
    consuming func decide() throws(SystemError) -> Outcome {
        let wakeEvent = WakeEvent()
        let pause = rules.look
        var undecided = self
        while true {
            switch try undecided.look() {
            case .undecided(let next): undecided = next
            case .taken(let tenure): return .taken(tenure)
            case .held: return .held
            case .free: return .free
            }
            // Nothing signals this event: a change of a lease wakes no waiting process. So this is only a pause.
            wakeEvent.wait(since: wakeEvent.count, upTo: pause)
        }
    }
}
