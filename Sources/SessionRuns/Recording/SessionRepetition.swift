// Plans how to record a session again: one recorder for each of its files, on the session's own clock, so that
// the same session always gives the same bytes.

internal import PlainWords
public import RecorderKinds
internal import Research
internal import SampleFile
internal import SampleStream
public import SessionFolder
internal import TaskEngine
internal import Timebase

/// Which parts of a session to record again, and how.
public struct SessionRepetition: Sendable {
    public var session: String
    public var placements: [String]
    /// The wanted values of `sensorType`; `nil` for all.
    public var types: [String]?
    public var duration: Duration?
    public var speed: Speed
    /// CSV or JSON; `nil` for the format of the session.
    public var isCSV: Bool?
    /// The new session's name; `nil` for that of the old one.
    public var identifier: String?
    public var output: String
    /// The kinds of recorders that may have written its files.
    public var kinds: [any RecorderKind]

    public init(
        session: String,
        placements: [String],
        types: [String]? = nil,
        duration: Duration? = nil,
        speed: Speed,
        isCSV: Bool? = nil,
        identifier: String? = nil,
        output: String,
        kinds: [any RecorderKind]
    ) {
        self.session = session
        self.placements = placements
        self.types = types
        self.duration = duration
        self.speed = speed
        self.isCSV = isCSV
        self.identifier = identifier
        self.output = output
        self.kinds = kinds
    }

    /// What reading the session has found.
    private struct Found: Sendable {
        var session: Session
        /// The files with the wanted placements, and those of them that are recorded again.
        var placed: [SessionManifest.File]
        var chosen: [RepeatedFile]
        var origin: SessionManifest.Origin
    }

    private func read() throws -> Found {
        let session = try Session(opening: session)
        try session.requireEnd()
        let placed = try filesAtPlacements(session.sampleFiles, of: session)
        let chosen = try chosenFiles(of: placed, in: session)
        try session.refuseDamage(in: chosen, called: self.session)
        let origin = session.asOrigin(replaying: chosen.map(\.file.path))
        return Found(session: session, placed: placed, chosen: chosen, origin: origin)
    }

    /// Reads the session on another thread, which may take long, and makes the plan.
    ///
    /// - Returns: The plan.
    /// - Throws: If the folder is not a session, the session is damaged, or nothing that the user wants is in it.
    @MainActor
    public func plan() async throws -> RecordingPlan {
        let found = try await StoreThread().perform { try read() }
        var plan = try RecordingPlan(
            repeating: found.chosen,
            of: found.session,
            as: found.origin,
            speed: speed,
            duration: duration,
            into: output,
            identifier: identifier
        )
        plan.notes = notes(on: found.placed, but: found.chosen)
        return plan
    }

    private func chosenFiles(
        of files: [SessionManifest.File],
        in session: Session
    ) throws -> [RepeatedFile] {
        let wanted = try files.compactMap { file in
            try session.requirePlain(file)
            return try RepeatedFile(
                file,
                of: session,
                by: kinds,
                only: types,
                isCSV: isCSV
            )
        }
        guard wanted.isEmpty else {
            try refuseMissingTypes(among: wanted)
            return wanted
        }
        guard types != nil else {
            throw RunFailure(
                "\(self.session): no recorder that is known here has written any of its files; "
                    + "name a session of `footfall record` or `footfall run`"
            )
        }
        var present: [String] = []
        for file in files where kinds.kind(of: file)?.recordsEvents == false {
            for sensor in file.sensors where !present.contains(sensor.sensorType) {
                present.append(sensor.sensorType)
            }
        }
        throw RunFailure(
            "--types: \(self.session) has none of these; "
                + (present.isEmpty
                    ? "it has no values at all: leave --types out to record again what it has"
                    : "there are \(present.joined(separator: ", "))")
        )
    }

