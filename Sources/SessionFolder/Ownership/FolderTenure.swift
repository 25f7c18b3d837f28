// Who owns a session: on one boot of one machine the lock decides, at once, and elsewhere the lease does. Both
// are taken together and let go of together.

internal import SampleFile
internal import Synchronization
internal import SystemCalls
internal import Timebase

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
        let found = try LeaseKeeper.read(in: folder)
        if let found, Lease(found)?.isUnder(rules.boot) != true {
            return .contested(ContestedFolder(lock, by: rules, toMend: toMend))
        }
        let keeper: LeaseKeeper
        do throws(SystemError) {
            keeper = try LeaseKeeper.begin(
                Lease(under: rules.boot),
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

    /// Whether an owner lives: where only a lease can tell, a sign of its life is waited for.
    static func isOwned(_ folder: OpenFolder, by rules: LeaseRules = .standard) -> Bool {
        areOwned([folder], by: rules)[0]
    }

    /// The same of several, all of which are watched at once.
    static func areOwned(_ folders: [OpenFolder], by rules: LeaseRules = .standard) -> [Bool] {
        var isOwned = folders.map { folder in
            // Without a way to look nobody can say so.
            (try? FolderLock.isHeld(folder)) ?? false
        }
        var watched: [(index: Int, seen: [UInt8])] = []
        for index in folders.indices where !isOwned[index] {
            guard let seen = try? LeaseKeeper.read(in: folders[index]),
                Lease(seen)?.isUnder(rules.boot) != true
            else { continue }
            watched.append((index, seen))
        }
        let bell = Doorbell()
        let start = ContinuousClock.now
        while !watched.isEmpty, ContinuousClock.now - start < rules.sign {
            bell.wait(since: bell.count, upTo: rules.look)
            watched.removeAll { index, seen in
                guard let now = try? LeaseKeeper.read(in: folders[index]), now != seen else {
                    return false
                }
                isOwned[index] = true
                return true
            }
        }
        return isOwned
    }

    /// Lets go of the folder: it is nobody's any more.
    func release() {
        beat.abandon()
        keeper.end()
        lock.withLock { $0 = nil }
    }
}
