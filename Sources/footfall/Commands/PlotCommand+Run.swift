// Carries out `footfall plot`: reads a session once, and draws it on the terminal or into a file.

internal import PlainWords
internal import Plotting
internal import SessionFolder
internal import SessionPlot
internal import StandardRecorders
internal import SystemCalls

extension PlotCommand: Command {
    private static let stopped = "the plot was stopped; no file was written"

    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        do {
            return try draw(in: surroundings)
        } catch let refusal as PlotError {
            for error in refusal.errors { surroundings.console.complain("\(error)") }
            return .failed
        }
    }

    private func draw(in surroundings: Surroundings) throws -> ExitStatus {
        let console = surroundings.console
        let stops = surroundings.stopRequests
        guard let output else {
            return try stops.withNothingToKeep("the plot was stopped") {
                let figure = try figure(resolution: Self.terminalResolution)
                let drawn = TerminalFigure(
                    figure,
                    columns: console.size.columns,
                    isPlain: !Self.showsBraille(Environment.variable)
                )
                for line in drawn.lines { console.print(line) }
                return .good
            }
        }
        let place = try MadeFile(output.path, replaces: replaces)
        try stops.withNothingToKeep(Self.stopped, cleaning: { place.discard() }) {
            try place.write(try bytes(as: output.format))
        }
        // From here on a signal no longer ends the program, so the file gets its final name.
        try place.publish()
        console.print(output.path.printable)
        return .good
    }

    private static let terminalResolution = 2048
    /// At least 8192, and at least two points for each column of the picture.
    private var pictureResolution: Int {
        var resolution = 8192
        while Double(resolution) < 2 * (width ?? 0) { resolution *= 2 }
        return resolution
    }

    private func figure(resolution: Int) throws(PlotError) -> Figure {
        var options = options
        options.resolution = resolution
        return try SessionPlot(of: session, kinds: StandardKinds.all, options).figure()
    }

    private func bytes(as format: PlotFormat) throws(PlotError) -> [UInt8] {
        switch format {
        case .html:
            return try PlotPage(ofSession: session, kinds: StandardKinds.all, options).bytes
        case .png, .svg:
            let figure = try figure(resolution: pictureResolution)
            let layout = FigureLayout(
                figure,
                width: width ?? FigureLayout.usualWidth,
                height: height
            )
            do throws(PictureError) {
                return try Picture.bytes(of: layout, isPNG: format == .png)
            } catch {
                let refusal = SessionError(
                    "cannot draw it: \(error)",
                    where: session,
                    remedy: "give a smaller --width or --height, or fewer sensors with --sensor"
                )
                throw PlotError([refusal])
            }
        }
    }

    /// Whether a terminal can show braille: it needs UTF-8 and a font with braille, which the Linux console lacks.
    static func showsBraille(_ variable: (String) -> String?) -> Bool {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? ""
        let speaks = locale.lowercased().filter { $0 != "-" }.contains("utf8")
        return speaks && !["linux", "dumb"].contains(variable("TERM") ?? "")
    }
}
