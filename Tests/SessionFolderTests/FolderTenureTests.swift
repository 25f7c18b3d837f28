import Glibc
import Patience
import Research
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A session that several machines can reach", .mayNotHang)
struct FolderTenureTests {
    let scratch: ScratchFolder
    private let folder: OpenFolder

    init() throws {
        scratch = try ScratchFolder()
        folder = try OpenFolder.open(scratch.path)
    }

    /// The rules of a machine with this boot ID, with waits of milliseconds.
    private func rules(_ boot: String?, beat: Duration = .milliseconds(50)) -> LeaseRules {
        var rules = LeaseRules(boot: boot)
        rules.beat = beat
        rules.validity = .milliseconds(100)
        rules.silence = .milliseconds(200)
        rules.settling = .milliseconds(150)
        rules.look = .milliseconds(10)
        rules.sign = .milliseconds(200)
        return rules
    }

    /// The rules of a machine that checks its lease before each write, and never renews it meanwhile.
    private var away: LeaseRules {
        var rules = rules("there", beat: .seconds(3600))
        rules.validity = .zero
        return rules
    }

    /// Begins a session by the rules of `away`, and opens its folder as another machine would.
    private func sleeper(in place: String) async throws -> (session: OpenSession, left: OpenFolder)
    {
        let session = try await OpenSession.begin(
            in: place,
            describedBy: Example.manifest,
            away
        )
        return (session, try OpenFolder.open(session.path))
    }

    /// Leaves a lease that nobody renews, like that of a machine that is switched off.
    private func leaveLease(of boot: String?, in folder: OpenFolder) throws {
        _ = try LeaseKeeper.begin(
            Lease(under: boot),
            in: folder,
            replacing: folder.kind(of: Lease.fileName) != .missing,
            by: rules(boot)
        )
    }

    private func isTaken(_ taking: consuming FolderTenure.Taking) -> Bool {
        if case .taken = consume taking { true } else { false }
    }

    @Test("is taken at once if a dead owner's lease is of this machine's current boot")
    func sameKernel() throws {
        try leaveLease(of: "here", in: folder)
        #expect(isTaken(try FolderTenure.take(folder, by: rules("here"))))
    }

    @Test("is not taken at once if the lease is of another boot, or of an unknown one")
    func anotherKernel() throws {
        for boot in ["there", nil] {
            try leaveLease(of: boot, in: folder)
            #expect(!isTaken(try FolderTenure.take(folder, by: rules("here"))))
            #expect(!isTaken(try FolderTenure.take(folder, by: rules(nil))))
        }
    }

    @Test("is taken over once its owner has shown no sign of life")
    func deadOwner() throws {
        try leaveLease(of: "there", in: folder)
        guard case .contested(let contested) = try FolderTenure.take(folder, by: rules("here")),
            case .taken(let tenure) = try contested.decide()
        else { return #expect(Bool(false), "it was not taken over") }
        #expect(try LeaseKeeper.read(in: folder).flatMap { Lease($0) }?.boot == "here")
        tenure.release()
        #expect(folder.kind(of: Lease.fileName) == .missing)
    }

    @Test("stays with its owner while that renews the lease, and both machines say so")
    func livingOwner() throws {
        let other = try OpenFolder.open(scratch.path)
        guard case .taken(let tenure) = try FolderTenure.take(folder, by: rules("there")) else {
            return #expect(Bool(false), "a new folder is nobody's")
        }
        // A file lock holds on one machine only; the other does not see it.
        tenure.folder.unlock()
        var patient = rules("here")
        patient.silence = .seconds(60)
        patient.sign = .seconds(60)
        #expect(FolderTenure.owned(among: [other, other], by: patient) == [true, true])
        guard case .contested(let contested) = try FolderTenure.take(other, by: patient),
            case .held = try contested.decide()
        else { return #expect(Bool(false), "it was taken from a living owner") }
        #expect(!tenure.keeper.isLost)
        tenure.release()
        #expect(FolderTenure.owned(among: [other], by: patient) == [false])
    }

    /// How many of the folders below the test's own this process has open.
    private func countOpen() throws -> Int {
        let place = try FileSystem.absolutePath(scratch.path)
        return try FileSystem.list("/proc/self/fd").count {
            (try? FileSystem.linkTarget("/proc/self/fd/\($0)"))?.hasPrefix("\(place)/") ?? false
        }
    }

    @Test("is watched together with many others, and no folder stays open meanwhile")
    func watchesMany() throws {
        let places = (0..<20).map { "\(scratch.path)/\($0)" }
        for (index, place) in places.enumerated() {
            try FileSystem.makeDirectory(place)
            try leaveLease(of: index < 10 ? "there" : "here", in: OpenFolder.open(place))
        }
        let lively = try OpenFolder.open(places[3])
        var patient = rules("here")
        patient.sign = .seconds(1)
        var (looks, mostOpen) = (0, 0)
        let isOwned = FolderTenure.owned(among: places, by: patient) { place in
            looks += 1
            // Between the first look and the second its owner has renewed its lease.
            if looks == places.count + 1 { try leaveLease(of: "there", in: lively) }
            mostOpen = max(mostOpen, try countOpen())
            return try OpenFolder.open(place)
        }
        #expect(isOwned == places.indices.map { $0 == 3 })
        #expect(looks > places.count)
        // Only the folder that the test itself holds: each look counts before it opens the next folder.
        #expect(mostOpen == 1)
    }

    @Test("is watched from the beginning again if the machine that claimed it has died")
    func deadClaimant() throws {
        try leaveLease(of: "there", in: folder)
        guard case .contested(var contested) = try FolderTenure.take(folder, by: rules("here"))
        else {
            return #expect(Bool(false), "it was another kernel's")
        }
        let wakeEvent = WakeEvent()
        while try LeaseKeeper.read(in: folder).flatMap({ Lease($0) })?.boot == "there" {
            guard case .undecided(let next) = try contested.look() else {
                return #expect(Bool(false), "it was decided before it was claimed")
            }
            contested = next
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(10))
        }
        _ = consume contested
        #expect(!isTaken(try FolderTenure.take(folder, by: rules("here"))), "a claim is no proof")
    }

    @Test("refuses a second new lease while it has one")
    func exclusive() throws {
        guard case .taken(let one) = try FolderTenure.take(folder, by: rules("there")) else {
            return #expect(Bool(false), "a new folder is nobody's")
        }
        #expect(throws: SystemError.self) {
            _ = try LeaseKeeper.begin(
                Lease(under: "here"),
                in: folder,
                replacing: false,
                by: rules("here")
            )
        }
        #expect(!one.keeper.isLost)
    }

