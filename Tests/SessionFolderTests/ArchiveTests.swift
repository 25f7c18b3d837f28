// What a lab gets of a run as the field's archives, whoever makes them.

import Foundation
import Research
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("Archives of a run")
struct ArchiveTests {
    private static let begin = Date(timeIntervalSince1970: 1_795_256_100)
    private static let factory = RSDFactory(writingDatesIn: .utc)
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: "\(scratch.path)/session",
            withIntermediateDirectories: false
        )
        for name in ["walk.json", "turn.json"] {
            try Data("[\"\(name)\"]".utf8).write(to: URL(filePath: "\(session)/\(name)"))
        }
    }

    private var session: String { "\(scratch.path)/session" }

    private func file(_ identifier: String, _ name: String) -> RSDFileResultObject {
        RSDFileResultObject(
            identifier: identifier,
            startDate: Self.begin,
            contentType: "application/json",
            relativePath: name
        )
    }

    private func answer(_ identifier: String, _ value: Int) -> RSDAnswerResultObject {
        RSDAnswerResultObject(
            identifier: identifier,
            answerType: .integer,
            value: .integer(value),
            startDate: Self.begin
        )
    }

    /// A form, a section with a recorder's two files and a question, and a recorder of the task.
    private var result: RSDTaskResultObject {
        let form = RSDCollectionResultObject(
            identifier: "form",
            startDate: Self.begin,
            inputResults: [answer("age", 7), answer("renamed", 8)]
        )
        let recorder = RSDCollectionResultObject(
            identifier: "recorder",
            startDate: Self.begin,
            inputResults: [file("turn", "turn.json")]
        )
        let section = RSDTaskResultObject(
            identifier: "section",
            taskRunUUID: Example.run,
            startDate: Self.begin,
            stepHistory: [answer("ok", 1)],
            asyncResults: [recorder]
        )
        return RSDTaskResultObject(
            identifier: "visit",
            taskRunUUID: Example.run,
            startDate: Self.begin,
            stepHistory: [form, section],
            asyncResults: [file("walk", "walk.json")]
        )
    }

    private static func archive(_ identifier: String, _ folder: String) throws -> ZipDataArchive {
        try ZipDataArchive(identifier: identifier, in: folder, by: factory)
    }

    private var leftovers: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: scratch.path)
                .filter { $0 != "session" }.sorted()
        }
    }

    @Test("hold the run's files, answers, result and metadata in one ZIP file")
    func whole() async throws {
        let manager = ArchiveManager { [path = scratch.path] task, current in
            try current ?? Self.archive(task.identifier, path)
        }
        try await result.archiveResults(with: manager, from: session, by: Self.factory)
        let archives = manager.sent.withLock { $0 }
        #expect(archives.map(\.identifier) == ["visit"])
        #expect(try leftovers == ["visit.zip"])
        let files = try ZipFiles.read(archives[0])
        #expect(files["walk.json"] == .array([.string("walk.json")]))
        #expect(files["turn.json"] == .array([.string("turn.json")]))
        #expect(
            files["answers.json"]
                == .object([
                    "form_age": .integer(7), "ownName": .integer(8), "section_ok": .integer(1),
                ])
        )
        let metadata = try #require(files["metadata.json"])
        #expect(metadata["taskIdentifier"]?.text == "visit")
        #expect(metadata["startDate"]?.text == "2026-11-21T10:15:00.000Z")
        let listed = metadata["files"]?.elements ?? []
        #expect(
            listed.map { $0["filename"]?.text }
                == ["turn.json", "walk.json", "answers.json", "taskResult.json"]
        )
        #expect(listed.map { $0["stepPath"]?.text } == ["section/recorder/turn", "walk", nil, nil])
        let data = try JSONEncoder().encode(try #require(files["taskResult.json"]))
        let decoder = Self.factory.createJSONDecoder()
        let again = try decoder.decode(RSDTaskResultObject.self, from: data)
        #expect(again.findAnswerResult(with: "renamed")?.value == .integer(8))
        #expect(manager.told.withLock { $0 }.isEmpty)
    }

    @Test("are two if the manager gives a section its own archive, the outermost first")
    func several() async throws {
        let manager = ArchiveManager { [path = scratch.path] task, _ in
            try Self.archive(task.identifier, path)
        }
        try await result.archiveResults(with: manager, from: session, by: Self.factory)
        let archives = manager.sent.withLock { $0 }
        #expect(archives.map(\.identifier) == ["visit", "section"])
        let outer = try ZipFiles.read(archives[0])
        let inner = try ZipFiles.read(archives[1])
        #expect(
            outer.keys.sorted() == [
                "answers.json", "metadata.json", "taskResult.json", "walk.json",
            ]
        )
        #expect(
            inner.keys.sorted() == [
                "answers.json", "metadata.json", "taskResult.json", "turn.json",
            ]
        )
        #expect(
            outer["answers.json"] == .object(["form_age": .integer(7), "ownName": .integer(8)])
        )
        #expect(inner["answers.json"] == .object(["ok": .integer(1)]))
        #expect(inner["metadata.json"]?["taskIdentifier"]?.text == "section")
        #expect(Self.steps(in: outer) == ["form"])
        #expect(Self.steps(in: inner) == ["ok"])
    }

    @Test("leave out a section for which the manager returns no archive")
    func leftOut() async throws {
        let manager = ArchiveManager { [path = scratch.path] task, current in
            current == nil ? try Self.archive(task.identifier, path) : nil
        }
        try await result.archiveResults(with: manager, from: session, by: Self.factory)
        let archives = manager.sent.withLock { $0 }
        #expect(archives.count == 1)
        let files = try ZipFiles.read(archives[0])
        #expect(files["turn.json"] == nil)
        #expect(
            files["answers.json"] == .object(["form_age": .integer(7), "ownName": .integer(8)])
        )
        #expect(Self.steps(in: files) == ["form"])
        #expect(result.stepHistory.count == 2)
    }

    @Test("leave the result of a section out of the archive of the section around it")
    func leftOutWithin() async throws {
        var whole = result
        let section = RSDTaskResultObject(
            identifier: "outer",
            taskRunUUID: Example.run,
            startDate: Self.begin,
            stepHistory: [answer("first", 1)] + whole.stepHistory
        )
        whole.stepHistory = [section]
        let manager = ArchiveManager { [path = scratch.path] task, current in
            guard task.identifier != "section" else { return nil }
            return try current ?? Self.archive(task.identifier, path)
        }
        try await whole.archiveResults(with: manager, from: session, by: Self.factory)
        let files = try ZipFiles.read(try #require(manager.sent.withLock { $0.first }))
        let outer = files["taskResult.json"]?["stepHistory"]?.elements.first
        let steps = outer?["stepHistory"]?.elements ?? []
        #expect(steps.map { $0["identifier"]?.text } == ["first", "form"])
    }

    /// The steps that the result in an archive has.
    private static func steps(in files: [String: JSONValue]) -> [String?] {
        (files["taskResult.json"]?["stepHistory"]?.elements ?? []).map { $0["identifier"]?.text }
    }

    @Test("fail if no part of the run is in any archive")
    func none() async throws {
        let manager = ArchiveManager { _, _ in nil }
        let error = await #expect(throws: SessionError.self) {
            try await result.archiveResults(with: manager, from: session, by: Self.factory)
        }
        #expect(error?.remedy.contains("dataArchiver") == true)
        #expect(manager.told.withLock { $0 } == ["failed"])
        let patient = ArchiveManager(goesOn: true) { task, current in
            current ?? OwnArchive(task.identifier, fails: true)
        }
        let cause = await #expect(throws: SessionError.self) {
            try await result.archiveResults(with: patient, from: session, by: Self.factory)
        }
        #expect(cause?.what == "full")
        #expect(patient.told.withLock { $0.last } == "failed")
        #expect(patient.sent.withLock { $0.isEmpty })
    }

    @Test("are all deleted if one of them fails, at a file or at its completion")
    func allOrNone() async throws {
        let kept = Mutex<[any RSDDataArchive]>([])
        let failing = ArchiveManager { [path = scratch.path] task, current in
            if current == nil { return OwnArchive(task.identifier, fails: true) }
            let archive = try Self.archive(task.identifier, path)
            kept.withLock { $0.append(archive) }
            return archive
        }
        await #expect(throws: SessionError.self) {
            try await result.archiveResults(with: failing, from: session, by: Self.factory)
        }
        #expect(try leftovers == [])
        try FileManager.default.removeItem(atPath: "\(session)/walk.json")
        let manager = ArchiveManager { [path = scratch.path] task, current in
            let archive = try Self.archive(task.identifier, path)
            if current != nil { kept.withLock { $0.append(archive) } }
            return archive
        }
        await #expect(throws: SessionError.self) {
            try await result.archiveResults(with: manager, from: session, by: Self.factory)
        }
        #expect(try leftovers == [])
        #expect(kept.withLock { $0.count } == 2)
    }

    @Test("go on without one that cannot be completed, if the manager says so")
    func goesOnWithoutOne() async throws {
        let manager = ArchiveManager(goesOn: true) { [path = scratch.path] task, current in
            if current == nil { return OwnArchive(task.identifier, fails: true) }
            return try Self.archive(task.identifier, path)
        }
        try await result.archiveResults(with: manager, from: session, by: Self.factory)
        let archives = manager.sent.withLock { $0 }
        #expect(archives.map(\.identifier) == ["section"])
        #expect(try leftovers == ["section.zip"])
    }

    @Test("of the host's own type get recorded files by their paths")
    func ofHost() async throws {
        let archive = OwnArchive("own")
        let manager = ArchiveManager { _, _ in archive }
        try await result.archiveResults(with: manager, from: session, by: Self.factory)
        #expect(
            archive.taken.withLock { $0 } == [
                "turn.json at \(session)/turn.json", "walk.json at \(session)/walk.json",
                "answers.json as data", "taskResult.json as data",
            ]
        )
    }

    @Test("are sent without waiting for a manager that never calls back")
    func neverCallsBack() async throws {
        let manager = ArchiveManager(callsBack: false) { task, current in
            current ?? OwnArchive(task.identifier)
        }
        try await result.archiveResults(with: manager, from: session, by: Self.factory)
        #expect(manager.sent.withLock { $0.count } == 1)
    }

    @Test("fail as a whole if a file is missing, and leave nothing")
    func missing() async throws {
        try FileManager.default.removeItem(atPath: "\(session)/turn.json")
        let manager = ArchiveManager { [path = scratch.path] task, current in
            try current ?? Self.archive(task.identifier, path)
        }
        let error = await #expect(throws: SessionError.self) {
            try await result.archiveResults(with: manager, from: session, by: Self.factory)
        }
        #expect(error?.where.hasSuffix("turn.json") == true)
        let told = manager.told.withLock { $0 }
        #expect(told.count == 2 && told[0].hasPrefix("visit: ") && told[1] == "failed")
        #expect(manager.sent.withLock { $0.isEmpty })
        #expect(try leftovers == [])
    }

    @Test("go on without a missing file if the manager says so")
    func goesOn() async throws {
        try FileManager.default.removeItem(atPath: "\(session)/turn.json")
        let manager = ArchiveManager(goesOn: true) { [path = scratch.path] task, current in
            try current ?? Self.archive(task.identifier, path)
        }
        try await result.archiveResults(with: manager, from: session, by: Self.factory)
        let files = try ZipFiles.read(try #require(manager.sent.withLock { $0.first }))
        #expect(files["turn.json"] == nil && files["walk.json"] != nil)
        #expect(manager.told.withLock { $0.count } == 1)
    }

    @Test("read no file without a session folder, and follow no path out of the session")
    func places() async throws {
        let manager = ArchiveManager { [path = scratch.path] task, current in
            try current ?? Self.archive(task.identifier, path)
        }
        let error = await #expect(throws: SessionError.self) {
            try await result.archiveResults(with: manager, by: Self.factory)
        }
        #expect(error?.remedy.contains("archiveResults(with: manager, from: folder)") == true)
        try Data("secret".utf8).write(to: URL(filePath: "\(scratch.path)/secret"))
        var outside = result
        outside.asyncResults = [file("walk", "../secret")]
        await #expect(throws: SessionError.self) {
            try await outside.archiveResults(with: manager, from: session, by: Self.factory)
        }
        #expect(try leftovers == ["secret"])
    }

    @Test("take a file by its URL, and call a completion handler")
    @MainActor
    func byAddress() async throws {
        var placed = file("walk", "walk.json")
        placed.url = URL(filePath: "\(session)/turn.json")
        #expect(placed.relativePath == "walk.json")
        let task = RSDTaskObject(identifier: "visit", steps: [])
        let path = RSDTaskViewModel(task: task, timekeeper: LiveTimekeeper())
        path.taskResult.asyncResults = [placed]
        let manager = ArchiveManager { [path = scratch.path] task, current in
            try current ?? Self.archive(task.identifier, path)
        }
        let error: (any Error)? = await withCheckedContinuation { continuation in
            path.archiveResults(with: manager) { continuation.resume(returning: $0) }
        }
        #expect(error == nil)
        let files = try ZipFiles.read(try #require(manager.sent.withLock { $0.first }))
        #expect(files["walk.json"] == .array([.string("turn.json")]))
    }

    @Test("prefer the session's file to that of its URL, and take the latter if there is none")
    func prefersSession() async throws {
        var placed = file("walk", "walk.json")
        placed.url = URL(filePath: "\(session)/turn.json")
        var whole = result
        whole.asyncResults = [placed]
        let manager = ArchiveManager { [path = scratch.path] task, current in
            try current ?? Self.archive(task.identifier, path)
        }
        for name in ["walk.json", "turn.json"] {
            try await whole.archiveResults(with: manager, from: session, by: Self.factory)
            let files = try ZipFiles.read(try #require(manager.sent.withLock { $0.first }))
            #expect(files["walk.json"] == .array([.string(name)]))
            try? FileManager.default.removeItem(atPath: "\(session)/walk.json")
        }
    }

    @Test("refuse a URL that is not a file's, and follow no link")
    func addresses() async throws {
        let link = "\(scratch.path)/session/link.json"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "\(session)/turn.json"
        )
        let manager = ArchiveManager { task, current in current ?? OwnArchive(task.identifier) }
        let zipping = ArchiveManager { [path = scratch.path] task, current in
            try current ?? Self.archive(task.identifier, path)
        }
        for address in ["https://example.org\(session)/turn.json", "file://\(link)"] {
            var placed = file("turn", "turn.json")
            placed.url = URL(string: address)
            let data = placed
            #expect(throws: SessionError.self, "\(address)") {
                _ = try data.buildArchiveData(at: nil)
            }
            var whole = result
            whole.stepHistory = []
            whole.asyncResults = [placed]
            for each in address.hasPrefix("file") ? [zipping] : [zipping, manager] {
                await #expect(throws: SessionError.self, "\(address)") {
                    try await whole.archiveResults(with: each, by: Self.factory)
                }
            }
        }
        #expect(try leftovers == [])
    }
}
