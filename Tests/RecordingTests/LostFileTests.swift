import FileMoves
import FoundationEssentials
import Patience
import Recording
import Research
import SampleFile
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

/// Claims names as a session does, and remembers the requests.
private final class Claims: Sendable {
    let requests = Mutex<[FileRequest]>([])

    func next(_ request: FileRequest, in folder: OpenFolder) -> FilePlace {
        let count = requests.withLock { requests in
            requests.append(request)
            return requests.filter { $0.identifier == request.identifier }.count
        }
        let number = count == 1 ? "" : "_\(count)"
        return FilePlace(
            in: FileHome(folder),
            "\(request.identifier)\(number).\(request.fileExtension)"
        )
    }
}

/// What somebody may do to a file.
private enum Harm: CaseIterable {
    case delete, cut, replace, move

    func happen(to path: String) throws {
        switch self {
        case .delete: try FileSystem.remove(path)
        case .cut: try OpenFile.open(path, .write).truncate(to: 20)
        case .replace:
            try OpenFile.create("\(path).other").writeAll(Array("[]".utf8), at: 0)
            try FileSystem.rename("\(path).other", to: path)
        case .move: try FileSystem.rename(path, to: "\(path).away")
        }
    }
}

/// The clock pairs that were reported, with their files.
private final class Told: Sendable {
    private let state = Mutex<[(file: String, pair: ClockPair)]>([])
    var pairs: [(file: String, pair: ClockPair)] { state.withLock { $0 } }

    func add(_ file: String, _ pair: ClockPair) { state.withLock { $0.append((file, pair)) } }
}

@MainActor
@Suite("A recorder whose file is removed", .mayNotHang)
struct LostFileTests {
    let folder: TemporaryFolder
    private let claims = Claims()
    private let session: String

    init() throws {
        folder = try TemporaryFolder()
        session = "\(folder.path)/session"
        try FileSystem.makeDirectory(session)
    }

    private func recorder(
        _ scripts: [(identifier: String, acts: [SourceAct])],
        claim: (@Sendable (FileRequest) throws -> FilePlace)? = nil,
        didReadClock: @escaping @Sendable (FilePlace, ClockNote) -> Void = { _, _ in }
    ) throws -> ScriptedRecorder {
        let claims = claims
        let open = try OpenFolder.open(session)
        var environment = RecorderEnvironment(
            files: RecorderFiles(
                claim: claim ?? { claims.next($0, in: open) },
                didReadClock: didReadClock
            ),
            timekeeper: ManualTimekeeper(),
            zone: .utc
        )
        environment.ringCapacity = 256
        environment.flushPolicy.flushInterval = .zero
        let recorder = ScriptedRecorder(
            configuration: TestConfiguration(),
            path: RSDStandalonePath(identifier: "task"),
            environment: environment
        )
        recorder.scripts = scripts
        return recorder
    }

    /// A loss and three readings, which are in the file before the gate; then one more reading.
    private static let acts: [SourceAct] = [
        .lose(channel: 0, at: 5, count: 7), .deliver(Reading(1_000_000_000, 0.25, channel: 1)),
        .deliver(Reading(2_000_000_000, 0.5)), .deliver(Reading(3_000_000_000, 0.75)),
        .passGate, .deliver(Reading(4_000_000_000, 1)),
    ]

    private func facts(_ name: String) throws -> [String] {
        let text = String(
            decoding: try OpenFile.open("\(session)/\(name)").readAll(limit: 1 << 20),
            as: UTF8.self
        )
        let records = try JSONDecoder().decode([[String: TestValue]].self, from: Data(text.utf8))
        return records.map { record in
            ["marker", "sensorType", "lost", "reason", "value", "uptime"].compactMap { key in
                switch record[key] {
                case .text(let text)?: text
                case .number(let number)?: "\(number)"
                case nil: nil
                }
            }.joined(separator: " ")
        }
    }

    private func contains(_ text: String, _ name: String = "walk.json") -> Bool {
        let bytes = try? OpenFile.open("\(session)/\(name)").readAll(limit: 1 << 20)
        return bytes.map { String(decoding: $0, as: UTF8.self).contains(text) } ?? false
    }

