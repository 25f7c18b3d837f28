// Makes a figure from a session. It reads each file in one pass for the figure, and once more for its checksum; the
// memory it needs does not depend on the length of the recording.

internal import PlainWords
package import Plotting
package import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// Makes figures from sessions.
package struct SessionPlot: Sendable {
    private let path: String
    private let kinds: [any RecorderKind]
    private let options: PlotOptions

    /// The largest number of panels drawn.
    static let mostPanels = 60

    /// Plots a session.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - kinds: The kinds of recorders that may have written its files.
    ///   - options: What to show.
    package init(of path: String, kinds: [any RecorderKind], _ options: PlotOptions = PlotOptions())
    {
        (self.path, self.kinds, self.options) = (path, kinds, options)
    }

    /// Reads the session.
    ///
    /// - Returns: The figure.
    /// - Throws: `PlotError` if the session cannot be read, is still being written, or lacks a requested file or sensor,
    ///   or nothing of it can be drawn.
    package func figure() throws(PlotError) -> Figure {
        let session: Session
        do throws(SessionError) {
            session = try Session(opening: path)
            guard !session.isLive else { throw SessionError.isLive(path, before: "plot it") }
        } catch {
            throw PlotError([error])
        }
        var panels: [Panel] = []
        var moments: [Moment] = []
        var notes = losses(of: session)
        // The sensors that are drawn, and all whose names are known.
        var found: Set<String> = []
        var known = Set(session.manifest.files.flatMap { $0.sensors.map(\.sensorType) })
        var isKnownWhole = !session.sampleFiles.contains {
            !options.shows($0) && $0.sensors.isEmpty
        }
        var end: Int64?
        var firstError: SessionError?
        var isFull = false
        for file in session.manifest.files where options.shows(file) {
            if let why = reasonToLeave(file) {
                notes.append("not drawn: \(file.path), \(why)")
                continue
            }
            guard panels.count < Self.mostPanels else {
                (isFull, isKnownWhole) = (true, false)
                continue
            }
            let (tracks, error) = read(file, of: session, beside: panels)
            if let error {
                firstError = firstError ?? error
                isKnownWhole = false
                notes.append("not all of \(file.path) is drawn: \(error)")
            }
            guard let tracks else { continue }
            let own = FilePanels(tracks, options)
            panels += own.panels
            moments += tracks.moments
            notes += tracks.notes + own.notes
            found.formUnion(tracks.sensors.map(\.name))
            known.formUnion(tracks.leftOut)
            if tracks.sensors.count == FileTracks.mostSensors { isKnownWhole = false }
            end = [end, tracks.end].compactMap(\.self).max()
            if (try? session.isChanged(file)) == true {
                notes.append(
                    "\(file.path) was changed after it was recorded: see `footfall check`"
                )
            }
        }
        known.formUnion(found)
        let unknown = unknownNames(in: session, isKnownWhole ? known : nil)
        guard unknown.isEmpty else { throw PlotError(unknown) }
        guard !panels.isEmpty else {
            throw PlotError([firstError ?? nothing(in: session, with: known, until: end, notes)])
        }
        if isFull || panels.count > Self.mostPanels {
            notes.append(
                "only the first \(Self.mostPanels) panels are drawn; choose with --file and --sensor"
            )
            panels = Array(panels.prefix(Self.mostPanels))
        }
        notes += options.sensors.filter { !found.contains($0) }.map {
            "not drawn: \($0), no sample of it was read"
        }
        return FigureAssembly(session.manifest, named: FileSystem.name(of: session.path), options)
            .figure(panels, moments, notes)
    }

    /// Notes about losses that no record in the files mentions, such as those of a crashed session.
    private func losses(of session: Session) -> [String] {
        let files = session.manifest.files
        return session.lossesBesideItsRecords(isLive: false).filter { finding in
            guard let file = files.first(where: { $0.path == finding.file }) else { return true }
            return options.shows(file) && !file.isLost
        }.map { "\($0.statement): see `footfall check`" }
    }

    /// The errors for requested files and sensors that the session does not have.
    ///
    /// `known` has the sensors of the session; `nil` if it may have more, because not all of it was read.
    private func unknownNames(in session: Session, _ known: Set<String>?) -> [SessionError] {
        let files = options.files.filter { name in
            !session.manifest.files.contains { $0.path == name || $0.identifier == name }
        }
        let sensors = known.map { known in options.sensors.filter { !known.contains($0) } } ?? []
        let aboutFiles = files.map { name in
            SessionError.unknownName(
                name,
                of: "file",
                among: session.sampleFiles.map(\.path),
                session.sampleFiles.map(\.identifier),
                in: path
            )
        }
        let aboutSensors = sensors.map { name in
            SessionError.unknownName(name, of: "sensor", among: (known ?? []).sorted(), in: path)
        }
        return aboutFiles + aboutSensors
    }

    /// Why a file is not drawn; `nil` if it is.
    private func reasonToLeave(_ file: SessionManifest.File) -> String? {
        if file.isLost { return "it was lost while it was written" }
        if file.layout == .document { return "it has no samples" }
        return nil
    }

    /// Reads a file, up to an error if there is one.
    private func read(
        _ file: SessionManifest.File,
        of session: Session,
        beside panels: [Panel]
    ) -> (FileTracks?, SessionError?) {
        let columns: RecordColumns
        do throws(SessionError) {
            try session.requirePlain(file)
            columns = try session.columns(of: file, by: kinds, to: "plot it")
        } catch {
            return (nil, error)
        }
        let stretches = panels.reduce(0) { $0 + $1.series.reduce(0) { $0 + $1.points.count } }
        var options = options
        options.mostStretches = max(0, options.mostStretches - stretches)
        var tracks = FileTracks(
            file,
            columns,
            eventTypes: kinds.kind(of: file)?.eventTypes ?? [],
            device: session.device(of: file),
            origin: session.manifest.startUptime.nanoseconds,
            options
        )
        do throws(SampleFileError) {
            var reader = try session.reader(of: file, schema: columns.schema)
            try tracks.read(&reader)
        } catch {
            return (tracks, SessionError(error.what, where: error.path, remedy: error.remedy))
        }
        return (tracks, nil)
    }

    /// Says why nothing of a session is drawn.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - sensors: The names of its sensors.
    ///   - end: The time of the last record that was read.
    ///   - notes: What the plot would have said.
    /// - Returns: The error.
    private func nothing(
        in session: Session,
        with sensors: Set<String>,
        until end: Int64?,
        _ notes: [String]
    ) -> SessionError {
        let last = end.map { Double($0) / 1e9 }
        if let tooLate = SessionError.tooLate(options.from, after: last, where: path) {
            return tooLate
        }
        let files = session.sampleFiles.map(\.path)
        let names = (files + sensors.sorted()).joined(separator: ", ")
        let has = files.isEmpty ? "it has no file of samples" : "it has \(names)"
        return SessionError(
            "nothing of it can be drawn",
            where: path,
            remedy: ([has, reasonForNothing] + notes.prefix(5)).joined(separator: "; ").printable
        )
    }

    /// Why nothing of a session is drawn that has all files and sensors that the user named.
    private var reasonForNothing: String {
        let isChosen =
            !options.files.isEmpty || !options.sensors.isEmpty || options.from != nil
            || options.to != nil
        guard !isChosen else {
            return "check that --file, --sensor, --from and --to do not exclude everything"
        }
        return options.isSpectrum
            ? "no signal of it varies for long enough to have a spectrum"
            : "none of its samples has a numeric value"
    }
}
