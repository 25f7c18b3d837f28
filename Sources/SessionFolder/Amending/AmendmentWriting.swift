// Writes an amendment: first the new version of every file that has something to correct, beside the old one;
// then the manifest, which vouches for the new files; then the new files replace the old ones.

internal import FoundationEssentials
internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// An amendment that is being written.
struct AmendmentWriting {
    private let amendment: SessionAmendment
    private let tenure: FolderTenure
    private let folder: OpenFolder
    private let names: [String]
    private let isTied: Bool
    private let erasure: TextErasure
    private var manifest: SessionManifest
    private var events: [SessionEvent] = []
    private var report: SessionAmendment.Report

    /// Prepares the amendment of a session that is over and whole.
    init(
        _ amendment: SessionAmendment,
        of session: Session,
        by recovery: FolderRecovery
    ) throws(SessionError) {
        // A killed amendment is recognised by the new version of the journal, which must have this name. Check the name
        // here, before any folder of the run is amended.
        if let journal = session.manifest.journal, journal.path != JournalFile.fileName {
            throw SessionError(
                "its run went on in another journal, \(journal.path), which no amendment can rewrite",
                where: session.path,
                remedy: "keep the correction beside it, or add it with `footfall note`"
            )
        }
        self.amendment = amendment
        (tenure, folder) = (recovery.tenure, recovery.folder)
        manifest = session.manifest
        isTied = manifest.continues != nil || session.continuation != nil
        let old = manifest.participant
        erasure = amendment.erasure(after: old)
        report = SessionAmendment.Report(
            path: session.path,
            parts: [],
            words: 0,
            files: [],
            left: []
        )
        do throws(SystemError) {
            names = try folder.list().sorted()
        } catch {
            throw .unreadable(error, where: session.path)
        }
        do throws(Participant.LabelProblem) {
            manifest.participant = try amendment.participant(after: old)
        } catch {
            throw SessionError(
                "the \(error.part.rawValue) \(error.text.debugDescription) \(error.what)",
                where: session.path,
                remedy: error.remedy
            )
        }
        if manifest.participant?.isEmpty == true { manifest.participant = nil }
        manifest.continues = manifest.continues.map { [manifest] in
            AmendedName.amended($0, of: manifest)
        }
        report.parts = Participant.Part.allCases.filter { manifest.participant?[$0] != old?[$0] }
    }

    /// Writes the amendment.
    ///
    /// - Returns: The report, and whether there was anything to amend.
    mutating func run(
        at now: WallInstant
    ) throws(SessionError) -> (report: SessionAmendment.Report, isNew: Bool) {
        guard let journal = manifest.journal else {
            throw SessionError(
                "it has no \(JournalFile.fileName) that could tell of an amendment",
                where: folder.path,
                remedy:
                    "it was recorded by an early version, or a repair has lost it: keep who it is of beside it"
            )
        }
        do {
            // This file marks the other new files as an amendment's.
            try folder.createAnew(AmendedFiles.journalName).synchronize()
            for name in names { try amend(name) }
            let began = try began(of: journal)
            try writeJournal(journal, began: began, at: now)
            let ofManifest = erasure.json(try manifest.encoded()).count
            let isNew = !report.parts.isEmpty || report.words + ofManifest > 0 || began != nil
            if isNew {
                try decide()
            } else {
                // This deletes the new files: none of the old ones is replaced.
                try AmendedFiles.finish(in: folder)
                report.files = []
            }
            try requireOwned()
            let moved = try AmendedName.take(for: manifest, in: folder, isTied: isTied)
            if let moved { report.path = moved }
            report.left = remains.all(at: report.path)
            return (report, isNew || moved != nil)
        } catch {
            // Delete the new files, or put them in place if the manifest vouches for them already. If another
            // machine has taken the folder over, leave it alone.
            if !tenure.keeper.isLost { _ = try? AmendedFiles.finish(in: folder) }
            switch error {
            case let error as SystemError:
                throw asHalfDone(SessionAmendment.unwritten(error, folder))
            case let error as SampleFileError: throw SessionError(error)
            case let error as SampleFileWriteFailure:
                throw SessionAmendment.unwritten(error.cause, folder)
            case let error as SessionError: throw asHalfDone(error)
            default:
                throw SessionError(
                    "it cannot be amended: \(error)",
                    where: folder.path,
                    remedy: "see what `footfall check` says"
                )
            }
        }
    }

    private var remains: AmendmentRemains {
        AmendmentRemains(erasure: erasure, manifest: manifest, folder: folder) { [self] name in
            kind(of: name, manifest.files.first { $0.path == name })
        }
    }

    private func asHalfDone(_ error: SessionError) -> SessionError {
        guard AmendedFiles.isHalfDone(in: folder) else { return error }
        return SessionError(
            error.what,
            where: error.`where`,
            remedy:
                "\(error.remedy); then run `footfall repair`, which brings the amendment to its end"
        )
    }

