// The owner's side of a lease: it is renewed for as long as the owner lives, and looked at again before
// anything is written where the owner may have been away. A machine that sleeps does not know it.

internal import SampleFile
internal import Synchronization
internal import SystemCalls

/// Keeps the lease of one folder.
final class LeaseKeeper: WritingRight {
    private let folder: OpenFolder
    private let validity: Int64
    private let silence: Int64
    private let state: Mutex<State>
    /// When the lease was last seen to be ours, by the clock that goes on while the machine sleeps.
    private let seenAt: Atomic<Int64>
    /// When it could last not be looked at.
    private let failedAt = Atomic<Int64>(.min / 2)
    private let hasLost = Atomic(false)

    private struct State {
        var lease: Lease
        var isOver = false
    }

    /// Keeps a lease that lies in the folder by now.
    init(_ lease: Lease, in folder: OpenFolder, since instant: Int64, by rules: LeaseRules) {
        self.folder = folder
        validity = rules.validity.wholeNanoseconds
        silence = rules.silence.wholeNanoseconds
        state = Mutex(State(lease: lease))
        seenAt = Atomic(instant)
    }

    /// Keeps none: where a folder takes no lease, its lock alone says whose it is.
    init(withoutLeaseIn folder: OpenFolder) {
        self.folder = folder
        validity = .max
        silence = .max
        state = Mutex(State(lease: Lease(under: nil), isOver: true))
        seenAt = Atomic(0)
    }

    /// Puts the lease of a new owner into a folder and keeps it.
    ///
    /// - Parameters:
    ///   - lease: the lease.
    ///   - folder: the folder.
    ///   - replacing: whether it may take the place of one that lies there; else that is an error.
    ///   - rules: how long who waits for whom.
    /// - Returns: who keeps it.
    /// - Throws: when the disk does not take it.
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

    /// Makes the first lease of a folder: of two who do so at once, one has made it.
    private static func make(_ lease: Lease, in folder: OpenFolder) throws(SystemError) {
        let temporary = lease.temporaryName
        do throws(SystemError) {
            // Who is killed within this leaves none, and not an empty one that others would have to watch.
            try folder.createAnew(temporary).writeAll(lease.bytes, at: 0)
            defer { try? folder.remove(temporary) }
            try folder.link(temporary, as: Lease.fileName)
        } catch {
            try? folder.remove(temporary)
            // There are file systems on which a file has one name.
            let hasNoLinks: Set<Errno> = [
                .permission, .notSupported, .notImplemented, .tooManyLinks,
            ]
            guard error.call == "link", hasNoLinks.contains(error.errno) else { throw error }
            try folder.create(Lease.fileName).writeAll(lease.bytes, at: 0)
        }
    }

    private static func replace(with lease: Lease, in folder: OpenFolder) throws(SystemError) {
        // Whoever reads it finds this one or the other, and nothing between. A power cut may take it: then
        // there is no owner either.
        do throws(SystemError) {
            try folder.createAnew(lease.temporaryName).writeAll(lease.bytes, at: 0)
            try folder.rename(lease.temporaryName, to: Lease.fileName)
        } catch {
            try? folder.remove(lease.temporaryName)
            guard [.noSpace, .overQuota].contains(error.errno) else { throw error }
            // A full disk has room for it where the other lies.
            let file = try folder.openForWriting(Lease.fileName)
            try file.writeAll(lease.bytes, at: 0)
            try file.truncate(to: Int64(lease.bytes.count))
        }
    }

    /// What lies in a folder; `nil` where there is no lease.
    static func read(in folder: OpenFolder) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            // Opened anew for each look: so a network's file system asks its server.
            return try folder.open(Lease.fileName).read(Self.longest, at: 0)
        } catch {
            if error.errno == .notFound { return nil }
            throw error
        }
    }

    private static let longest = 4096

    // MARK: What the owner asks

    /// Whether another has taken the folder over; looks, where that was not looked at for a while.
    ///
    /// Where a disk does not answer, it is still said to be one's own: whoever writes then meets the same disk.
    var isLost: Bool {
        if hasLost.load(ordering: .acquiring) { return true }
        let now = SystemClock.boottime.nanoseconds
        guard now - seenAt.load(ordering: .relaxed) > validity else { return false }
        // A disk that does not answer is not asked for each sample.
        guard now - failedAt.load(ordering: .relaxed) > Self.patience else { return false }
        look(unlessSeenAfter: now - validity)
        return hasLost.load(ordering: .acquiring)
    }

    private static let patience = Duration.seconds(1).wholeNanoseconds

    /// Looks whether the lease is still ours, and shows whoever watches that its owner lives.
    func renew() { look(unlessSeenAfter: .max) }

    /// Does so, unless another thread has just done it.
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
                // What lies there is none that we have written.
                if Self.isAnothers.contains(error.errno) {
                    hasLost.store(true, ordering: .releasing)
                }
                // Else nobody can be asked just now. It is tried again with the next beat.
                failedAt.store(SystemClock.boottime.nanoseconds, ordering: .relaxed)
            }
        }
    }

    private static let isAnothers: Set<Errno> = [
        .access, .permission, .tooManyLinks, .isDirectory, .notDirectory, .hasOtherNames,
    ]

    /// Says under which kernel the owner of what was only claimed so far is.
    func settle(under boot: String?) {
        state.withLock { $0.lease.boot = boot }
        renew()
    }

    /// Whether it is still ours, as far as the disk tells.
    private func renew(_ lease: inout Lease, at now: Int64) throws(SystemError) -> Bool {
        let found: [UInt8]?
        do throws(SystemError) {
            let file = try folder.openForWriting(Lease.fileName)
            let bytes = try file.read(Self.longest, at: 0)
            guard Lease(bytes)?.owner == lease.owner else { return false }
            lease.beat += 1
            try file.writeAll(lease.bytes, at: 0)
            // What took its name meanwhile is another's.
            if try folder.leads(Lease.fileName, to: file) { return true }
            found = try Self.read(in: folder)
        } catch {
            // A disk that takes nothing more can still be asked.
            found = try Self.read(in: folder)
        }
        if let found { return Lease(found)?.owner == lease.owner }
        // Who has taken the session over, and has let go of it, has left it so.
        guard now - seenAt.load(ordering: .relaxed) < silence else { return false }
        if let session = try? Session(in: folder), session.manifest.status != .recording {
            return false
        }
        // Somebody has deleted it.
        try Self.make(lease, in: folder)
        return true
    }

    /// Ends the keeping; where it is still ours, the lease is taken away.
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
