// Enters the files of recorders into the manifest of a session, for every kind of recorder.

package import Recording
package import Research
internal import SampleStream
package import SessionFolder
internal import Timebase

/// Connects recorders' files with the manifest of a session.
package enum SessionFiles {
    /// Makes the file environment of one recorder.
    ///
    /// - Parameters:
    ///   - configuration: The recorder's configuration.
    ///   - session: The session whose manifest lists the files.
    ///   - placement: Where on the body its sensors are, if that is known before they open.
    ///   - giveUp: Called with each earlier file that a later one replaces. Without it, such a file is deleted.
    /// - Returns: The file part of the recorder's environment.
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
                    fileExtension: request.fileExtension,
                    // The program that removed the lost file may also have made a file with the next name.
                    lookingAtTheDisk: request.lost != nil
                )
                var entry = entry(name, request, configuration, session.manifest)
                entry.placement = placement
                session.noteListed(
                    entry,
                    inPlaceOf: request.lost.map { ($0.place.relativePath, $0.what) }
                )
                return FilePlace(in: session.home, name) { try session.settledHome() }
            },
            didOpen: { file in
                note(file, in: session)
                // A sample file must never lack its description: write it to the journal before any samples, in case
                // the process is killed.
                session.persist()
            },
            didClose: { file in
                note(file, in: session)
                let restartable = configuration as? any RSDRestartableRecorderConfiguration
                // Delete earlier files only if the new one is complete: otherwise they may hold data that it lacks.
                // `lostEarlier` is not 0 if somebody removed an earlier file and its samples are missing from this one.
                let isWhole = file.failure == nil && file.lostEarlier == 0
                if restartable?.shouldDeletePrevious ?? false, isWhole {
                    for name in earlierFiles(than: file, in: session) {
                        if let giveUp { giveUp(name) } else { session.giveUp(name) }
                    }
                }
            },
            giveBack: { session.noteNeverMade($0.relativePath) },
            didReadClock: { place, clock in
                session.noteDeviceClock(clock.pair, of: clock.device, in: place.relativePath)
            }
        )
    }

    private static func entry(
        _ name: String,
        _ request: FileRequest,
        _ configuration: any RSDAsyncActionConfiguration,
        _ manifest: SessionManifest
    ) -> SessionManifest.File {
        if let document = request.document {
            return SessionManifest.File(
                path: name,
                identifier: request.identifier,
                contentType: document.contentType,
                layout: .document,
                startDate: LocalDate(request.start.realtime, manifest.timeZone),
                startUptime: request.start.boottime,
                sections: request.sections,
                recorder: request.recorder
            )
        }
        let json = configuration as? any RSDJSONRecorderConfiguration
        let isCSV = request.fileExtension.hasPrefix("csv")
        var file = SessionManifest.File(
            path: name,
            identifier: request.identifier,
            contentType: isCSV ? "text/csv" : "application/json",
            layout: isCSV ? .csv : json?.usesRootDictionary ?? false ? .dictionary : .array,
            startDate: LocalDate(request.start.realtime, manifest.timeZone),
            startUptime: request.start.boottime,
            sections: request.sections,
            schema: request.schema,
            recorder: request.recorder
        )
        file.compression = request.compression
        return file
    }

    /// Records the source of a file, so that the information survives if the process is killed.
    private static func note(_ file: OpenedFile, in session: OpenSession) {
        let device = device(file.source, file.nominalRatesInHertz)
        session.noteOpened(file.place.relativePath, filledBy: device) { entry in
            entry.describe(file.source, from: file.start, file.dates)
            entry.sensors = file.nominalRatesInHertz.sorted { $0.key < $1.key }.map {
                SessionManifest.Sensor(
                    sensorType: $0.key,
                    samples: 0,
                    nominalRateInHertz: $0.value,
                    meaning: file.meanings[$0.key]
                )
            }
        }
    }

    /// Completes the entry of a file that a recorder has closed.
    private static func note(_ file: RecordedFile, in session: OpenSession) {
        session.noteClosed(
            file.place.relativePath,
            // If writing failed, the summary may count samples that are not in the file, so it is left out.
            file.isClosedWell ? file.summary : nil,
            endDate: LocalDate(file.dates.wall(at: file.end), file.dates.zone),
            sensors: file.channels.map(sensor),
            error: file.failure,
            filledBy: device(file.source, file.nominalRatesInHertz)
        ) { entry in
            entry.isLost = file.isLost
            entry.describe(file.source, from: file.start, file.dates)
        }
    }

    private static func device(
        _ source: SourceDescription,
        _ rates: [String: Double]
    ) -> SessionManifest.Device {
        let rates = rates.map { ("\($0.key)RateInHertz", "\($0.value)") }
        return SessionManifest.Device(
            name: source.name,
            kind: source.kind,
            clock: source.clock,
            asked: source.asked,
            set: Dictionary(rates) { first, _ in first }.merging(source.set) { $1 },
            details: source.details
        )
    }

    private static func sensor(_ channel: RecordedFile.Channel) -> SessionManifest.Sensor {
        let lost = channel.account.lost.map { ($0.key.rawValue, Int($0.value)) }
        return SessionManifest.Sensor(
            sensorType: channel.name,
            samples: channel.account.samples,
            lostByReason: Dictionary(lost) { $0 + $1 },
            nominalRateInHertz: channel.nominalRateInHertz,
            measuredRateInHertz: channel.account.measuredRateInHertz,
            meaning: channel.meaning
        )
    }

    /// The files that earlier runs of the same recorder have closed.
    private static func earlierFiles(than file: RecordedFile, in session: OpenSession) -> [String] {
        let files = session.manifest.files
        guard let entry = files.first(where: { $0.path == file.place.relativePath }) else {
            return []
        }
        // Recorders in two sections may have the same identifier.
        let earlier = files.filter {
            $0.identifier == entry.identifier && $0.sections == entry.sections
                && $0.path != entry.path && $0.closed
        }
        return earlier.map(\.path)
    }
}

extension SessionManifest.File {
    /// Adds what is known of a file once its source is open.
    fileprivate mutating func describe(
        _ source: SourceDescription,
        from start: BootInstant,
        _ dates: RecordDates
    ) {
        startUptime = start
        startDate = LocalDate(dates.wall(at: start), dates.zone)
        placement = source.placement ?? placement
    }
}