    // MARK: Files

    /// Writes the new version of a file that has a word to be removed.
    private mutating func amend(_ name: String) throws {
        guard !erasure.isEmpty, folder.kind(of: name) == .file,
            ![SessionManifest.fileName, JournalFile.fileName, Lease.fileName].contains(name)
        else { return }
        let file = manifest.files.firstIndex { $0.path == name }
        let isTold = file != nil || Self.documents.contains(name)
        let kind = kind(of: name, file.map { manifest.files[$0] })
        guard let change = change(of: kind) else { return }
        // If the file was changed since it was closed, stop: a new checksum would hide that change.
        if isTold { try requireUnchanged(name, file) }
        let written = try AmendedBytes.write(
            name,
            in: folder,
            inWholeLines: kind.needsWholeLines,
            change
        )
        guard let outcome = written else { return }
        if Self.documents.contains(name) { try requireDocument(AmendedFiles.name(for: name)) }
        report.files.append(name)
        report.words += outcome.words
        if let file {
            manifest.files[file].size = outcome.size
            manifest.files[file].checksum = outcome.checksum
            let told = manifest.files[file]
            events.append(.closed(told, told.device.map { manifest.devices[$0] }))
        } else if name == SessionManifest.taskResultName {
            manifest.taskResult = document(name, outcome)
        } else if name == SessionManifest.answersName, manifest.answers != nil {
            manifest.answers = document(name, outcome)
            events.append(.answers(document(name, outcome)))
        }
    }

    private static let documents = [SessionManifest.taskResultName, SessionManifest.answersName]

    private func document(
        _ name: String,
        _ outcome: AmendedBytes.Outcome
    ) -> SessionManifest.Document {
        SessionManifest.Document(path: name, size: outcome.size, checksum: outcome.checksum)
    }

    /// Returns how words are removed from a file; `nil` for a file without texts of the session.
    private func change(of kind: Kind) -> TextErasure.Change? {
        let erasure = erasure
        switch kind {
        case .json: return { erasure.json($0) }
        case .samples: return { erasure.json($0, isOfSamples: true) }
        case .csv(let columns): return { erasure.csv($0, columns: columns) }
        case .progress: return { Self.progress($0, erasure) }
        case .other: return nil
        }
    }

    /// How a file's texts are found.
    enum Kind {
        case json
        case samples
        case csv([String])
        case progress
        case other

        /// True if a text can only be found in whole lines.
        var needsWholeLines: Bool {
            if case .progress = self { true } else { false }
        }
    }

    private func kind(of name: String, _ file: SessionManifest.File?) -> Kind {
        switch file?.layout {
        case .array, .dictionary: return .samples
        case .csv, .csvWithoutHeader: return file?.columns.map(Kind.csv) ?? .other
        case .document: return file?.contentType == "application/json" ? .json : .other
        case nil: break
        }
        let documents = Self.documents + [SessionManifest.fileName, JournalFile.fileName]
        if documents.contains(name) { return .json }
        if name == SessionManifest.progressName { return .progress }
        // An original kept by a repair: it has texts in the same places as the file.
        guard let stem = name.firstRange(of: ".torn").map({ String(name[..<$0.lowerBound]) }) else {
            return .other
        }
        return kind(of: stem, manifest.files.first { $0.path == stem })
    }

    /// Removes the words from saved progress, whose lines contain JSON documents.
    ///
    /// Drops what follows the last newline: no reader uses an incomplete line.
    private static func progress(_ lines: [UInt8], _ erasure: TextErasure) -> TextErasure.Outcome {
        var outcome = TextErasure.Outcome(bytes: [])
        let end = UInt8(ascii: "\n")
        for line in lines.split(separator: end, omittingEmptySubsequences: false).dropLast() {
            guard
                let changes = try? JSONDecoder().decode([ProgressChange].self, from: Data(line))
            else {
                outcome.bytes += line + [end]
                continue
            }
            var words = 0
            let amended = changes.map { change in
                var change = change
                if let value = change.value {
                    let erased = erasure.json(Array(value))
                    change.value = Data(erased.bytes)
                    words += erased.count
                }
                return change
            }
            outcome.count += words
            outcome.bytes +=
                words == 0 ? line + [end] : (try? ProgressLines.line(of: amended)) ?? line + [end]
        }
        return outcome
    }

    /// True if a word remains in saved progress, which a user cannot read; also true if a line cannot be read.
    static func progressStands(_ lines: [UInt8], _ erasure: TextErasure) -> Bool {
        lines.split(separator: UInt8(ascii: "\n")).contains { line in
            let changes = try? JSONDecoder().decode([ProgressChange].self, from: Data(line))
            return changes?.contains { !erasure.members(inJSON: Array($0.value ?? Data())).isEmpty }
                ?? true
        }
    }

