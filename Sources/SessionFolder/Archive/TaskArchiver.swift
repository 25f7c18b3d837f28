// Puts the results of a run into archives. A section or subtask goes into that of the task around it, into one of its
// own, or is left out, as the manager says of each.

internal import FoundationEssentials
internal import Research

/// Fills the archive of a task, a section or a subtask, and those within it.
struct TaskArchiver {
    /// Who is asked, and what all levels have in common.
    struct Surroundings {
        let manager: any RSDDataArchiveManager
        /// Where the session is; `nil` if the results say where their files are.
        let folder: String?
        let factory: RSDFactory
    }

    private let surroundings: Surroundings
    private let result: any RSDTaskResult
    private let archive: (any RSDDataArchive)?
    private var inner: [any RSDDataArchive] = []
    private var files: [RSDFileManifest] = []
    private var answers: TaskAnswers

    private init(
        _ result: any RSDTaskResult,
        into archive: (any RSDDataArchive)?,
        _ surroundings: Surroundings
    ) {
        self.result = result
        self.archive = archive
        self.surroundings = surroundings
        answers = TaskAnswers(by: surroundings.factory)
    }

    private var manager: any RSDDataArchiveManager { surroundings.manager }

    /// The archives of a run, the outermost first, each complete.
    static func archives(
        of result: any RSDTaskResult,
        scheduleIdentifier: String?,
        _ surroundings: Surroundings
    ) throws -> [any RSDDataArchive] {
        let archive = surroundings.manager.dataArchiver(
            for: result,
            scheduleIdentifier: scheduleIdentifier,
            currentArchive: nil
        )
        var archiver = TaskArchiver(result, into: archive, surroundings)
        return try archiver.archives()
    }

    private mutating func archives() throws -> [any RSDDataArchive] {
        try add(result.stepHistory + (result.asyncResults ?? []))
        guard let archive else { return inner }
        do {
            if let bytes = try answers.document() { try insert(bytes, as: .answers) }
            let encoder = surroundings.factory.createJSONEncoder()
            try insert([UInt8](encoder.encode(result)) + [UInt8(ascii: "\n")], as: .taskResult)
            var metadata = RSDTaskMetadata(of: result, files: files)
            let host = SessionManifest.Host.current
            metadata.deviceInfo = host.kernel
            metadata.deviceTypeIdentifier = host.machine
            try archive.completeArchive(with: metadata)
            return [archive] + inner
        } catch {
            guard manager.shouldContinueOnFail(for: archive, error: error) else { throw error }
            return inner
        }
    }

    // MARK: Results

    private mutating func add(
        _ results: [any RSDResult],
        of form: String? = nil,
        in section: String? = nil,
        at path: String? = nil
    ) throws {
        for result in results {
            if let level = result as? any RSDTaskResult {
                try add(level, at: path)
                continue
            }
            guard let archive else { continue }
            let isTaken = try add(result, to: archive, in: section, at: path)
            if !isTaken, let collection = result as? any RSDCollectionResult {
                let name = collection.identifier
                try add(collection.inputResults, of: name, in: section, at: Self.join(path, name))
            }
            if let answer = result as? any RSDAnswerResult {
                let name = manager.answerKey(for: answer.identifier, with: section)
                try answers.add(answer, named: name, of: form, in: section)
            }
        }
    }

    /// Adds a section or subtask, wherever the manager wants it.
    private mutating func add(_ level: any RSDTaskResult, at path: String?) throws {
        let own = manager.dataArchiver(
            for: level,
            scheduleIdentifier: nil,
            currentArchive: archive
        )
        guard let own else { return }
        guard own === archive else {
            var archiver = TaskArchiver(level, into: own, surroundings)
            inner += try archiver.archives()
            return
        }
        try add(
            level.stepHistory + (level.asyncResults ?? []),
            in: level.identifier,
            at: Self.join(path, level.identifier)
        )
    }

    /// Adds the file that a result makes; answers whether it makes any.
    private mutating func add(
        _ result: any RSDResult,
        to archive: any RSDDataArchive,
        in section: String?,
        at path: String?
    ) throws -> Bool {
        let archivable = archive.archivableData(
            for: result,
            sectionIdentifier: section,
            stepPath: path
        )
        guard let archivable else { return false }
        do {
            if let manifest = try insert(archivable, into: archive, at: path) {
                files.append(manifest)
            }
        } catch {
            guard manager.shouldContinueOnFail(for: archive, error: error) else { throw error }
        }
        return true
    }

    private func insert(
        _ archivable: any RSDArchivable,
        into archive: any RSDDataArchive,
        at path: String?
    ) throws -> RSDFileManifest? {
        guard let result = archivable as? RSDFileResultObject else {
            guard let (manifest, data) = try archivable.buildArchiveData(at: path) else {
                return nil
            }
            try archive.insertDataIntoArchive(data, manifest: manifest)
            return manifest
        }
        let file = RecordedFile(result: result, folder: surroundings.folder)
        let manifest = try file.manifest(at: path)
        if let zip = archive as? ZipDataArchive {
            try zip.insert(file.open(), manifest: manifest)
        } else {
            try archive.insertDataIntoArchive(file.data(), manifest: manifest)
        }
        return manifest
    }

    private mutating func insert(_ bytes: [UInt8], as name: RSDReservedFilename) throws {
        guard let archive, archive.shouldInsertData(for: name) else { return }
        let manifest = RSDFileManifest(
            filename: "\(name.rawValue).json",
            timestamp: result.endDate,
            contentType: "application/json"
        )
        try archive.insertDataIntoArchive(Data(bytes), manifest: manifest)
        files.append(manifest)
    }

    private static func join(_ path: String?, _ name: String) -> String {
        path.map { "\($0)/\(name)" } ?? name
    }
}