    @Test("keeps every byte if an owner discards it after another machine has taken it over")
    func discarding() async throws {
        let (session, left) = try await sleeper(in: scratch.path)
        try leaveLease(of: "here", in: left)
        let before = try contents(of: left)
        await #expect(throws: SessionError.self) { try await session.discard() }
        #expect(try contents(of: left) == before)
    }

    @Test(
        "is lost to its owner if a folder or a link replaces the lease, and can still be recovered",
        arguments: [FileSystem.Kind.directory, .link]
    )
    func plantedLease(kind: FileSystem.Kind) throws {
        guard case .taken(let tenure) = try FolderTenure.take(folder, by: away) else {
            return #expect(Bool(false), "a new folder is nobody's")
        }
        if kind == .directory {
            try folder.remove(Lease.fileName)
            try folder.makeFolder(Lease.fileName).create("a").close()
        } else {
            // Whoever followed the link would find the owner's own lease.
            try folder.rename(Lease.fileName, to: "a")
            #expect(unsafe symlink("a", "\(scratch.path)/\(Lease.fileName)") == 0)
        }
        #expect(tenure.keeper.isLost)
        tenure.release()
        #expect(folder.kind(of: Lease.fileName) == kind)
        #expect(throws: SystemError.self) { _ = isTaken(try FolderTenure.take(folder, by: away)) }
        #expect(
            isTaken(try FolderTenure.take(folder, by: away, toRecover: true)),
            "what is no lease keeps nobody from recovery"
        )
    }

    @Test("is lost to an owner that was away while another machine took it over")
    func ownerAway() throws {
        guard case .taken(let tenure) = try FolderTenure.take(folder, by: away) else {
            return #expect(Bool(false), "a new folder is nobody's")
        }
        #expect(!tenure.keeper.isLost)
        try leaveLease(of: "here", in: folder)
        #expect(tenure.keeper.isLost)
        tenure.release()
        #expect(
            try LeaseKeeper.read(in: folder).flatMap { Lease($0) }?.boot == "here",
            "the other's lease is the other's to end"
        )
    }

    @Test("stays with its owner if somebody deletes the lease, unless the session has ended")
    func deletedLease() throws {
        guard case .taken(let tenure) = try FolderTenure.take(folder, by: away) else {
            return #expect(Bool(false), "a new folder is nobody's")
        }
        try folder.remove(Lease.fileName)
        #expect(!tenure.keeper.isLost)
        #expect(folder.kind(of: Lease.fileName) == .file)
        try folder.remove(Lease.fileName)
        var manifest = Example.manifest
        manifest.status = .interrupted
        try DurableDocument.write(manifest.encoded(), as: SessionManifest.fileName, in: folder)
        #expect(tenure.keeper.isLost)
    }

    @Test("is closed by one of two machines that try, once its owner is gone")
    func closing() async throws {
        let begun = try await Recording.begin(in: scratch.path, samples: 50)
        begun.session.persist()
        let session = try OpenFolder.open(begun.session.path)
        // Another machine sees no lock, so this releases the lock and nothing else.
        begun.session.home.folder.unlock()
        let now = Example.start.realtime
        let path = scratch.path
        try leaveLease(of: "there", in: session)
        let boots = ["here", "elsewhere"]
        let outcomes = await withTaskGroup(of: [CrashedSessions.Outcome].self) { group in
            for boot in boots {
                let rules = rules(boot)
                group.addTask { CrashedSessions.close(in: path, at: now, by: rules) }
            }
            return await group.reduce(into: [CrashedSessions.Outcome]()) { $0 += $1 }
        }
        #expect(outcomes.count == 1)
        #expect(try Session(opening: begun.session.path).manifest.status == .interrupted)
        #expect(session.kind(of: Lease.fileName) == .missing)
    }

    @Test("continues in a new folder if its machine was away and another took it over")
    func movesOn() async throws {
        let (session, left) = try await sleeper(in: scratch.path)
        let first = session.path
        session.noteListed(Example.file("a.json"))
        session.persist()
        try session.folder.create("a.json").writeAll(Array("[]".utf8), at: 0)
        try leaveLease(of: "here", in: left)
        let before = try contents(of: left)
        session.noteListed(Example.file("b.json"))
        // One clock reading belongs to the first folder's file, the other to the second's.
        for name in ["a.json", "b.json"] {
            let pair = ClockPair(
                deviceNanoseconds: 1,
                boottimeNanoseconds: 2,
                errorNanoseconds: 3,
                beginsStretch: true
            )
            session.noteDeviceClock(pair, of: "iio:device0", in: name)
        }
        session.note("back again")
        session.persist()
        let second = session.path
        #expect(second != first)
        #expect(try session.settledHome().folder.path == second)
        #expect(
            session.manifest.files.map(\.path) == ["b.json"],
            "what lies in the first is the other's to tell"
        )
        try session.folder.create("b.json").writeAll(Array("[]".utf8), at: 0)
        try await session.writeAnswers(Array("{}".utf8))
        try await session.finish(.finished, at: Example.start, taskResult: Recording.result)
        #expect(try contents(of: left) == before, "not a byte of what the other has was touched")
        let manifest = try Session(opening: second).manifest
        #expect(manifest.status == .finished)
        #expect(manifest.taskRunUUID == Example.manifest.taskRunUUID)
        #expect(manifest.notes.contains { $0.contains(first) && $0.contains("another machine") })
        #expect(manifest.notes.contains("back again"))
        #expect(manifest.continues == FileSystem.name(of: first))
        let journal = String(
            decoding: try OpenFile.open("\(second)/journal.json").readAll(limit: 1 << 20),
            as: UTF8.self
        )
        let clocks = journal.split(separator: "\n").filter { $0.contains("\"deviceClock\"") }
        #expect(clocks.count == 1 && clocks[0].contains("b.json"))
        // The other machine closes the session that it has taken over.
        try left.remove(Lease.fileName)
        _ = try SessionRepair.repair(first, at: Example.start.realtime)
        #expect(try Session(opening: first).continuation == second)
        #expect(try Session(opening: second).continuation == nil)
        let told = try SessionCheck(of: first).findings.filter { $0.what.contains(second) }
        #expect(told.map(\.severity) == [.note])
        #expect(try FileSystem.list(second).filter { $0.hasPrefix(".") } == [])
    }

    @Test("writes nothing more if it was lost and no new folder can be made")
    func nowhereToGo() async throws {
        let place = "\(scratch.path)/place"
        let (session, left) = try await sleeper(in: place)
        try leaveLease(of: "here", in: left)
        #expect(session.home.isLost)
        // The other machine has since deleted the session, and put a file in place of its parent folder.
        for name in try left.list() { try left.remove(name) }
        try FileSystem.removeDirectory(session.path)
        try FileSystem.removeDirectory(place)
        try OpenFile.create(place).close()
        session.note("nobody hears this")
        session.persist()
        await #expect(throws: SessionError.self) {
            try await session.finish(.finished, at: Example.start, taskResult: Recording.result)
        }
        #expect(try FileSystem.list(scratch.path) == ["place"])
    }

    private func contents(of folder: OpenFolder) throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for name in try folder.list() {
            found[name] = try folder.open(name).readAll(limit: 1 << 20)
        }
        return found
    }
}