    @Test(
        "goes on in a second file that counts and marks what was in the first",
        arguments: Harm.allCases
    )
    private func goesOn(harm: Harm) async throws {
        let recorder = try recorder([("walk", Self.acts)])
        let openGate = Gate()
        recorder.openGate = openGate
        let starting = Task { try await recorder.start() }
        try await until("the streams are made") { !recorder.streams.isEmpty }
        recorder.mark("turn", at: BootInstant(nanoseconds: 2_500_000_000))
        openGate.open()
        try await starting.value
        try await until("the first file has all") { contains("0.75") && contains("turn") }
        try harm.happen(to: "\(session)/walk.json")
        try await until("there is a second file") { contains("disk", "walk_2.json") }
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        #expect(recorder.status == .running)
        let result = try await recorder.stop()
        #expect(
            try facts("walk_2.json") == [
                "start 0.0", "channel0 7.0 device 5e-09", "channel1 1.0 disk 1.0",
                "channel0 2.0 disk 2.0", "turn 2.5", "channel0 1.0 4.0", "stop 9.0",
            ]
        )
        #expect(recorder.status == .finished)
        #expect(recorder.lostFiles.map(\.place.relativePath) == ["walk.json"])
        #expect((result as? RSDFileResultObject)?.relativePath == "walk_2.json")
        let file = try #require(recorder.files.first)
        #expect(recorder.files.count == 1)
        #expect(file.failure == nil && !file.isLost && file.isClosedWell)
        #expect(file.samples == 1)
        #expect(file.channels.map(\.account.lost) == [[.device: 7, .disk: 2], [.disk: 1]])
        #expect(file.channels.map(\.account.lostEarlier) == [9, 1], "its rate leaves them out")
        let requests = claims.requests.withLock { $0 }
        #expect(requests.map(\.lost) == [nil, recorder.lostFiles.first])
        #expect(requests.map(\.schema) == [requests[0].schema, requests[0].schema])
    }

    @Test("reports the latest pairs of its device's clock again for its second file")
    func tellsClocksAgain() async throws {
        let pairs = (1...6).map { second in
            ClockPair(
                deviceNanoseconds: second,
                boottimeNanoseconds: second * 1_000_000_000,
                errorNanoseconds: 500,
                beginsStretch: second == 1
            )
        }
        let told = Told()
        var acts: [SourceAct] = pairs.dropLast().map { .readClock($0) }
        acts += [
            .deliver(Reading(1_000_000_000, 0.25)), .passGate, .readClock(pairs[5]),
            .deliver(Reading(2_000_000_000, 0.5)),
        ]
        let recorder = try recorder(
            [("walk", acts)],
            didReadClock: { told.add($0.relativePath, $1.pair) }
        )
        try await recorder.start()
        try await until("the first file has the reading") { contains("0.25") }
        try Harm.delete.happen(to: "\(session)/walk.json")
        try await until("there is a second file") { contains("disk", "walk_2.json") }
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let first = told.pairs.filter { $0.file == "walk.json" }.map(\.pair)
        let second = told.pairs.filter { $0.file == "walk_2.json" }.map(\.pair)
        #expect(first == Array(pairs.dropLast()))
        #expect(second.map(\.deviceNanoseconds) == [2, 3, 4, 5, 6])
        #expect(second.map(\.beginsStretch) == [true, false, false, false, false])
    }

    @Test("reports where a moved file is, and that another one was deleted")
    func words() async throws {
        let recorder = try recorder([("a", [.waitForStop]), ("b", [.waitForStop])])
        try await recorder.start()
        try Harm.move.happen(to: "\(session)/a.json")
        try Harm.delete.happen(to: "\(session)/b.json")
        try await until("both losses are reported") { recorder.lostFiles.count == 2 }
        #expect(
            Set(recorder.lostFiles.map(\.line)) == [
                "a.json: it was moved away while it was written; it is \(session)/a.json.away now",
                "b.json: it was deleted while it was written",
            ]
        )
        _ = try await recorder.stop()
        #expect(recorder.files.map(\.place.relativePath) == ["a_2.json", "b_2.json"])
        let results = (recorder.result as? RSDCollectionResultObject)?.inputResults ?? []
        #expect(results.map(\.identifier) == ["a", "b"])
    }

    @Test("counts each reading once when its second file is removed, too")
    func twice() async throws {
        let recorder = try recorder(
            [("walk", Self.acts + [.waitForStop])]
        )
        try await recorder.start()
        try await until("the first file has all") { contains("0.75") }
        try Harm.delete.happen(to: "\(session)/walk.json")
        try await until("there is a second file") { contains("disk", "walk_2.json") }
        recorder.gate.open()
        try await until("it goes on there") { contains("\"value\":1}", "walk_2.json") }
        try Harm.cut.happen(to: "\(session)/walk_2.json")
        try await until("there is a third file") { contains("disk", "walk_3.json") }
        _ = try await recorder.stop()
        let file = try #require(recorder.files.first)
        #expect(file.place.relativePath == "walk_3.json")
        #expect(file.samples == 0)
        #expect(file.channels.map(\.account.lost) == [[.device: 7, .disk: 3], [.disk: 1]])
    }

    @Test("stays paused when its file is removed, and counts the pause separately")
    func paused() async throws {
        let recorder = try recorder([("walk", Self.acts)])
        recorder.isLive = true
        try await recorder.start()
        try await until("the first file has all") { contains("0.75") }
        recorder.pause()
        try Harm.delete.happen(to: "\(session)/walk.json")
        try await until("there is a second file") { contains("disk", "walk_2.json") }
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let account = try #require(recorder.files.first?.channels.first?.account)
        #expect(account.samples == 0)
        #expect(account.lost == [.device: 7, .disk: 2, .paused: 1])
    }

    @Test("fails at once with the cause when its folder is deleted")
    func folderDeleted() async throws {
        let recorder = try recorder([("walk", Self.acts)])
        try await recorder.start()
        try await until("the first file has all") { contains("0.75") }
        try FileSystem.remove("\(session)/walk.json")
        try FileSystem.removeDirectory(session)
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        await #expect(throws: SampleFileWriteFailure.self) { _ = try await recorder.stop() }
        #expect((recorder.error as? SampleFileWriteFailure)?.loss == .folderDeleted)
        #expect(recorder.result == nil)
        let file = try #require(recorder.files.first)
        #expect(file.isLost && !file.isClosedWell)
        #expect(file.samples == 0 && file.lost == 11)
    }

    @Test("goes on in its folder when that is moved, and reports the new path")
    func folderMoved() async throws {
        let recorder = try recorder([("walk", Self.acts)])
        try await recorder.start()
        try FileSystem.rename(session, to: "\(folder.path)/moved")
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        #expect(recorder.lostFiles.isEmpty)
        #expect(recorder.files.first?.place.path == "\(folder.path)/moved/walk.json")
        #expect(recorder.files.first?.samples == 4)
    }

    @Test("leaves alone what somebody put in the place of its file when its source does not open")
    func sourceDoesNotOpen() async throws {
        let recorder = try recorder([("walk", [])])
        let openGate = Gate()
        (recorder.openGate, recorder.failsToOpen) = (openGate, true)
        let starting = Task { try await recorder.start() }
        try await until("its file is made") { contains("[") }
        try Harm.replace.happen(to: "\(session)/walk.json")
        openGate.open()
        await #expect(throws: SourceBroke.self) { try await starting.value }
        #expect(contains("[]"))
    }

    @Test("fails with both causes when there is no place for another file")
    func noOther() async throws {
        let open = try OpenFolder.open(session)
        let claims = claims
        let recorder = try recorder([("walk", Self.acts)]) { request in
            guard request.lost == nil else { throw SourceBroke() }
            return claims.next(request, in: open)
        }
        try await recorder.start()
        try await until("the first file has all") { contains("0.75") }
        for second in [Int64(1), 2] {
            recorder.mark("heel", at: BootInstant(nanoseconds: second * 1_000_000_000))
        }
        try Harm.cut.happen(to: "\(session)/walk.json")
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        await #expect(throws: (any Error).self) { _ = try await recorder.stop() }
        #expect(
            recorder.notes == [
                "walk.json: the mark 'heel' at 1.0 s of uptime, and 1 more behind it, are lost with it"
            ]
        )
        #expect(
            recorder.error.map { "\($0)" }
                == "\(session)/walk.json: it was cut short while it was written, and no other could be "
                + "made: SourceBroke()"
        )
        #expect(try OpenFile.open("\(session)/walk.json").size() == 20, "the rest is not changed")
        #expect(recorder.files.first?.lost == 11)
    }
}
