// What `record` takes about devices that speak text, and the recorders that come of it.

package import Arguments
internal import LineRecorder
internal import PlainWords
internal import RecorderKinds
internal import Research
package import SessionRuns
internal import Timebase

/// What is to be recorded of which devices that speak text.
package struct LineWish: DeviceWish, Equatable {
    /// Where their lines come from; each is recorded to a file of its own.
    package var ports: [String]
    /// What the columns are: one for all, or one for each.
    package var maps: [String]
    /// The units of what the columns hold: none, one text for all, or one for each.
    package var units: [String] = []
    /// Lines in a second, where somebody knows.
    package var linesPerSecond: Double?
    /// Where the devices are worn: none, or one place for each.
    package var placements: [String] = []

    package static let subject = "devices that speak text"

    /// What the recording is called where nothing else is recorded.
    package var identifier: String { "lines" }

    /// What the recorders of the devices are called, in the order of these; no two are the same.
    package var identifiers: [String] {
        ports.count == 1 ? ["lines"] : ports.indices.map { "lines\($0 + 1)" }
    }
}

extension LineWish {
    package static let linesOption = Option(
        "lines",
        taking: "PORT",
        as: Conversion<String>.linePort,
        repeats: true,
        "a device that speaks text: /dev/ttyUSB0@115200, tcp:HOST:PORT, udp:PORT, a named pipe, or - for the standard input; each that is given has a file of its own; motion sensors are recorded beside it with --device, --types or --source"
    )
    package static let mapOption = Option(
        "map",
        taking: "COLUMNS",
        as: .text,
        repeats: true,
        "of --lines: what each column is, as in t_us,n,ax,ay,az; _ for one that is not recorded; one for all, or one for each"
    )
    package static let unitsOption = Option(
        "units",
        taking: "UNITS",
        as: .text,
        repeats: true,
        "of --lines: the units of what the columns hold, in their order, as in mg,dps; one for all, or one for each; g, rad/s and uT if not given"
    )
    package static let lineRateOption = Option(
        "line-rate",
        taking: "HZ",
        as: .positiveNumber(within: 0.001...1_000_000, example: "100"),
        "of --lines: how many lines a second are to be expected, where that is known"
    )

    /// What is said of lines.
    package static let options = [
        linesOption.declaration, mapOption.declaration, unitsOption.declaration,
        lineRateOption.declaration,
    ]

    /// What is wanted of devices that speak text; `nil` where none is named.
    package init?(_ arguments: ParsedArguments) throws(UsageError) {
        ports = try arguments.values(of: Self.linesOption)
        maps = try arguments.values(of: Self.mapOption)
        units = try arguments.values(of: Self.unitsOption)
        linesPerSecond = try arguments.value(of: Self.lineRateOption)
        guard !ports.isEmpty else {
            try arguments.refuse(
                Self.options,
                "it is for devices that speak text, and none is recorded",
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
        if !SensorWish.isMeant(by: arguments) {
            try arguments.refuse(
                [SensorWish.rateOption.declaration],
                "it is for \(SensorWish.subject), and none is recorded",
                "give --line-rate"
            )
            placements = try arguments.places(of: ports.count, each: "--lines")
        }
        guard !maps.isEmpty else {
            throw UsageError(
                place: "--lines",
                problem: "nobody has said what the columns of its lines are",
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
                throw UsageError(
                    place: (error.isOfUnits ? "--units" : "--map")
                        + (error.place == "map" ? "" : " \(error.place.printable)"),
                    problem: error.what,
                    remedy: error.remedy
                )
            } catch {
                throw UsageError(
                    place: "--lines \(configuration.port.printable)",
                    problem: "\(error)",
                    remedy: "see footfall record --help"
                )
            }
        }
    }

    /// What each recorder is told.
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

    /// A recorder for each device.
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
            // Home-made devices run out of power one by one.
            planned.endsOthersByFailing = false
            return planned
        }
    }
}

extension Conversion<String> {
    /// Where lines come from.
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
}
