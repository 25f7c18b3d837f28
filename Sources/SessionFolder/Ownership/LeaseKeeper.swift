// The owner's side of a lease. `LeaseKeeper` renews the lease for as long as the owner runs. Before a write after
// a long pause it checks the lease again: a machine that was suspended does not know that another one may have
// taken the folder over meanwhile.

internal import SampleFile
internal import Synchronization
internal import SystemCalls

/// Renews the lease of one folder, and notices when another owner has taken the folder over.
final class LeaseKeeper: WritingRight {
    private let folder: OpenFolder
    private let validity: Int64
    private let silence: Int64
    private let state: Mutex<State>
    /// When we last saw that the lease is ours, by `CLOCK_BOOTTIME`, which also counts time in suspend.
    private let seenAt: Atomic<Int64>
    /// When the lease last could not be read.
    private let failedAt = Atomic<Int64>(.min / 2)
    private let hasLost = Atomic(false)

    private struct State {
        var lease: Lease
        var isOver = false
    }

    /// Keeps a lease that is already in the folder.
    init(_ lease: Lease, in folder: OpenFolder, since instant: Int64, by rules: LeaseRules) {
        self.folder = folder
        validity = rules.validity.wholeNanoseconds
        silence = rules.silence.wholeNanoseconds
        state = Mutex(State(lease: lease))
        seenAt = Atomic(instant)
    }

    /// Makes a keeper without a lease, for a folder in which none can be written: only the lock shows who owns it.
    init(withoutLeaseIn folder: OpenFolder) {
        self.folder = folder
        validity = .max
        silence = .max
        state = Mutex(State(lease: Lease(under: nil), isOver: true))
        seenAt = Atomic(0)
    }

    /// Writes the lease of a new owner into a folder, and keeps it.
    ///
    /// - Parameters:
    ///   - lease: the lease.
    ///   - folder: the folder.
    ///   - replacing: true to replace an existing lease; otherwise an existing lease is an error.
    ///   - rules: the waiting times of leases.
    /// - Returns: the keeper.
    /// - Throws: if the lease cannot be written.
    static func begin(
        _ lease: Lease,
        in folder: OpenFolder,
        replacing: Bool,
        by rules: LeaseRules
    ) throws(SystemError) -> LeaseKeeper {
        let instant = SystemClock.boottime.nanoseconds
        if replacing {
            try replace(with: lease, in: folder)
        } else {
            try make(lease, in: folder)
        }
        return LeaseKeeper(lease, in: folder, since: instant, by: rules)
    }

    /// Creates the first lease of a folder.
    ///
    /// If two processes do so at once, only one succeeds.
    private static func make(_ lease: Lease, in folder: OpenFolder) throws(SystemError) {
        let temporary = lease.temporaryName
        do throws(SystemError) {
            // Write a temporary file first: a process that is killed here leaves no lease. An empty lease would make
            // others watch it.
            try folder.createAnew(temporary).writeAll(lease.bytes, at: 0)
            defer { try? folder.remove(temporary) }
            try folder.link(temporary, as: Lease.fileName)
        } catch {
            try? folder.remove(temporary)
            guard error.meansNoHardLinks else { throw error }
            try folder.create(Lease.fileName).writeAll(lease.bytes, at: 0)
        }
    }

    private static func replace(with lease: Lease, in folder: OpenFolder) throws(SystemError) {
        // A reader finds the old lease or the new one, never a mixture. A power cut may lose the file: then there
        // is no owner either.
        do throws(SystemError) {
            try folder.createAnew(lease.temporaryName).writeAll(lease.bytes, at: 0)
            try folder.rename(lease.temporaryName, to: Lease.fileName)
        } catch {
            try? folder.remove(lease.temporaryName)
            guard [.noSpace, .overQuota].contains(error.errno) else { throw error }
            // On a full disk, overwrite the old lease in place.
            let file = try folder.openForWriting(Lease.fileName)
            try file.writeAll(lease.bytes, at: 0)
            try file.truncate(to: Int64(lease.bytes.count))
        }
    }

