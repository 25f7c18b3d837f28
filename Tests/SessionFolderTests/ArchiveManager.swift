// Who is asked about archives in tests, and an archive that is a host's own.

import Foundation
import Research
import Synchronization
import Testing

@testable import SessionFolder

/// Says into which archives a run goes, and keeps what it is told.
final class ArchiveManager: RSDDataArchiveManager {
    typealias Choice =
        @Sendable (any RSDTaskResult, (any RSDDataArchive)?) throws -> (any RSDDataArchive)?
    let choose: Choice
    let goesOn: Bool
    let callsBack: Bool
    let told = Mutex<[String]>([])
    let sent = Mutex<[any RSDDataArchive]>([])

    init(goesOn: Bool = false, callsBack: Bool = true, choose: @escaping Choice) {
        self.choose = choose
        self.goesOn = goesOn
        self.callsBack = callsBack
    }

    func shouldContinueOnFail(for archive: any RSDDataArchive, error: any Error) -> Bool {
        told.withLock { $0.append("\(archive.identifier): \(error)") }
        return goesOn
    }

    func dataArchiver(
        for taskResult: any RSDTaskResult,
        scheduleIdentifier: String?,
        currentArchive: (any RSDDataArchive)?
    ) -> (any RSDDataArchive)? {
        try? choose(taskResult, currentArchive)
    }

    func encryptAndUpload(
        taskResult: any RSDTaskResult,
        dataArchives: [any RSDDataArchive],
        completion: @escaping @Sendable () -> Void
    ) {
        sent.withLock { $0 = dataArchives }
        guard callsBack else { return }
        completion()
        completion()
    }

    func handleArchiveFailure(
        taskResult: any RSDTaskResult,
        error: any Error,
        completion: @escaping @Sendable () -> Void
    ) {
        told.withLock { $0.append("failed") }
        completion()
    }

    func answerKey(for resultIdentifier: String, with sectionIdentifier: String?) -> String? {
        resultIdentifier == "renamed" ? "ownName" : nil
    }
}

/// An archive of a host's own, which takes files by their paths, and may not come to an end.
final class OwnArchive: RSDDataArchive {
    let identifier: String
    let fails: Bool
    let scheduleIdentifier: String? = nil
    let taken = Mutex<[String]>([])

    init(_ identifier: String, fails: Bool = false) {
        self.identifier = identifier
        self.fails = fails
    }

    func insertDataIntoArchive(_ data: Data, manifest: RSDFileManifest) {
        taken.withLock { $0.append("\(manifest.filename) as data") }
    }

    func insertFileIntoArchive(at path: String, manifest: RSDFileManifest) {
        taken.withLock { $0.append("\(manifest.filename) at \(path)") }
    }

    func completeArchive(with metadata: RSDTaskMetadata) throws {
        if fails { throw SessionError("full", where: identifier, remedy: "free some space") }
    }
}

/// Reads ZIP files by Python, which is nobody of ours and checks every sum.
enum ZipFiles {
    /// The files of a ZIP file, as somebody else reads them.
    static func read(_ archive: any RSDDataArchive) throws -> [String: JSONValue] {
        let zip = try #require(archive as? ZipDataArchive)
        let path = try #require(zip.path)
        let script = """
            import json, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as zip:
                assert zip.testzip() is None
                files = {name: json.loads(zip.read(name)) for name in zip.namelist()}
                assert len(files) == len(zip.namelist())
                print(json.dumps(files))
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try JSONDecoder().decode([String: JSONValue].self, from: data)
    }
}
