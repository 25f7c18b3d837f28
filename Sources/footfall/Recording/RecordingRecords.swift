// How recorders' files are told to the manifest and to the outcome.

internal import FoundationEssentials
internal import MotionRecorder
internal import Recording
internal import ReplaySource
internal import Research
internal import SampleFile
internal import SampleStream
internal import SessionFolder
internal import Timebase

/// Tells a session's manifest of files.
enum RecordingRecords {
    /// The files that a recorder makes in a session.
    static func files(of planned: PlannedRecorder, in session: OpenSession) -> RecorderFiles {
        RecorderFiles(
            claim: { request in
                let name = session.newFileName(
                    sections: request.sections,
                    logger: request.identifier,
                    fileExtension: request.fileExtension
                )
                session.noteOpened(openedFile(name, request, planned, session.manifest))
                return FilePlace(path: session.path(ofFile: name), relativePath: name)
            },
            didClose: { file in
                note(file, in: session)
                // Not sooner: until the new file is whole, the earlier one is all there is.
                if planned.configuration.shouldDeletePrevious, file.failure == nil {
                    giveUpEarlier(than: file, in: session)
                }
            },
            giveBack: { session.noteNeverMade($0.relativePath) }
        )
    }

    /// Deletes what a recorder that was started again had recorded before.
    private static func giveUpEarlier(than file: RecordedFile, in session: OpenSession) {
        let files = session.manifest.files
        guard let entry = files.first(where: { $0.path == file.place.relativePath }) else { return }
        // Recorders in two sections may have one identifier.
        let earlier = files.filter {
            $0.identifier == entry.identifier && $0.sections == entry.sections
                && $0.path != entry.path && $0.closed
        }
        for earlier in earlier {
            do {
                try session.giveUp(earlier.path)
            } catch {
                session.update { $0.notes.append("an earlier file is still there: \(error)") }
            }
        }
    }

    /// The entry of a file that a recorder is about to make.
    @MainActor
    static func openedFile(
        _ name: String,
        _ request: FileRequest,
        _ planned: PlannedRecorder,
        _ manifest: SessionManifest
    ) -> SessionManifest.File {
        let isCSV = planned.configuration.usesCSVEncoding
        let layout: SessionManifest.Layout =
            isCSV ? .csv : planned.configuration.usesRootDictionary ? .dictionary : .array
        return SessionManifest.File(
            path: name,
            identifier: request.identifier,
            contentType: isCSV ? "text/csv" : "application/json",
            layout: layout,
            startDate: DateStamp(request.start.realtime, manifest.timeZone),
            startUptime: request.start.boottime,
            sections: request.sections,
            placement: planned.placement,
            columns: MotionFormat.schema.columns.map(\.name)
        )
    }

    /// Completes the entry of a file that a recorder has closed.
    static func note(_ file: RecordedFile, in session: OpenSession) {
        let zone = file.dates.zone
        let name = file.place.relativePath
        let device = SessionManifest.Device(
            name: file.source.name,
            kind: file.source.kind,
            clock: file.source.clock,
            asked: file.source.asked,
            set: nominalRates(of: file).merging(file.source.set) { $1 },
            details: file.source.details
        )
        session.noteClosed(
            name,
            // What was meant to be in the file says nothing of what is.
            file.isClosedWell ? file.summary : nil,
            endDate: DateStamp(file.dates.wall(at: file.end), zone),
            sensors: file.channels.map(sensor),
            error: file.failure
        ) { manifest in
            if !manifest.devices.contains(device) { manifest.devices.append(device) }
            guard let index = manifest.files.firstIndex(where: { $0.path == name }) else { return }
            manifest.files[index].startUptime = file.start
            manifest.files[index].startDate = DateStamp(file.dates.wall(at: file.start), zone)
            manifest.files[index].placement =
                file.source.placement ?? manifest.files[index].placement
        }
    }

    /// Lists the truth about a synthetic walk that is about to be written: whoever finds half of it
    /// must not take it for samples.
    static func noteTruthBegun(beside file: RecordedFile, in session: OpenSession) {
        session.noteOpened(
            SessionManifest.File(
                path: SyntheticTruth.fileName(beside: file.place.relativePath),
                identifier: truthIdentifier(of: file),
                contentType: truthContentType,
                layout: .document,
                startDate: DateStamp(file.dates.wall(at: file.start), file.dates.zone),
                startUptime: file.start,
                placement: file.source.placement
            )
        )
    }

    /// Completes the entry of a truth that is written, and answers its result.
    static func noteTruth(
        _ place: FilePlace,
        _ summary: SampleFileSummary,
        beside file: RecordedFile,
        in session: OpenSession
    ) -> RSDFileResultObject {
        let endDate = file.dates.wall(at: file.end)
        session.noteClosed(
            place.relativePath,
            summary,
            endDate: DateStamp(endDate, file.dates.zone),
            sensors: []
        )
        return RSDFileResultObject(
            identifier: truthIdentifier(of: file),
            startDate: Date(file.dates.wall(at: file.start)),
            endDate: Date(endDate),
            startUptime: file.start,
            contentType: truthContentType,
            relativePath: place.relativePath,
            url: URL(filePath: place.path)
        )
    }

    private static let truthContentType = "application/json"

    private static func truthIdentifier(of file: RecordedFile) -> String {
        "\(file.identifier)_truth"
    }

    private static func sensor(_ channel: RecordedFile.Channel) -> SessionManifest.Sensor {
        let lost = channel.account.lost.map { ($0.key.rawValue, Int($0.value)) }
        return SessionManifest.Sensor(
            sensorType: channel.name,
            samples: channel.account.samples,
            lostByReason: Dictionary(lost) { $0 + $1 },
            nominalRateInHertz: channel.nominalRateInHertz,
            measuredRateInHertz: channel.account.measuredRateInHertz
        )
    }

    private static func nominalRates(of file: RecordedFile) -> [String: String] {
        let rates = file.source.nominalRatesInHertz.compactMap { channel, rate in
            MotionSensorType(channel: channel).map { ("\($0.rawValue)RateInHertz", "\(rate)") }
        }
        return Dictionary(rates) { first, _ in first }
    }
}

extension RecordingOutcome.File {
    /// A file that a recorder has closed.
    init(_ file: RecordedFile) {
        let losses = file.channels.flatMap(\.account.lost)
            .filter { $0.key != .paused }
            .reduce(0) { $0 + Int($1.value) }
        self.init(
            path: file.place.relativePath,
            identifier: file.identifier,
            samples: file.samples,
            losses: losses,
            records: file.summary.records,
            bytes: file.summary.bytes,
            checksum: file.isClosedWell ? file.summary.checksum : nil
        )
    }

    /// A file that is kept beside the samples.
    init(_ place: FilePlace, _ summary: SampleFileSummary, _ identifier: String) {
        self.init(
            path: place.relativePath,
            identifier: identifier,
            samples: 0,
            losses: 0,
            records: summary.records,
            bytes: summary.bytes,
            checksum: summary.checksum
        )
    }
}
