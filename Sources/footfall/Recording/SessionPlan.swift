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
        let chosen = try chosenFiles(of: session)
        let files = chosen.map(\.file)
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
            recorders: chosen.map { recorder(of: $0, session, time.timekeeper(), cut) }
        )
    }

    @MainActor
    private func recorder(
        of chosen: ChosenFile,
        _ session: Session,
        _ timekeeper: any Timekeeper,
        _ cut: BootInstant?
    ) -> PlannedRecorder {
        let file = chosen.file
        return PlannedRecorder(
            configuration: MotionRecorderConfiguration(
                identifier: file.identifier,
                recorderTypes: chosen.types,
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

    /// A file, and what of it is wanted.
    private struct ChosenFile {
        var file: SessionManifest.File
        var types: [MotionSensorType]
    }

    private func chosenFiles(of session: Session) throws -> [ChosenFile] {
        let files = session.sampleFiles
        guard !files.isEmpty else {
            throw CommandFailure(
                "\(self.session): the session has no sample files; name one that has"
            )
        }
        let placed = try filesAtPlacements(files)
        let wanted = try placed.map { file in
            ChosenFile(file: file, types: try wantedTypes(of: file, in: session))
        }.filter { !$0.types.isEmpty }
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
    private func wantedTypes(
        of file: SessionManifest.File,
        in session: Session
    ) throws -> [MotionSensorType] {
        let recorded = try RecordedSessionSource.types(of: file, in: session)
        // A run may have died ahead of its first sample: what it meant to record is not known.
        let present =
            recorded.isEmpty && file.sensors.isEmpty
            ? MotionSensorType.raw : MotionSensorType.allCases.filter(recorded.contains)
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
        let (length, isTooLong) = end.instant.nanosecondsSince1970.subtractingReportingOverflow(
            start
        )
        return isTooLong ? nil : .nanoseconds(length)
    }
}