    /// Reads the lease file of a folder; `nil` if there is none.
    static func read(in folder: OpenFolder) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            // Opens the file again each time, so that a network file system asks its server.
            return try folder.open(Lease.fileName).read(Self.longest, at: 0)
        } catch {
            if error.errno == .notFound { return nil }
            throw error
        }
    }

    private static let longest = 4096

    // MARK: What the owner asks

    /// True if another owner has taken the folder over.
    ///
    /// Reads the lease again if the last successful check is too old.
    ///
    /// If the disk does not respond, the folder still counts as ours: the write that follows fails on the same disk.
    var isLost: Bool {
        if hasLost.load(ordering: .acquiring) { return true }
        let now = SystemClock.boottime.nanoseconds
        guard now - seenAt.load(ordering: .relaxed) > validity else { return false }
        // After a failed check, wait before the next one: this may be called for each sample.
        guard now - failedAt.load(ordering: .relaxed) > Self.patience else { return false }
        look(unlessSeenAfter: now - validity)
        return hasLost.load(ordering: .acquiring)
    }

    private static let patience = Duration.seconds(1).wholeNanoseconds

    /// Checks that the lease is still ours, and counts its beat up so that other processes see that we are
    /// running.
    func renew() { look(unlessSeenAfter: .max) }

    /// Checks and renews the lease, unless another thread has done so after `instant`.
    private func look(unlessSeenAfter instant: Int64) {
        state.withLock { state in
            let began = SystemClock.boottime.nanoseconds
            guard !state.isOver, !hasLost.load(ordering: .relaxed),
                seenAt.load(ordering: .relaxed) <= instant
            else { return }
            do throws(SystemError) {
                if try renew(&state.lease, at: began) {
                    seenAt.store(began, ordering: .relaxed)
                } else {
                    hasLost.store(true, ordering: .releasing)
                }
            } catch {
                // Somebody has put something else in the place of our lease.
                if Self.isAnothers.contains(error.errno) {
                    hasLost.store(true, ordering: .releasing)
                }
                // Otherwise the disk does not respond; the next beat tries again.
                failedAt.store(SystemClock.boottime.nanoseconds, ordering: .relaxed)
            }
        }
    }

    private static let isAnothers: Set<Errno> = [
        .access, .permission, .tooManyLinks, .isDirectory, .notDirectory, .hasOtherNames,
    ]

    /// Turns a claim into a full lease by adding the boot ID of this machine.
    func settle(under boot: String?) {
        state.withLock { $0.lease.boot = boot }
        renew()
    }

    /// Renews the lease if the disk can be written; returns whether the lease is still ours.
    private func renew(_ lease: inout Lease, at now: Int64) throws(SystemError) -> Bool {
        let found: [UInt8]?
        do throws(SystemError) {
            let file = try folder.openForWriting(Lease.fileName)
            let bytes = try file.read(Self.longest, at: 0)
            guard Lease(bytes)?.owner == lease.owner else { return false }
            lease.beat += 1
            try file.writeAll(lease.bytes, at: 0)
            // If another file has taken the name meanwhile, it belongs to another owner.
            if try folder.leads(Lease.fileName, to: file) { return true }
            found = try Self.read(in: folder)
        } catch {
            // The disk cannot be written, but may still be readable.
            found = try Self.read(in: folder)
        }
        if let found { return Lease(found)?.owner == lease.owner }
        // The file is missing. Another owner may have taken the session over and released it again.
        guard now - seenAt.load(ordering: .relaxed) < silence else { return false }
        if let session = try? Session(in: folder), session.manifest.status != .recording {
            return false
        }
        // A user has deleted the lease: write it again.
        try Self.make(lease, in: folder)
        return true
    }

    /// Stops renewing, and removes the lease if it is still ours.
    func end() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            guard !hasLost.load(ordering: .relaxed),
                let found = try? Self.read(in: folder),
                Lease(found)?.owner == state.lease.owner
            else { return }
            try? folder.remove(Lease.fileName)
        }
    }
}