    /// Throws if the new version is not valid JSON.
    private func requireDocument(_ name: String) throws(SessionError) {
        let bytes = try FolderFile.read(name, in: folder, limit: SessionResult.sizeLimit)
        guard (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))) != nil else {
            throw SessionError(
                "without the words it could not be read any more",
                where: folder.path(ofFile: name),
                remedy: "see what `footfall check` says; nothing was changed"
            )
        }
    }

    private func requireUnchanged(_ name: String, _ file: Int?) throws(SessionError) {
        let told: (size: Int64, checksum: String)?
        switch (file, name) {
        case (let file?, _):
            let file = manifest.files[file]
            told = file.size.flatMap { size in file.checksum.map { (size, $0) } }
        case (nil, SessionManifest.taskResultName):
            told = manifest.taskResult.map { ($0.size, $0.checksum) }
        default: told = manifest.answers.map { ($0.size, $0.checksum) }
        }
        guard let told else { return }
        let found = try FolderFile.digest(name, in: folder)
        guard found == told else {
            throw SessionError(
                "it is not what the manifest vouches for",
                where: folder.path(ofFile: name),
                remedy: SessionCheck.remedy(ofChanged: name, in: folder)
            )
        }
    }

    // MARK: Journal and manifest

    /// Returns the corrected first event of the journal; `nil` if its participant and its earlier folder stay the
    /// same.
    private func began(of journal: SessionManifest.Journal) throws -> TextErasure.Outcome? {
        guard case .began(var first)? = JournalReading.first(in: folder) else { return nil }
        guard
            (first.participant, first.continues) != (manifest.participant, manifest.continues)
        else { return nil }
        (first.participant, first.continues) = (manifest.participant, manifest.continues)
        return erasure.json(try SessionEvent.began(first).about())
    }

    /// Writes the new version of the journal, with the amendment as its last event.
    private mutating func writeJournal(
        _ journal: SessionManifest.Journal,
        began: TextErasure.Outcome?,
        at now: WallInstant
    ) throws {
        let new = AmendedFiles.journalName
        let erasure = erasure
        var isBeginning = true
        var words = 0
        _ = try AmendedBytes.copy(journal.path, in: folder) { piece in
            var piece = piece
            if isBeginning, let began {
                piece = Self.replacingBeginning(of: piece, by: began.bytes)
                words += began.count
            }
            isBeginning = false
            let erased = erasure.json(piece)
            words += erased.count
            return erased
        }
        report.words += words
        report.files.append(journal.path)
        let told = SessionEvent.amended(
            SessionManifest.Amendment(
                date: LocalDate(now, manifest.timeZone),
                parts: report.parts,
                words: report.words
            )
        )
        manifest.apply(told)
        var place = journal
        place.path = new
        var writer = try JournalWriter.goOn(in: place, of: tenure)
        do {
            try writer.write((events + [told]).map { JournalWriter.Entry(time: nil, event: $0) })
        } catch {
            writer.close()
            throw error
        }
        manifest.journal = writer.seal
        manifest.journal?.path = journal.path
        writer.close()
    }

    /// Replaces the details of the first record in the first piece of a journal; they are the value of its last
    /// key.
    static func replacingBeginning(of piece: [UInt8], by about: [UInt8]) -> [UInt8] {
        let key = Array("\"about\":".utf8)
        guard let start = piece.firstRange(of: key)?.upperBound,
            let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")),
            let last = piece[start..<end].lastIndex(of: UInt8(ascii: "}"))
        else { return piece }
        var replaced = piece
        replaced.replaceSubrange(start..<last, with: about)
        return replaced
    }

    /// Writes the manifest, and puts the new files in place.
    ///
    /// Once the manifest is written, the amendment is decided: after a kill, a repair completes it.
    private mutating func decide() throws {
        let manifestBytes = try manifest.encoded()
        let erased = erasure.json(manifestBytes)
        report.files.append(SessionManifest.fileName)
        // Check first that the new manifest can be read.
        manifest = try SessionManifest(
            decoding: erased.bytes,
            where: folder.path(ofFile: SessionManifest.fileName)
        )
        try requireOwned()
        try DurableDocument.write(erased.bytes, as: SessionManifest.fileName, in: folder)
        try requireOwned()
        try AmendedFiles.finish(in: folder)
    }

    /// Throws if another machine has taken the folder over: what happens to it is now that machine's decision.
    private func requireOwned() throws(SessionError) {
        guard tenure.keeper.isLost else { return }
        throw SessionError(
            "another machine took it over meanwhile",
            where: folder.path,
            remedy: "see there what has become of it"
        )
    }
}
