// Puts the results of a run into archives. For each section and subtask, the manager decides whether it goes into
// the archive of the task around it, into an archive of its own, or is left out.

internal import FoundationEssentials
internal import Research

/// Fills the archive of a task, a section or a subtask, and the archives within it.
struct TaskArchiver {
    /// What all levels of a run have in common.
    struct Surroundings {
        let manager: any RSDDataArchiveManager
        /// The session folder; `nil` if the results say where their files are.
        let folder: String?
        let factory: RSDFactory
    }

    private let surroundings: Surroundings
    private let begun: BegunArchives
    private let result: any RSDTaskResult
    private let archive: (any RSDDataArchive)?
    private var files: [RSDFileManifest] = []
    private var answers: TaskAnswers
    /// How many sections and subtasks are not in this archive.
    private var leftOut = 0

    private init(
        _ result: any RSDTaskResult,
        into archive: (any RSDDataArchive)?,
        _ surroundings: Surroundings,
        _ begun: BegunArchives
    ) {
        self.result = result
        self.archive = archive
        self.surroundings = surroundings
        self.begun = begun
        answers = TaskAnswers(by: surroundings.factory)
        if let archive { begun.begin(archive) }
    }

    private var manager: any RSDDataArchiveManager { surroundings.manager }

    /// Returns the archives of a run, the outermost first, each complete.
    ///
    /// If it throws, all archives into which the run has put anything are discarded.
    static func archives(
        of result: any RSDTaskResult,
        scheduleIdentifier: String?,
        _ surroundings: Surroundings
    ) throws -> [any RSDDataArchive] {
        let begun = BegunArchives(for: surroundings.manager)
        do {
            let archive = surroundings.manager.dataArchiver(
                for: result,
                scheduleIdentifier: scheduleIdentifier,
                currentArchive: nil
            )
            var archiver = TaskArchiver(result, into: archive, surroundings, begun)
            try archiver.fill()
            return try begun.completed(of: result.identifier)
        } catch {
            begun.discardAll()
            throw error
        }
    }

    private mutating func fill() throws {
        let kept = try add(resultsOf: result)
        guard let archive else { return }
        do {
            if let bytes = try answers.document() { try insert(bytes, as: .answers) }
            let encoder = surroundings.factory.createJSONEncoder()
            try insert([UInt8](encoder.encode(kept)) + [UInt8(ascii: "\n")], as: .taskResult)
            var metadata = RSDTaskMetadata(of: result, files: files)
            let host = SessionManifest.Host.current
            metadata.deviceInfo = host.kernel
            metadata.deviceTypeIdentifier = host.machine
            begun.noteFilled(archive, metadata)
        } catch {
            try begun.report(error, of: archive)
        }
    }

    // MARK: Results

    /// Adds the results of a level; returns the level without the results that are not in this archive.
    private mutating func add(
        resultsOf level: any RSDTaskResult,
        in section: String? = nil,
        at path: String? = nil
    ) throws -> any RSDTaskResult {
        let before = leftOut
        let steps = try add(level.stepHistory, in: section, at: path)
        var asyncResults = level.asyncResults
        if let all = asyncResults { asyncResults = try add(all, in: section, at: path) }
        return leftOut == before ? level : level.holding(steps: steps, asyncResults: asyncResults)
    }

    /// Adds results; returns those that are not left out.
    private mutating func add(
        _ results: [any RSDResult],
        of form: String? = nil,
        in section: String? = nil,
        at path: String? = nil
    ) throws -> [any RSDResult] {
        var kept: [any RSDResult] = []
        for result in results {
            if let level = result as? any RSDTaskResult {
                if let level = try add(level, at: path) { kept.append(level) } else { leftOut += 1 }
                continue
            }
            guard let archive else { continue }
            let isTaken = try add(result, to: archive, in: section, at: path)
            var rest = result
            if !isTaken, let collection = result as? any RSDCollectionResult {
                let (name, before) = (collection.identifier, leftOut)
                let inner = try add(
                    collection.inputResults,
                    of: name,
                    in: section,
                    at: Self.join(path, name)
                )
                if leftOut != before { rest = collection.holding(inner) }
            }
            if let answer = result as? any RSDAnswerResult {
                let name = manager.answerKey(for: answer.identifier, with: section)
                try answers.add(answer, named: name, of: form, in: section)
            }
            kept.append(rest)
        }
        return kept
    }

    /// Adds a section or subtask where the manager wants it; returns its part in this archive, `nil` for none.
    private mutating func add(
        _ level: any RSDTaskResult,
        at path: String?
    ) throws -> (any RSDTaskResult)? {
        let own = manager.dataArchiver(
            for: level,
            scheduleIdentifier: nil,
            currentArchive: archive
        )
        guard let own else { return nil }
        guard own === archive else {
            var archiver = TaskArchiver(level, into: own, surroundings, begun)
            try archiver.fill()
            return nil
        }
        return try add(
            resultsOf: level,
            in: level.identifier,
            at: Self.join(path, level.identifier)
        )
    }

    /// Adds the file that a result makes; returns whether it makes one.
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
                begun.noteTaken(by: archive)
                files.append(manifest)
            }
        } catch {
            try begun.report(error, of: archive)
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
        let file = ArchivedFile(result: result, folder: surroundings.folder)
        let manifest = try file.manifest(at: path)
        try archive.insertFileIntoArchive(at: file.path(), manifest: manifest)
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
        begun.noteTaken(by: archive)
        files.append(manifest)
    }

    private static func join(_ path: String?, _ name: String) -> String {
        path.map { "\($0)/\(name)" } ?? name
    }
}
