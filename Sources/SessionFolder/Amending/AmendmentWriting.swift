// How an amendment is written: every file that tells what was wrong anew, beside the old one; then the manifest, which
// vouches for them; then they take the places of the old ones.

internal import FoundationEssentials
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// An amendment while it is written.
struct AmendmentWriting {
    private let amendment: SessionAmendment
    private let tenure: FolderTenure
    private let folder: OpenFolder
    private let names: [String]
    private let erasure: TextErasure
    private var manifest: SessionManifest
    private var events: [SessionEvent] = []
    private var report: SessionAmendment.Report

    /// Prepares the amendment of a session that is over and whole.
    init(
        _ amendment: SessionAmendment,
        of session: Session,
        by mender: FolderMender
    ) throws(SessionError) {
        self.amendment = amendment
        (tenure, folder) = (mender.tenure, mender.folder)
        manifest = session.manifest
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
        report.parts = Participant.Part.allCases.filter { manifest.participant?[$0] != old?[$0] }
    }

    /// Writes it.
    mutating func run(at now: WallInstant) throws(SessionError) -> SessionAmendment.Report {
        guard let journal = manifest.journal else {
            throw SessionError(
                "it has no \(JournalFile.fileName) that could tell of an amendment",
                where: folder.path,
                remedy:
                    "it was recorded by an early version, or a repair has lost it: keep who it is of beside it"
            )
        }
        do {
            for name in names { try amend(name) }
            let began = try began(of: journal)
            try writeJournal(journal, began: began, at: now)
            let isNew = !report.parts.isEmpty || report.words > 0 || began != nil
            if isNew { try decide() } else { try AmendedFiles.settle(in: folder) }
            let isMoved = try takeName()
            guard isNew || isMoved else { throw nothingToAmend }
            findLeft()
            return report
        } catch {
            // Of what the manifest has not vouched for yet nothing stays; the rest takes its place, if it can.
            try? AmendedFiles.settle(in: folder)
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

    private var nothingToAmend: SessionError {
        SessionError(
            "it says so already, and no text of it has a word that is to go",
            where: folder.path,
            remedy: "see `footfall info`"
        )
    }

    private func asHalfDone(_ error: SessionError) -> SessionError {
        let isHalfDone = ((try? folder.list()) ?? []).contains {
            $0.hasSuffix(AmendedFiles.ending)
        }
        guard isHalfDone else { return error }
        return SessionError(
            error.what,
            where: error.`where`,
            remedy:
                "\(error.remedy); then run `footfall repair`, which brings the amendment to its end"
        )
    }

    // MARK: Files

    /// Writes the new version of a file that tells a word which is to go.
    private mutating func amend(_ name: String) throws {
        guard !erasure.isEmpty, folder.kind(of: name) == .file,
            ![SessionManifest.fileName, JournalFile.fileName, Lease.fileName].contains(name)
        else { return }
        let file = manifest.files.firstIndex { $0.path == name }
        let isTold = file != nil || Self.documents.contains(name)
        guard let change = change(of: name, as: file.map { manifest.files[$0] }) else { return }
        // What has changed since it was vouched for nobody vouches for anew.
        if isTold { try requireUnchanged(name, file) }
        guard let outcome = try AmendedBytes.write(name, in: folder, change) else { return }
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

    /// How words go from a file; `nil` of one that holds no texts of a session.
    private func change(
        of name: String,
        as file: SessionManifest.File?
    ) -> TextErasure.Change? {
        let erasure = erasure
        let json: TextErasure.Change = { erasure.json($0) }
        let plain: TextErasure.Change = { erasure.plain($0) }
        switch file?.layout {
        case .array, .dictionary: return json
        case .csv, .csvWithoutHeader: return plain
        case .document: return file?.contentType == "application/json" ? json : nil
        case nil: break
        }
        if Self.documents.contains(name) { return json }
        if name == SessionManifest.progressName { return { Self.progress($0, erasure) } }
        // As a repair has found it, torn or damaged: nothing reads it but a person.
        let isOriginal = manifest.recovered.contains { $0.original == name }
        return isOriginal || name.contains(".torn") ? plain : nil
    }

    /// Saved progress holds documents within its lines.
    private static func progress(_ lines: [UInt8], _ erasure: TextErasure) -> TextErasure.Outcome {
        var outcome = TextErasure.Outcome(bytes: [])
        do {
            try ProgressLines.read(lines) { changes in
                let amended = changes.map { change in
                    var change = change
                    if let value = change.value {
                        let erased = erasure.json(Array(value))
                        change.value = Data(erased.bytes)
                        outcome.count += erased.count
                    }
                    return change
                }
                outcome.bytes += (try? ProgressLines.line(of: amended)) ?? []
            }
        } catch {
            return TextErasure.Outcome(bytes: lines)
        }
        return outcome.count == 0 ? TextErasure.Outcome(bytes: lines) : outcome
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
                remedy: "see what `footfall check` says, and run `footfall repair` first"
            )
        }
    }

    // MARK: Journal and manifest

    /// The first event as it is to be told, where that is another participant than was told.
    private func began(of journal: SessionManifest.Journal) throws -> TextErasure.Outcome? {
        guard case .began(var first)? = JournalReading.first(in: folder) else { return nil }
        guard first.participant != manifest.participant else { return nil }
        first.participant = manifest.participant
        return erasure.json(try SessionEvent.began(first).about())
    }

    /// Writes the journal anew, which tells of the amendment last.
    private mutating func writeJournal(
        _ journal: SessionManifest.Journal,
        began: TextErasure.Outcome?,
        at now: WallInstant
    ) throws {
        let new = AmendedFiles.name(for: journal.path)
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
                date: DateStamp(now, manifest.timeZone),
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

    /// Puts another beginning into the first piece of a journal; it is the value of the last key of the first record.
    static func replacingBeginning(of piece: [UInt8], by about: [UInt8]) -> [UInt8] {
        let key = Array("\"about\":".utf8)
        guard let start = piece.firstRange(of: key)?.upperBound,
            let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")),
            let last = piece[start..<end].lastIndex(of: UInt8(ascii: "}"))
        else { return piece }
        return piece[..<start] + about + piece[last...]
    }

    /// Writes the manifest; from here on the amendment is done, whoever puts the files in place.
    private mutating func decide() throws {
        let manifestBytes = try manifest.encoded()
        let erased = erasure.json(manifestBytes)
        report.files.append(SessionManifest.fileName)
        // What could not be read again is not written.
        manifest = try SessionManifest(
            decoding: erased.bytes,
            where: folder.path(ofFile: SessionManifest.fileName)
        )
        guard !tenure.keeper.isLost else {
            throw SessionError(
                "another machine took it over meanwhile",
                where: folder.path,
                remedy: "see there what has become of it"
            )
        }
        try DurableDocument.write(erased.bytes, as: SessionManifest.fileName, in: folder)
        try AmendedFiles.settle(in: folder)
    }

    // MARK: The folder's name

    /// Gives the folder the name that is right, where it has one that Footfall gave it.
    private mutating func takeName() throws -> Bool {
        let name = FileSystem.name(of: folder.path)
        guard let parts = SessionName.parts(of: name) else { return false }
        let rightNames = (1...1000).lazy.map { [manifest] attempt in
            SessionName.name(
                start: parts.start,
                of: manifest.participant,
                identifier: manifest.identifier,
                run: manifest.taskRunUUID,
                attempt: attempt
            )
        }
        guard !rightNames.contains(name) else { return false }
        let parent = try OpenFolder.open(FileSystem.parent(of: folder.path) ?? "/")
        guard let right = rightNames.first(where: { parent.kind(of: $0) == .missing }) else {
            return false
        }
        try parent.rename(name, to: right)
        try parent.synchronize()
        report.path = parent.path(ofFile: right)
        return true
    }

    /// Says where a word still stands: what it has no way to change.
    private mutating func findLeft() {
        guard !erasure.isEmpty else { return }
        for name in (try? folder.list().sorted()) ?? [] where folder.kind(of: name) == .file {
            let stands = try? AmendedBytes.stands(erasure, in: name, of: folder)
            if erasure.stands(in: Array(name.utf8)) || stands == true { report.left.append(name) }
        }
        let name = FileSystem.name(of: report.path)
        if erasure.stands(in: Array(name.utf8)) { report.left.append(name) }
    }
}
