// Decides who owns a session folder. Between processes of one boot of one machine, the kernel lock decides at
// once. Between machines, or across a reboot, the lease file decides. A `FolderTenure` takes both together and
// releases both together.

internal import SampleFile
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Whether a session has an owner, as far as that can be seen without waiting.
package enum SessionOwnership: Sendable {
    case owned, nobody
    /// Another machine may be writing it; only watching its lease for a while shows whether it does.
    case unknown
}

/// Ownership of a session folder, until it is released.
///
/// If the object goes away without `release`, the folder is left as after a killed process: with a lease that
/// nobody renews.
final class FolderTenure: Sendable {
    /// The folder.
    let folder: OpenFolder
    /// Renews the lease, and checks whether the folder is still ours.
    let keeper: LeaseKeeper
    private let lock: Mutex<FolderLock?>
    private let beat = StopSignal()

    /// The result of asking for a folder.
    enum Taking: ~Copyable {
        case taken(FolderTenure)
        /// A recording or a repair holds it.
        case held
        /// It holds a lease of another machine or an earlier boot; only time shows whether that owner still runs.
        case contested(ContestedFolder)
    }

    /// Makes the owner of a folder whose lock is held and that holds our lease.
    init(
        _ lock: consuming FolderLock,
        _ keeper: LeaseKeeper,
        by rules: LeaseRules
    ) throws(SystemError) {
        self.keeper = keeper
        folder = lock.folder
        self.lock = Mutex(lock)
        let (signal, pause) = (beat, rules.beat)
        // A thread of its own, so that a slow disk that blocks the writing threads does not stop the renewal.
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: "lease") {
                while true {
                    let signals = signal.wakeEvent.count
                    if signal.isRaised { return }
                    signal.wakeEvent.wait(since: signals, upTo: pause)
                    if !signal.isRaised { keeper.renew() }
                }
            }
        } catch {
            keeper.end()
            throw error
        }
    }

    deinit { beat.abandon() }

    /// Takes ownership of a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - rules: the waiting times of leases, and the boot of this machine.
    ///   - toRecover: true if the caller only repairs the session. Then the lock alone is enough if no lease can be
    ///     written, so that a session on a full disk can be repaired, too.
    /// - Returns: the ownership, or who has the folder.
    /// - Throws: if the folder cannot be locked, or no lease can be written into it.
    static func take(
        _ folder: OpenFolder,
        by rules: LeaseRules = .standard,
        toRecover: Bool = false
    ) throws(SystemError) -> Taking {
        guard let lock = try FolderLock.take(folder) else { return .held }
        if toRecover, ![.file, .missing].contains(folder.kind(of: Lease.fileName)) {
            // Something other than a file has the lease's name. It is not a lease and does not show that an owner
            // runs.
            let none = LeaseKeeper(withoutLeaseIn: folder)
            return .taken(try FolderTenure(lock, none, by: rules))
        }
        let found = try LeaseKeeper.read(in: folder)
        if let found, Lease(found)?.isUnder(rules.boot) != true {
            return .contested(ContestedFolder(lock, by: rules, toRecover: toRecover))
        }
        let keeper: LeaseKeeper
        do throws(SystemError) {
            keeper = try LeaseKeeper.begin(
                Lease(under: rules.boot, toRecover: toRecover),
                in: lock.folder,
                replacing: found != nil,
                by: rules
            )
        } catch {
            if error.errno == .exists, found == nil {
                return .contested(ContestedFolder(lock, by: rules, toRecover: toRecover))
            }
            guard toRecover, takesNothing.contains(error.errno) else { throw error }
            keeper = LeaseKeeper(withoutLeaseIn: folder)
        }
        return .taken(try FolderTenure(lock, keeper, by: rules))
    }

    /// The errors of a disk on which no lease can be written.
    static let takesNothing: Set<Errno> = [
        .noSpace, .overQuota, .readOnlyFileSystem, .access, .permission,
    ]

    /// Returns who owns a folder, as far as that can be seen without waiting.
    static func ownership(
        of folder: OpenFolder,
        by rules: LeaseRules = .standard
    ) -> SessionOwnership { look(at: folder, by: rules).ownership }

    /// Returns which folders have a running owner.
    ///
    /// If only a lease can show this, waits a few seconds for its renewal, for all folders at once.
    static func owned(
        among folders: [OpenFolder],
        by rules: LeaseRules = .standard
    ) -> [Bool] { owned(among: folders, by: rules) { $0 } }

    /// Returns which of many folders have a running owner.
    ///
    /// Closes each folder again after reading its lease: there may be more folders than a process may have open files.
    static func owned<Place>(
        among places: [Place],
        by rules: LeaseRules = .standard,
        opening open: (Place) throws -> OpenFolder
    ) -> [Bool] {
        let seen = places.map { place -> (ownership: SessionOwnership, lease: [UInt8]?) in
            // A folder that cannot be opened or locked does not count as owned.
            (try? open(place)).map { look(at: $0, by: rules) } ?? (.nobody, nil)
        }
        var isOwned = seen.map { $0.ownership == .owned }
        var watched = seen.indices.filter { seen[$0].ownership == .unknown }
        let wakeEvent = WakeEvent()
        let start = ContinuousClock.now
        while !watched.isEmpty, ContinuousClock.now - start < rules.sign {
            wakeEvent.wait(since: wakeEvent.count, upTo: rules.look)
            watched.removeAll { index in
                guard let now = try? LeaseKeeper.read(in: open(places[index])) else { return false }
                isOwned[index] = now != seen[index].lease
                return isOwned[index]
            }
        }
        return isOwned
    }

    /// True if the present owner of a folder only repairs it, as far as can be seen.
    static func isOfARecovery(_ folder: OpenFolder) -> Bool {
        let lease = (try? LeaseKeeper.read(in: folder)).flatMap(\.self).flatMap(Lease.init)
        if let lease { return lease.isOfARecovery }
        // Without a lease (the disk took none), the status is the only hint: a session that is being recorded
        // says so.
        let session = try? Session(in: folder)
        return session.map { $0.manifest.status != .recording } ?? false
    }

    private static func look(
        at folder: OpenFolder,
        by rules: LeaseRules
    ) -> (ownership: SessionOwnership, lease: [UInt8]?) {
        // A folder that cannot be opened or locked does not count as owned.
        guard let isLocked = try? FolderLock.isHeld(folder) else { return (.nobody, nil) }
        if isLocked { return (.owned, nil) }
        guard let lease = try? LeaseKeeper.read(in: folder) else { return (.nobody, nil) }
        return (Lease(lease)?.isUnder(rules.boot) == true ? .nobody : .unknown, lease)
    }

    /// Releases the folder.
    func release() {
        beat.abandon()
        keeper.end()
        lock.withLock { $0 = nil }
    }
}
