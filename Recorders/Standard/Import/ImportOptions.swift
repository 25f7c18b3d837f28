// The options of `import` for a file of columns, and the plan of the recording that results.

package import Arguments
package import LineRecorder
internal import RecorderKinds
internal import Recording
internal import SampleStream
internal import SessionFolder
package import SessionRuns
package import Timebase

/// How to import a file.
package struct ImportOptions: Sendable {
    /// The meaning of the columns, as a mapping of lines; `nil` if the user gave none.
    package var map: String?
    /// The units of the columns.
    package var units: String?
    /// Rows per second, if the user gave that.
    package var rateInHertz: Double?
    /// The layout of the file, as far as the user gave it.
    package var layout = TableLayout()
    /// When its first row was measured, if the user gave that.
    package var start: ImportStart?
    /// Where on the body its device was worn.
    package var placement: String?
    /// The name of the session; `nil` for the name of the file.
    package var task: String?
}

/// When the first row of a file was measured, as the user gave it.
package struct ImportStart: Sendable, Equatable {
    package var instant: WallInstant
    package var zone: UTCOffset
}

extension ImportOptions {
    private static let mapOption = Option(
        "map",
        taking: "COLUMNS",
        as: .lineMap,
        "the meaning of each column, in the words of record --lines, such as t_s,ax,ay,az; _ for a column that is not imported"
    )
    private static let unitsOption = Option(
        "units",
        taking: "UNITS",
        as: .text,
        "the units of the columns, in their order, such as mg,dps; g, rad/s and uT if not given"
    )
    private static let rateOption = Option(
        "rate",
        taking: "HZ",
        as: .positiveNumber(within: 0.001...1_000_000, example: "100"),
        "rows a second: in a file without times, it gives each row its time; in a file with times, it shows which rows are missing"
    )
    private static let separatorOption = Option(
        "separator",
        taking: "SIGN",
        as: Conversion.separator,
        "the separator of columns: a comma, a semicolon, tab or space; found in the first row if not given"
    )
    private static let skipOption = Option(
        "skip",
        taking: "N",
        as: .wholeNumber,
        "how many lines at the beginning do not belong to the table; 0 if not given"
    )
    private static let headerFlag = Flag("header", "the first row has the names of the columns")
    private static let noHeaderFlag = Flag("no-header", "the first row has no names of columns")
    private static let startOption = Option(
        "start",
        taking: "DATE",
        as: Conversion.start,
        "when the first row was measured, such as 2026-11-21T10:15:00+01:00; if not given, the time of the first row if the file has dates or times that count from 1970, else the date of the import"
    )
    private static let placementOption = Option(
        "placement",
        taking: "PLACE",
        as: .text,
        "where on the body the device was worn, in any words, such as lowBack"
    )
    private static let taskOption = Option(
        "task",
        taking: "NAME",
        as: .text,
        "the name of the session; the file's name if not given"
    )

    /// The options about the file.
    package static let options = [
        mapOption.declaration, unitsOption.declaration, rateOption.declaration,
        headerFlag.declaration, noHeaderFlag.declaration, separatorOption.declaration,
        skipOption.declaration, startOption.declaration, placementOption.declaration,
        taskOption.declaration,
    ]

    package init(_ arguments: ParsedArguments) throws(UsageError) {
        map = try arguments.value(of: Self.mapOption)
        units = try arguments.value(of: Self.unitsOption)
        rateInHertz = try arguments.value(of: Self.rateOption)
        start = try arguments.value(of: Self.startOption)
        placement = try arguments.value(of: Self.placementOption)
        task = try arguments.value(of: Self.taskOption)
        if arguments.contains(Self.headerFlag) {
            try arguments.refuse(
                [Self.noHeaderFlag.declaration],
                "--header says the opposite",
                "leave it out, or leave out --header"
            )
        }
        layout = TableLayout(
            separator: try arguments.value(of: Self.separatorOption),
            hasHeader: arguments.contains(Self.headerFlag)
                ? true : arguments.contains(Self.noHeaderFlag) ? false : nil,
            skippedLines: Int(clamping: try arguments.value(of: Self.skipOption) ?? 0)
        )
        _ = try mapping()
    }

    private func mapping() throws(UsageError) -> LineMapping? {
        guard let map else { return nil }
        do throws(LineMappingError) {
            return try LineMapping(map, units: units ?? "")
        } catch {
            throw UsageError(ofUnits: error)
        }
    }
}

