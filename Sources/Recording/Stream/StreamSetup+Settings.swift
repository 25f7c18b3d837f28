// What a stream's set-up means for its file and for its capture.

internal import SampleFile
internal import SampleStream
internal import Timebase

extension StreamSetup {
    /// Flushes so much early that, naps and the write itself included, no record waits in memory
    /// longer than was promised.
    var flushPolicy: FlushPolicy {
        var policy = environment.flushPolicy
        policy.flushInterval = max(.zero, policy.flushInterval - .writerNap * 2)
        return policy
    }

    /// How long what is said waits for the next sample: no longer than a record waits.
    var notePatience: NotePatience {
        NotePatience(
            timekeeper: environment.timekeeper,
            duration: flushPolicy.flushInterval
        )
    }

    /// The same with the place that the file comes to.
    func settled() throws -> StreamSetup {
        var setup = self
        setup.place = try place.settled()
        return setup
    }

    /// Makes a file, whole and empty.
    func createFile(
        at place: FilePlace,
        _ schema: RecordSchema,
        _ dates: RecordDates
    ) throws(SampleFileError) -> SampleFileWriter {
        try place.create(schema: schema, layout: layout(dates), policy: flushPolicy)
    }

    /// How the file is laid out.
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
    /// How long the writer sleeps where samples come without a bell, and so what a live view may lag
    /// behind.
    static let writerNap = Duration.milliseconds(20)
    /// How long it leaves its file without a look, and so what somebody can take away unnoticed: a
    /// second at most, the longest nap and a busy machine included.
    static let longestBlindness = Duration.milliseconds(500)
    /// How long it sleeps at most where samples come with a bell: longer than sources of this machine leave between two
    /// batches, so that only the bell wakes it, and no longer than a record may wait.
    static let longestWriterNap = Duration.milliseconds(250)
}
