// How recorders' files are told to the manifest of a session, whatever records.

package import Recording
package import Research
internal import SampleStream
package import SessionFolder
internal import Timebase

/// The files that recorders make in a session.
package enum SessionFiles {
    /// Where the files of one recorder go.
    ///
    /// - Parameters:
    ///   - configuration: The recorder's.
    ///   - session: Whose manifest tells of the files.
    ///   - placement: Where on the body its sensors are, as far as that is known before they open.
    ///   - giveUp: Is told of each earlier file that a later one replaces; without it, such a file
    ///     is deleted.
    /// - Returns: What the recorder's surroundings need.
    package static func files(
        of configuration: any RSDAsyncActionConfiguration,
        in session: OpenSession,
        at placement: String? = nil,
        giveUp: (@MainActor @Sendable (String) -> Void)? = nil
    ) -> RecorderFiles {
        RecorderFiles(
            claim: { request in
                let name = session.newFileName(
                    sections: request.sections,
                    logger: request.identifier,
                    fileExtension: request.fileExtension
                )
                var entry = entry(name, request, configuration, session.manifest)
                entry.placement = placement
                session.noteOpened(
                    entry,
                    inPlaceOf: request.lost.map { ($0.place.relativePath, $0.what) }
                )
                return FilePlace(in: session.folder, name)
            },
            didClose: { file in
                note(file, in: session)
                let restartable = configuration as? any RSDRestartableRecorderConfiguration
                // Not sooner: until the new file is whole, the earlier one is all there is.
                if restartable?.shouldDeletePrevious ?? false, file.failure == nil {
                    for name in earlierFiles(than: file, in: session) {
                        if let giveUp { giveUp(name) } else { delete(name, in: session) }
                    }
                }
            },
            giveBack: { session.noteNeverMade($0.relativePath) }
        )
    }

    private static func entry(
        _ name: String,
        _ request: FileRequest,
        _ configuration: any RSDAsyncActionConfiguration,
        _ manifest: SessionManifest
    ) -> SessionManifest.File {
        let json = configuration as? any RSDJSONRecorderConfiguration
        let isCSV = request.fileExtension == "csv"
        return SessionManifest.File(
            path: name,
            identifier: request.identifier,
            contentType: isCSV ? "text/csv" : "application/json",
            layout: isCSV ? .csv : json?.usesRootDictionary ?? false ? .dictionary : .array,
            startDate: DateStamp(request.start.realtime, manifest.timeZone),
            startUptime: request.start.boottime,
            sections: request.sections,
            columns: request.columns
        )
    }

    /// Completes the entry of a file that a recorder has closed.
    private static func note(_ file: RecordedFile, in session: OpenSession) {
        let name = file.place.relativePath
        let device = device(of: file)
        session.noteClosed(
            name,
            // What was meant to be in the file says nothing of what is.
            file.isClosedWell ? file.summary : nil,
            endDate: DateStamp(file.dates.wall(at: file.end), file.dates.zone),
            sensors: file.channels.map(sensor),
            error: file.failure
        ) { manifest in
            if !manifest.devices.contains(device) { manifest.devices.append(device) }
            guard let index = manifest.files.firstIndex(where: { $0.path == name }) else { return }
            manifest.files[index].isLost = file.isLost
            manifest.files[index].device = manifest.devices.firstIndex(of: device)
            manifest.files[index].startUptime = file.start
            manifest.files[index].startDate = DateStamp(
                file.dates.wall(at: file.start),
                file.dates.zone
            )
            manifest.files[index].placement =
                file.source.placement ?? manifest.files[index].placement
        }
    }

    private static func device(of file: RecordedFile) -> SessionManifest.Device {
        let rates = file.nominalRatesInHertz.map { ("\($0.key)RateInHertz", "\($0.value)") }
        return SessionManifest.Device(
            name: file.source.name,
            kind: file.source.kind,
            clock: file.source.clock,
            asked: file.source.asked,
            set: Dictionary(rates) { first, _ in first }.merging(file.source.set) { $1 },
            details: file.source.details
        )
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

    /// What a recorder that was started again had recorded before.
    private static func earlierFiles(than file: RecordedFile, in session: OpenSession) -> [String] {
        let files = session.manifest.files
        guard let entry = files.first(where: { $0.path == file.place.relativePath }) else {
            return []
        }
        // Recorders in two sections may have one identifier.
        let earlier = files.filter {
            $0.identifier == entry.identifier && $0.sections == entry.sections
                && $0.path != entry.path && $0.closed
        }
        return earlier.map(\.path)
    }

    /// Deletes a file that a later one replaces.
    static func delete(_ name: String, in session: OpenSession) {
        do {
            try session.giveUp(name)
        } catch {
            session.update { $0.notes.append("an earlier file is still there: \(error)") }
        }
    }
}
