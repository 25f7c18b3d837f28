// Derives the settings of a stream's file and capture from its set-up.

internal import SampleFile
internal import SampleStream
internal import Timebase

extension StreamSetup {
    /// The flush policy, made shorter by the writer's naps, so that no record waits in memory longer than promised.
    var flushPolicy: FlushPolicy {
        var policy = environment.flushPolicy
        policy.flushInterval = max(.zero, policy.flushInterval - .writerNap * 2)
        return policy
    }

    /// How long a note waits for the next sample: no longer than a record waits.
    var notePatience: NotePatience {
        NotePatience(
            timekeeper: environment.timekeeper,
            duration: flushPolicy.flushInterval
        )
    }

    /// The same set-up with its final place.
    func settled() throws -> StreamSetup {
        var setup = self
        setup.place = try place.settled()
        return setup
    }

    /// Creates an empty but complete file.
    func createFile(
        at place: FilePlace,
        _ schema: RecordSchema,
        _ dates: RecordDates
    ) throws(SampleFileError) -> SampleFileWriter {
        try place.create(schema: schema, layout: layout(dates), policy: flushPolicy)
    }

    /// The layout of the file.
    func layout(_ dates: RecordDates) -> SampleFileLayout {
        if usesCSV { return .csv(header: true) }
        guard usesRootDictionary else { return .jsonArray }
        return .jsonDictionary(startDate: dates.text(of: dates.start.realtime))
    }

    /// What the capture thread asks of the system.
    func captureOptions(for identifier: String) -> CaptureOptions {
        var options = environment.capture
        options.threadName = "read \(identifier)"
        return options
    }
}

extension Duration {
    /// How long the writer sleeps if samples come without an event; a live view lags by as much.
    static let writerNap = Duration.milliseconds(20)
    /// How long the writer may leave its file unchecked.
    ///
    /// Even with the longest nap and a busy machine, the writer then detects the file's removal within a second.
    static let longestBlindness = Duration.milliseconds(500)
    /// The longest sleep of the writer if samples come with an event.
    ///
    /// It is longer than the time between two batches of this machine's sources, so that only events wake the
    /// writer, and no longer than a record may wait.
    static let longestWriterNap = Duration.milliseconds(250)
}
