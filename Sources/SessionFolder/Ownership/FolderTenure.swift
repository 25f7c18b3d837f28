// Who owns a session: on one boot of one machine the lock decides, at once, and elsewhere the lease does. Both
// are taken together and let go of together.

internal import SampleFile
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// What can be said at once of who works on a session.
package enum SessionOwnership: Sendable {
    case owned, nobody
    /// Another machine may be at work on it: whether it is, time tells.
    case unknown
}

/// A folder that is one's own, until it is let go of.
///
/// Without `release` there stays what a killed owner leaves: a lease that nobody renews.
final class FolderTenure: Sendable {
    /// The folder.
    let folder: OpenFolder
    /// Says whether the folder is still one's own.
    let keeper: LeaseKeeper
    private let lock: Mutex<FolderLock?>
    private let beat = StopSignal()

    /// What comes of asking for a folder.
    enum Taking: ~Copyable {
        case taken(FolderTenure)
        /// A run, or a repair, holds it.
        case held
        /// Another kernel's owner has left its lease there: whether it lives, time tells.
        case contested(ContestedFolder)
    }

    /// Owns a folder of which one has the lock, and in which one's lease lies.
    init(
        _ lock: consuming FolderLock,
        _ keeper: LeaseKeeper,
        by rules: LeaseRules
    ) throws(SystemError) {
        self.keeper = keeper
        folder = lock.folder
        self.lock = Mutex(lock)
        let (signal, pause) = (beat, rules.beat)
        // None of the threads that wait for a disk to take what is recorded.
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: "lease") {
                while true {
                    let rings = signal.bell.count
                    if signal.isRaised { return }
                    signal.bell.wait(since: rings, upTo: pause)
                    if !signal.isRaised { keeper.renew() }
                }
            }
        } catch {
            keeper.end()
            throw error
        }
    }

    deinit { beat.abandon() }

    /// Takes a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - rules: how long who waits for whom.
    ///   - toMend: whether only to mend what is there: then the lock has to do where the disk takes no lease,
    ///     since a full disk is to be mended too.
    /// - Returns: the folder, or who has it.
    /// - Throws: when the folder cannot be locked, or takes no lease.
    static func take(
        _ folder: OpenFolder,
        by rules: LeaseRules = .standard,
        toMend: Bool = false
    ) throws(SystemError) -> Taking {
        guard let lock = try FolderLock.take(folder) else { return .held }
        if toMend, ![.file, .missing].contains(folder.kind(of: Lease.fileName)) {
            // What somebody has put there is no lease, and says of nobody that he lives.
            let none = LeaseKeeper(withoutLeaseIn: folder)
            return .taken(try FolderTenure(lock, none, by: rules))
        }
        let found = try LeaseKeeper.read(in: folder)
        if let found, Lease(found)?.isUnder(rules.boot) != true {
            return .contested(ContestedFolder(lock, by: rules, toMend: toMend))
        }
        let keeper: LeaseKeeper
        do throws(SystemError) {
            keeper = try LeaseKeeper.begin(
                Lease(under: rules.boot, toMend: toMend),
                in: lock.folder,
                replacing: found != nil,
                by: rules
            )
        } catch {
            if error.errno == .exists, found == nil {
                return .contested(ContestedFolder(lock, by: rules, toMend: toMend))
            }
            guard toMend, takesNothing.contains(error.errno) else { throw error }
            keeper = LeaseKeeper(withoutLeaseIn: folder)
        }
        return .taken(try FolderTenure(lock, keeper, by: rules))
    }

    /// What a disk says that takes no lease.
    static let takesNothing: Set<Errno> = [
        .noSpace, .overQuota, .readOnlyFileSystem, .access, .permission,
    ]

    /// What can be said of a folder at once.
    static func ownership(
        of folder: OpenFolder,
        by rules: LeaseRules = .standard
    ) -> SessionOwnership { look(at: folder, by: rules).ownership }

    /// Which folders have an owner that lives.
    ///
    /// Where only a lease can tell, a sign of its life is waited for, of all of them at once.
    static func owned(
        among folders: [OpenFolder],
        by rules: LeaseRules = .standard
    ) -> [Bool] { owned(among: folders, by: rules) { $0 } }

    /// Which of many folders have an owner that lives, where each is opened for a look and closed again: a
    /// process may have fewer descriptors than there are folders.
    static func owned<Place>(
        among places: [Place],
        by rules: LeaseRules = .standard,
        opening open: (Place) throws -> OpenFolder
    ) -> [Bool] {
        let seen = places.map { place -> (ownership: SessionOwnership, lease: [UInt8]?) in
            // Without a way to look nobody can say that it is owned.
            (try? open(place)).map { look(at: $0, by: rules) } ?? (.nobody, nil)
        }
        var isOwned = seen.map { $0.ownership == .owned }
        var watched = seen.indices.filter { seen[$0].ownership == .unknown }
        let bell = Doorbell()
        let start = ContinuousClock.now
        while !watched.isEmpty, ContinuousClock.now - start < rules.sign {
            bell.wait(since: bell.count, upTo: rules.look)
            watched.removeAll { index in
                guard let now = try? LeaseKeeper.read(in: open(places[index])) else { return false }
                isOwned[index] = now != seen[index].lease
                return isOwned[index]
            }
        }
        return isOwned
    }

    /// Whether who owns a folder now only mends it, as far as can be told.
    static func isOfAMending(_ folder: OpenFolder) -> Bool {
        let lease = (try? LeaseKeeper.read(in: folder)).flatMap(\.self).flatMap(Lease.init)
        if let lease { return lease.isOfAMending }
        // Of a session that a run writes, its status says so; where a disk takes no lease, that is all there is.
        let session = try? Session(in: folder)
        return session.map { $0.manifest.status != .recording } ?? false
    }

    private static func look(
        at folder: OpenFolder,
        by rules: LeaseRules
    ) -> (ownership: SessionOwnership, lease: [UInt8]?) {
        // Without a way to look nobody can say that it is owned.
        guard let isLocked = try? FolderLock.isHeld(folder) else { return (.nobody, nil) }
        if isLocked { return (.owned, nil) }
        guard let lease = try? LeaseKeeper.read(in: folder) else { return (.nobody, nil) }
        return (Lease(lease)?.isUnder(rules.boot) == true ? .nobody : .unknown, lease)
    }

    /// Lets go of the folder: it is nobody's any more.
    func release() {
        beat.abandon()
        keeper.end()
        lock.withLock { $0 = nil }
    }
}
