// `footfall plot`: its options and help; PlotCommand+Run.swift carries it out.

internal import Arguments
internal import Plotting
internal import SessionPlot

/// Draws a session.
struct PlotCommand: Sendable, Equatable {
    var session: String
    var options: PlotOptions
    /// The output file and its format; `nil` draws on the terminal.
    var output: Output?
    var width: Double?
    var height: Double?
    var replaces: Bool

    /// An output file.
    struct Output: Sendable, Equatable {
        var path: String
        var format: PlotFormat
    }

    private static let outputOption = Option(
        "output",
        letter: "o",
        taking: "FILE",
        as: .text,
        "the file to write: .png, .svg, or .html, a page that zooms; if not given, the plot is drawn in the terminal"
    )
    private static let fileOption = Option(
        "file",
        taking: "NAME",
        as: .text,
        repeats: true,
        "draw only this file of the session; may be given more than once"
    )
    private static let sensorOption = Option(
        "sensor",
        taking: "NAME",
        as: .text,
        repeats: true,
        "draw only this sensor, such as gyro; may be given more than once"
    )
    private static let fromOption = Option(
        "from",
        taking: "TIME",
        as: .momentInSeconds,
        "begin at this time: 90, 1:30 or 1h30m since the session began"
    )
    private static let toOption = Option(
        "to",
        taking: "TIME",
        as: .momentInSeconds,
        "end at this time"
    )
    private static let spectrumFlag = Flag(
        "spectrum",
        "draw the power of each signal by frequency, instead of the signal over time"
    )
    private static let sizes = FigureLayout.sizes
    private static let widthOption = Option(
        "width",
        taking: "PIXELS",
        as: .positiveNumber(within: sizes, example: "1600"),
        "the width of a picture; 1200 if not given"
    )
    private static let heightOption = Option(
        "height",
        taking: "PIXELS",
        as: .positiveNumber(within: sizes, example: "900"),
        "the height of a picture; if not given, what its panels need"
    )

    static let declaration = CommandDeclaration(
        name: "plot",
        summary: "draw a session: signals, gaps, marks and foot contacts, or spectra",
        discussion: """
            Draws every sensor of a session over time, with its unit, in a panel of its own. Shaded times have missing \
            samples; lines show marks and the steps of a task; ticks show where a sensor at the low back measured that \
            a foot touched the ground. Without --output, the command draws in the terminal.

            With --spectrum, it draws the power of each signal by frequency instead, by Welch's method.

            A session that is being written is refused. Text below the plot lists what is not drawn, and why.
            """,
        operands: [OperandDeclaration(name: "SESSION", summary: "the session folder")],
        options: [
            outputOption.declaration, fileOption.declaration, sensorOption.declaration,
            fromOption.declaration, toOption.declaration, spectrumFlag.declaration,
            widthOption.declaration, heightOption.declaration, MadeFile.forceFlag.declaration,
        ],
        examples: [
            "footfall plot Sessions/2026-11-21T101500Z_walk_1f6a03bc",
            "footfall plot Sessions/2026-11-21T101500Z_walk_1f6a03bc -o walk.html",
            "footfall plot Sessions/2026-11-21T101500Z_walk_1f6a03bc --sensor gyro",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        session = arguments.operands[0]
        options = PlotOptions()
        options.files = try arguments.values(of: Self.fileOption)
        options.sensors = try arguments.values(of: Self.sensorOption)
        options.from = try arguments.value(of: Self.fromOption)
        options.to = try arguments.value(of: Self.toOption)
        options.isSpectrum = arguments.contains(Self.spectrumFlag)
        width = try arguments.value(of: Self.widthOption)
        height = try arguments.value(of: Self.heightOption)
        replaces = arguments.contains(MadeFile.forceFlag)
        if let from = options.from, let to = options.to, from >= to {
            throw UsageError(
                place: "--to",
                problem: "it is not later than --from",
                remedy: "give a later time"
            )
        }
        let path = try arguments.value(of: Self.outputOption)
        output = try path.map { path throws(UsageError) in
            guard let format = PlotFormat(path: path) else {
                throw UsageError(
                    place: "--output",
                    problem: "the ending of its name does not show the format",
                    remedy: "name a file that ends with .png, .svg or .html"
                )
            }
            return Output(path: path, format: format)
        }
        let isPicture = output.map { $0.format != .html } ?? false
        guard width == nil && height == nil || isPicture else {
            throw UsageError(
                place: width == nil ? "--height" : "--width",
                problem: "only a picture has a size",
                remedy: "leave it out, or name a .png or .svg file with --output"
            )
        }
        // Without a height, or with one too small for the panels, `Picture` checks the picture once it is laid out.
        let pixels = (width ?? FigureLayout.usualWidth) * (height ?? 0)
        guard pixels <= FigureLayout.mostPixels else {
            throw UsageError(
                place: "--height",
                problem: "a picture of this width and height has more pixels than can be drawn",
                remedy:
                    "give a smaller --width or --height: a picture has at most 100 million pixels"
            )
        }
        guard output != nil || !replaces else {
            throw UsageError(
                place: "--force",
                problem: "no file is made",
                remedy: "leave it out, or name a file with --output"
            )
        }
    }
}

/// The format of an output file.
enum PlotFormat: String, Sendable, CaseIterable {
    case png, svg, html

    /// The format for the extension of a path.
    init?(path: String) {
        guard let ending = path.split(separator: ".").last?.lowercased(), path.contains("."),
            let format = Self(rawValue: ending)
        else { return nil }
        self = format
    }
}