    /// Throws if the session cannot provide a type that the user has named, rather than leaving it out silently.
    private func refuseMissingTypes(among files: [RepeatedFile]) throws {
        let given = Set(files.flatMap(\.sensorTypes))
        let asked = types ?? []
        let missing = asked.filter { !given.contains($0) }
        guard !missing.isEmpty else { return }
        let have = asked.filter(given.contains)
        throw RunFailure(
            "--types: \(session) cannot give \(missing.joined(separator: ", ")): it has neither these "
                + "nor the sensors that they are computed from; ask for \(have.joined(separator: ","))"
        )
    }

    private func filesAtPlacements(
        _ files: [SessionManifest.File],
        of session: Session
    ) throws -> [SessionManifest.File] {
        guard !files.isEmpty else {
            throw RunFailure(
                "\(self.session): the session has no sample files; name one that has"
            )
        }
        guard !placements.isEmpty else { return files }
        var known: [String] = []
        for place in files.compactMap(\.placement) where !known.contains(place) {
            known.append(place)
        }
        for name in placements where !known.contains(name) {
            let remedy =
                NearestName.meant(by: name, among: known).map { "did you mean \($0)?" }
                ?? (known.isEmpty
                    ? "it has none at all: leave --placement out"
                    : "there are \(known.joined(separator: ", "))")
            throw RunFailure(
                "--placement \(name.printable): \(self.session) has no such place; \(remedy)"
            )
        }
        return files.filter { file in file.placement.map(placements.contains) == true }
    }

    /// Notes the files that are not recorded again, because no known recorder wrote them or `--types` excludes them.
    private func notes(
        on files: [SessionManifest.File],
        but chosen: [RepeatedFile]
    ) -> [String] {
        let repeated = Set(chosen.map(\.file.path))
        return files.filter { !repeated.contains($0.path) }.map { file in
            guard let kind = kinds.kind(of: file) else {
                return "\(file.path): no recorder that is known here has written it; it is not "
                    + "recorded again"
            }
            return kind.recordsEvents
                ? "\(file.path): it has events, and --types wants values; it is not recorded again"
                : "\(file.path): it has nothing of what --types wants; it is not recorded again"
        }
    }
}

extension Session {
    /// Refuses a session that is still being written: the result would depend on when the session is read.
    ///
    /// - Parameter deed: What the message tells the user to do once it has ended.
    /// - Throws: `RunFailure` while a process writes it.
    public func requireEnd(to deed: String = "replay") throws(RunFailure) {
        guard case .owned = ownership else { return }
        throw RunFailure(
            "\(path.printable): a run is still writing it, or a repair is at work there; let that end, and "
                + "\(deed) it then"
        )
    }

    /// Refuses files of a damaged session, because a new recording of damaged data would look intact.
    ///
    /// - Parameters:
    ///   - files: The files to use.
    ///   - name: The session, as the user named it.
    /// - Throws: What is damaged, and which command reports more.
    package func refuseDamage(in files: [RepeatedFile], called name: String) throws {
        let check = try SessionCheck(of: name)
        let isDamaged = check.verdict == .damaged
        // Files with a matching checksum need not be read.
        for chosen in files where isDamaged || chosen.file.checksum == nil {
            try read(chosen)
        }
        guard isDamaged else { return }
        let finding = check.findings.first { $0.severity == .damage }
        let more = check.isRecoverable ? ", footfall repair keeps what is whole" : ""
        throw RunFailure(
            "\(name): \(finding.map(\.description) ?? "it is damaged"); "
                + "footfall check tells more\(more)"
        )
    }

    /// Reads a file like the source will, so that an error names the damaged record.
    private func read(_ chosen: RepeatedFile) throws {
        do throws(SampleFileError) {
            var reader = try reader(of: chosen.file, schema: chosen.schema)
            while try reader.nextBatch() != nil {}
        } catch {
            // If the file cannot be opened, the caller reports the check's finding, which says more.
            if error.kind != .system { throw error }
        }
    }
}