extension ImportOptions {
    /// Reads a file to its end, which may take long.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The file, ready to be recorded.
    /// - Throws: Why it cannot be imported, with the line and a suggestion.
    package func read(_ path: String) throws -> TableFile {
        try TableFile(path, try mapping(), layout, rateInHertz: rateInHertz)
    }

    /// True if a row of a file could not be read, also if the file's counter shows that none is missing.
    package static func leavesOutRows(of file: TableFile) -> Bool { file.unread > 0 }

    /// The plan of the session for a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - output: The folder that the session folder goes into.
    ///   - now: The present clocks of this machine.
    /// - Returns: The plan.
    @MainActor
    package func plan(of file: TableFile, in output: String, at now: ClockReading) -> RecordingPlan
    {
        let realtime = start?.instant ?? file.firstDate ?? now.realtime
        let zone = start?.zone ?? Self.zone(of: file) ?? .local(at: realtime)
        let reading = ClockReading(
            realtime: realtime,
            monotonicNanoseconds: file.first.nanoseconds,
            boottime: file.first
        )
        var configuration = LineRecorderConfiguration(
            identifier: "lines",
            // The origin of the lines; it is not opened.
            port: (try? LinePort("./\(file.name)"))?.text ?? "-",
            map: file.mapping.text,
            units: file.mapping.unitsText.isEmpty ? nil : file.mapping.unitsText
        )
        configuration.frequency = file.rateInHertz
        configuration.placement = placement
        let place = placement
        let sourced = LineRecorderKind().over { order in
            AnySampleSource(
                TableSource(file, placement: place, timekeeper: order.environment.timekeeper)
            )
        }
        let length = file.first.duration(to: file.last)
        let time = PlannedTime(.maximum, from: reading)
        var plan = RecordingPlan(
            identifier: task ?? Self.stem(of: file.name),
            output: output,
            start: reading,
            recordedClocks: [reading.advanced(by: length)],
            zone: zone,
            planned: length,
            recorders: [
                PlannedRecorder(
                    sourced,
                    configuration,
                    placement: placement,
                    timekeeper: time.timekeeper()
                )
            ]
        )
        plan.imported = SessionManifest.ImportedFile(
            name: file.name,
            size: file.bytes,
            checksum: file.checksum,
            map: file.mapping.text,
            units: configuration.units,
            rateInHertz: file.rateInHertz,
            timestamps: file.wordsOnTimes,
            date: LocalDate(now.realtime, .local(at: now.realtime))
        )
        plan.wholeness = Wholeness(source: file.name, work: "the import", again: "import it again")
        plan.notes = file.notes
        if start == nil, file.zone == .unreported {
            plan.notes.append(
                "its dates name no time zone and are read as UTC; to change this, give --start with a time zone"
            )
        }
        if start == nil, file.firstDate == nil {
            plan.notes.append(
                "the file does not say when its first row was measured: the session begins at the date of the import"
            )
        }
        return plan
    }

    /// The time zone of the file's dates; `nil` if they are not text.
    private static func zone(of file: TableFile) -> UTCOffset? {
        switch file.zone {
        case .ahead(let seconds): .ahead(seconds)
        case .unreported: .utc
        case nil: nil
        }
    }

    /// A file's name without its extension.
    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}

extension Conversion<TableLayout.Separator> {
    fileprivate static var separator: Self {
        Self { word throws(ConversionError) in
            switch word {
            case "\t": return .tab
            case " ": return .space
            default: break
            }
            guard let separator = TableLayout.Separator(rawValue: word) else {
                throw .unknown(
                    word,
                    among: TableLayout.Separator.allCases.map(\.rawValue),
                    example: "separator"
                )
            }
            return separator
        }
    }
}

extension Conversion<ImportStart> {
    fileprivate static var start: Self {
        Self { word throws(ConversionError) in
            guard let (instant, seconds) = TableDate.instant(of: word) else {
                throw ConversionError(
                    problem: "not a date with its time",
                    remedy:
                        "give for instance 2026-11-21T10:15:00.250+01:00; without +01:00 it is UTC"
                )
            }
            return ImportStart(instant: instant, zone: .ahead(seconds))
        }
    }
}

extension UTCOffset {
    /// The zone that is this many seconds ahead of UTC.
    fileprivate static func ahead(_ seconds: Int) -> UTCOffset {
        guard seconds != 0 else { return .utc }
        let minutes = abs(seconds) / 60
        let (hour, minute) = (
            "\(100 + minutes / 60)".dropFirst(), "\(100 + minutes % 60)".dropFirst()
        )
        return UTCOffset(
            secondsFromGMT: seconds,
            identifier: "GMT\(seconds < 0 ? "-" : "+")\(hour)\(minute)"
        )
    }
}
