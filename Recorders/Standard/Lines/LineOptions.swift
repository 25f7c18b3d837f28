// The options of `record` for devices that send text, and the recorders that result.

package import Arguments
internal import LineRecorder
internal import PlainWords
internal import RecorderKinds
internal import Research
package import SessionRuns
internal import Timebase

/// Which devices that send text to record, and how.
package struct LineOptions: DeviceOptions, Equatable {
    /// The ports; each is recorded to its own file.
    package var ports: [String]
    /// The meaning of the columns: one text for all ports, or one for each.
    package var maps: [String]
    /// The units of the columns: none, one text for all ports, or one for each.
    package var units: [String] = []
    /// Lines per second, if known.
    package var linesPerSecond: Double?
    /// Where the devices are worn: none, or one place for each.
    package var placements: [String] = []

    package static let subject = "devices that send text"

    /// The name of the recording if nothing else is recorded.
    package var identifier: String { "lines" }

    /// The names of the devices' recorders, all different, in the order of the ports.
    package var identifiers: [String] {
        ports.count == 1 ? ["lines"] : ports.indices.map { "lines\($0 + 1)" }
    }
}

extension LineOptions {
    package static let linesOption = Option(
        "lines",
        taking: "PORT",
        as: Conversion<String>.linePort,
        repeats: true,
        "a device that sends text: /dev/ttyUSB0@115200, tcp:HOST:PORT, udp:PORT, a named pipe, or - for the standard input; may be given again, and each device gets its own file; to record motion sensors as well, give --device, --types or --source"
    )
    package static let mapOption = Option(
        "map",
        taking: "COLUMNS",
        as: .lineMap,
        repeats: true,
        "with --lines: the meaning of each column, such as t_us,n,ax,ay,az; _ for a column that is not recorded; one for all --lines, or one for each"
    )
    package static let unitsOption = Option(
        "units",
        taking: "UNITS",
        as: .text,
        repeats: true,
        "with --lines: the units of the columns, in their order, such as mg,dps; one for all --lines, or one for each; g, rad/s and uT if not given"
    )
    package static let lineRateOption = Option(
        "line-rate",
        taking: "HZ",
        as: .positiveNumber(within: 0.001...1_000_000, example: "100"),
        "with --lines: how many lines a second the device sends, if known"
    )

    /// The options for lines.
    package static let options = [
        linesOption.declaration, mapOption.declaration, unitsOption.declaration,
        lineRateOption.declaration,
    ]

    /// Parses the options; `nil` if no port is named.
    package init?(_ arguments: ParsedArguments) throws(UsageError) {
        ports = try arguments.values(of: Self.linesOption)
        maps = try arguments.values(of: Self.mapOption)
        units = try arguments.values(of: Self.unitsOption)
        linesPerSecond = try arguments.value(of: Self.lineRateOption)
        guard !ports.isEmpty else {
            try arguments.refuse(
                Self.options,
                "it is for devices that send text, and none is recorded",
                "leave it out, or add --lines"
            )
            return nil
        }
        let places = ports.compactMap { try? LinePort($0) }
        let isOnceEach = places.indices.allSatisfy { index in
            !places[..<index].contains { $0.isSame(as: places[index]) }
        }
        guard isOnceEach else {
            throw UsageError(
                place: "--lines",
                problem: "the same is given twice",
                remedy: "give each once: a device is read by one recorder"
            )
        }
        if !SensorOptions.isMeant(by: arguments) {
            try arguments.refuse(
                [SensorOptions.rateOption.declaration],
                "it is for \(SensorOptions.subject), and none is recorded",
                "give --line-rate"
            )
            placements = try arguments.places(of: ports.count, each: "--lines")
        }
        guard !maps.isEmpty else {
            throw UsageError(
                place: "--lines",
                problem: "the meaning of its columns is not given",
                remedy: "add --map, for instance --map t_us,ax,ay,az"
            )
        }
        for (option, given) in [("--map", maps.count), ("--units", units.count)]
        where given > 1 && given != ports.count {
            throw UsageError(
                place: option,
                problem: "\(given) for \(Quantity.count(ports.count, "device", "devices"))",
                remedy: "give one for all, or one for each --lines, in the same order"
            )
        }
        for configuration in configurations(isCSV: false) {
            do {
                try configuration.validate()
            } catch let error as LineMappingError {
                throw UsageError(ofUnits: error)
            } catch {
                throw UsageError(
                    place: "--lines \(configuration.port.printable)",
                    problem: "\(error)",
                    remedy: "see footfall record --help"
                )
            }
        }
    }

    /// The configuration of each recorder.
    private func configurations(isCSV: Bool) -> [LineRecorderConfiguration] {
        zip(ports.indices, identifiers).map { index, identifier in
            func its(_ words: [String]) -> String? {
                words.count > 1 ? words[index] : words.first
            }
            var configuration = LineRecorderConfiguration(
                identifier: identifier,
                port: ports[index],
                map: its(maps) ?? "",
                units: its(units)
            )
            configuration.frequency = linesPerSecond
            configuration.placement = placements.isEmpty ? nil : placements[index]
            configuration.usesCSVEncoding = isCSV
            return configuration
        }
    }

    package func names(at placements: [String]) -> [DeviceName] {
        ports.map { port in
            switch (try? LinePort(port))?.kind {
            case .path(let path, _)?: DeviceName(ofPort: path, as: port)
            case .standardInput?, .tcp?, .udp?, nil: DeviceName("--lines \(port)")
            }
        }
    }

    /// One recorder for each port.
    @MainActor
    package func recorders(in frame: RecordingFrame) -> [PlannedRecorder] {
        let sourced = LineDevices.recorders(noting: frame.notes)
        return configurations(isCSV: frame.isCSV).map {
            var planned = PlannedRecorder(
                sourced,
                $0,
                placement: $0.placement,
                timekeeper: LiveTimekeeper()
            )
            // Home-made devices run out of power one by one, so one failure must not end the others.
            planned.endsOthersByFailing = false
            return planned
        }
    }
}

extension Conversion<String> {
    /// A port of lines.
    fileprivate static var linePort: Self {
        Self { word throws(ConversionError) in
            do throws(LinePortError) {
                _ = try LinePort(word)
                return word
            } catch {
                throw ConversionError(problem: error.what, remedy: error.remedy)
            }
        }
    }

    /// The meaning of the columns of lines.
    static var lineMap: Self {
        Self { word throws(ConversionError) in
            do throws(LineMappingError) {
                _ = try LineMapping(word)
                return word
            } catch {
                let place = error.place == "map" ? "" : "\(error.place.printable): "
                throw ConversionError(problem: place + error.what, remedy: error.remedy)
            }
        }
    }
}

extension UsageError {
    /// The error for units that do not fit a valid map.
    init(ofUnits error: LineMappingError) {
        self.init(
            place: "--units \(error.place.printable)",
            problem: error.what,
            remedy: error.remedy
        )
    }
}
