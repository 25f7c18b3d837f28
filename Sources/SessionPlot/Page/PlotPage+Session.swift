// Chooses how detailed a page's curves are: as much as a browser loads without delay, however many curves it shows.

package import RecorderKinds
internal import SessionFolder

extension PlotPage {
    /// The approximate number of intervals of all curves in a page: some four megabytes.
    private static let mostStretches = 240_000
    private static let finest = 32_768
    private static let coarsest = 1024
    /// Most sensors have three axes.
    private static let curvesOfASensor = 3

    /// The page of a session.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - kinds: The kinds of recorders that may have written its files.
    ///   - options: What to show; the resolution is chosen here.
    /// - Throws: `PlotError` if the session cannot be read or nothing of it can be drawn.
    package init(
        ofSession path: String,
        kinds: [any RecorderKind],
        _ options: PlotOptions = PlotOptions()
    ) throws(PlotError) {
        let session: Session
        do throws(SessionError) {
            session = try Session(opening: path)
        } catch {
            throw PlotError([error])
        }
        var options = options
        options.resolution = Self.resolution(
            sensors: Self.sensors(of: session.sampleFiles, shownBy: options)
        )
        options.mostStretches = Self.mostStretches
        self.init(of: try SessionPlot(of: path, kinds: kinds, options).figure())
    }

    /// How many sensors of these files a page shows.
    static func sensors(of files: [SessionManifest.File], shownBy options: PlotOptions) -> Int {
        files.filter { options.shows($0) }.reduce(0) { count, file in
            count + file.sensors.count { options.shows(sensor: $0.sensorType) }
        }
    }

    static func resolution(sensors: Int) -> Int {
        let share = mostStretches / max(1, min(sensors, 1000) * curvesOfASensor)
        var resolution = coarsest
        while resolution * 2 <= min(share, finest) { resolution *= 2 }
        return resolution
    }
}
