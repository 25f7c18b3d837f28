// Where another kernel's owner has left its lease, who would have the folder looks, claims it and looks again.

internal import SampleFile
internal import SystemCalls

/// A folder whose lease is another kernel's, while one waits for what becomes of it.
struct ContestedFolder: ~Copyable, Sendable {
    private let lock: FolderLock
    private let lease: Lease
    private let rules: LeaseRules
    /// Whether the lock alone has to do where the disk takes no lease.
    private let toMend: Bool
    private var contest: LeaseContest
    /// Renews what one has claimed: who else would have the folder sees that somebody lives.
    private var keeper: LeaseKeeper?

    /// What comes of a look.
    enum Outcome: ~Copyable {
        case undecided(ContestedFolder)
        case taken(FolderTenure)
        /// Its owner lives.
        case held
        /// Its owner has just let go of it.
        case free
    }

    /// Begins to look at a folder of which one has the lock.
    init(_ lock: consuming FolderLock, by rules: LeaseRules, toMend: Bool) {
        self.lock = lock
        self.rules = rules
        self.toMend = toMend
        lease = Lease(under: nil, toMend: toMend)
        contest = LeaseContest(for: lease.owner, by: rules)
    }

    /// The folder.
    var folder: OpenFolder { lock.folder }

    /// What a person is told who waits.
    var words: String {
        "\(folder.path): it was last recorded by another machine, or before this one was started anew; it takes "
            + "less than a minute to see whether that machine still records it"
    }

    /// Looks once; the next look is due after the rules' pause.
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
                guard toMend, FolderTenure.takesNothing.contains(error.errno) else { throw error }
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

    /// Looks until it is decided, which takes less than a minute.
    consuming func decide() throws(SystemError) -> Outcome {
        let bell = Doorbell()
        let pause = rules.look
        var undecided = self
        while true {
            switch try undecided.look() {
            case .undecided(let next): undecided = next
            case .taken(let tenure): return .taken(tenure)
            case .held: return .held
            case .free: return .free
            }
            // Nobody rings it: a lease tells no waiter of its end.
            bell.wait(since: bell.count, upTo: pause)
        }
    }
}
