// How a recorded session is recorded again: one recorder for each of its files, on its own clock,
// so that the same session gives the same bytes.

internal import MotionRecorder
internal import ReplaySource
internal import SampleFile
internal import SampleStream
internal import SessionFolder
internal import Timebase

/// What of a session is to be recorded again, and how.
struct SessionPlan {
    var session: String
    var placements: [String]
    /// The types wanted; without it, all.
    var types: [MotionSensorType]?
    var duration: Duration?
    var speed: Speed
    /// CSV or JSON; without it, as the session has it.
    var isCSV: Bool?
    /// The new session's name; without it, the old one's.
    var identifier: String?
    var output: String

    /// Reads the session and plans; throws when it is none, or is damaged.
    @MainActor
    func plan(_ stopRequests: StopRequests) throws -> RecordingPlan {
        let session = try Session(opening: session)
        let files = try chosenFiles(of: session)
        try stopRequests.withNothingToKeep(
            "\(self.session.printable): stopped while it was being read; nothing was recorded"
        ) {
            try refuseDamage(in: files, of: session)
        }
        guard let start = session.manifest.clocks.first else {
            throw CommandFailure(
                "\(self.session): its manifest has no reading of the clocks; restore it from a copy"
            )
        }
        let time = PlannedTime(speed, from: start)
        let begin = files.map(\.startUptime).min() ?? start.boottime
        let cut = duration.map { begin.advanced(by: $0) }
        return RecordingPlan(
            identifier: identifier ?? session.manifest.identifier,
            output: output,
            start: start,
            inheritedLosses: inheritedLosses(of: files, in: session),
            recordedClocks: Array(session.manifest.clocks.dropFirst()),
            cut: cut,
            zone: session.manifest.timeZone,
            planned: duration ?? length(of: session.manifest),
            gate: time.gate,
            recorders: files.map { recorder(of: $0, session, time.timekeeper(), cut) }
        )
    }

    @MainActor
    private func recorder(
        of file: SessionManifest.File,
        _ session: Session,
        _ timekeeper: any Timekeeper,
        _ cut: BootInstant?
    ) -> PlannedRecorder {
        PlannedRecorder(
            configuration: MotionRecorderConfiguration(
                identifier: file.identifier,
                recorderTypes: wantedTypes(of: file),
                usesCSVEncoding: isCSV ?? (file.layout == .csv || file.layout == .csvWithoutHeader),
                usesRootDictionary: file.layout == .dictionary,
                // Two files of one identifier were both kept when they were recorded.
                shouldDeletePrevious: false
            ),
            placement: file.placement,
            timekeeper: timekeeper,
            makeSource: { request in
                AnySampleSource(
                    RecordedSessionSource(
                        file,
                        of: session,
                        types: Set(request.types + request.derivedTypes),
                        timekeeper: timekeeper,
                        cut: cut
                    )
                )
            }
        )
    }

    private func chosenFiles(of session: Session) throws -> [SessionManifest.File] {
        let files = session.sampleFiles
        guard !files.isEmpty else {
            throw CommandFailure(
                "\(self.session): the session has no sample files; name one that has"
            )
        }
        let placed = try filesAtPlacements(files)
        let wanted = placed.filter { !wantedTypes(of: $0).isEmpty }
        guard !wanted.isEmpty else {
            let present = Set(placed.flatMap(\.sensors).map(\.sensorType)).sorted()
            throw CommandFailure(
                "--types: \(self.session) has none of these; "
                    + "there are \(present.joined(separator: ", ").printable)"
            )
        }
        return wanted
    }

    private func filesAtPlacements(
        _ files: [SessionManifest.File]
    ) throws -> [SessionManifest.File] {
        guard !placements.isEmpty else { return files }
        var known: [String] = []
        for place in files.compactMap(\.placement) where !known.contains(place) {
            known.append(place)
        }
        let places = try chosen(placements, among: known, of: session)
        return files.filter { file in file.placement.map(places.contains) == true }
    }

    /// What of a file is wanted.
    ///
    /// A run that died has not said what its files have: anything.
    private func wantedTypes(of file: SessionManifest.File) -> [MotionSensorType] {
        let said = file.sensors.compactMap { MotionSensorType(rawValue: $0.sensorType) }
        let present = file.sensors.isEmpty ? MotionSensorType.raw : said
        guard let types else { return present }
        return types.filter { type in
            present.contains(type) || type.isDerived && type.sources.allSatisfy(present.contains)
        }
    }

    /// A recording of damaged data would look sound: it is refused before anything is written.
    private func refuseDamage(
        in files: [SessionManifest.File],
        of session: Session
    ) throws {
        let check = try SessionCheck(of: self.session)
        let isDamaged = check.verdict == .damaged
        // What a checksum vouches for needs no second reading.
        for file in files where isDamaged || file.checksum == nil { try read(file, of: session) }
        guard isDamaged else { return }
        let finding = check.findings.first { $0.severity == .damage }
        let more = check.isMendable ? ", footfall repair keeps what is whole" : ""
        throw CommandFailure(
            "\(self.session): \(finding.map(\.description) ?? "it is damaged"); "
                + "footfall check tells more\(more)"
        )
    }

    /// What was missing before, and would seem to have been there when it is recorded again.
    private func inheritedLosses(
        of files: [SessionManifest.File],
        in session: Session
    ) -> [String] {
        let paths = files.map(\.path)
        return session.lossesBesideItsRecords
            .filter { $0.file.map(paths.contains) ?? true }
            .map { "of the session recorded again: \($0)" }
    }

    /// Reads a file as the source will: an error names the record that is wrong.
    private func read(_ file: SessionManifest.File, of session: Session) throws {
        do throws(SampleFileError) {
            var reader = try SampleFileReader(
                opening: session.path(of: file),
                followingLinks: false,
                schema: MotionFormat.schema,
                csvHeader: file.layout != .csvWithoutHeader
            )
            while try reader.nextBatch() != nil {}
        } catch {
            // Of what cannot be opened the check has said more.
            if error.kind != .system { throw error }
        }
    }

    private func length(of manifest: SessionManifest) -> Duration? {
        guard let end = manifest.endDate else { return nil }
        let start = manifest.startDate.instant.nanosecondsSince1970
        return .nanoseconds(end.instant.nanosecondsSince1970 - start)
    }
}
