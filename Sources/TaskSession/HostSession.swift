// A session folder for a host that has its own task runner. The recorders' files in it are complete, timed and listed
// in a manifest, as in a `TaskSession`, so that `footfall check` can check them.

internal import FoundationEssentials
public import Recording
public import Research
public import SampleFile
public import SessionFolder
public import Timebase

/// Collects the recordings of a host's recorders in a session folder.
///
/// The host makes its recorders with `environment(for:)`, starts and stops them as it likes, and closes the session.
@MainActor
public final class HostSession {
    /// Makes marks in the files of all recorders of the session.
    public let marks = SharedMarks()
    private let pedometers = SharedPedometers()
    private let session: OpenSession
    private let timekeeper: any Timekeeper
    private let aids: SessionAids
    private let run = UUID.random()
    private let start: ClockReading

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - identifier: A name for what is recorded, such as `visit`; the folder and the result are named after it.
    ///   - participant: The participant.
    ///   - study: The study that the session belongs to, as read from its `StudyFile`.
    ///   - directory: The folder in which sessions are collected.
    ///   - recorders: The planned recorders. The manifest lists them, so that a crashed session shows what was planned.
    ///   - networkMarks: Who may make marks in the session over the network; `nil` for nobody.
    ///   - timekeeper: The clock of the recorders.
    ///   - software: The software that the manifest names as its writer.
    /// - Throws: `SessionError` if the folder cannot be made.
    public init(
        _ identifier: String,
        of participant: Participant? = nil,
        study: SessionManifest.Study? = nil,
        in directory: String,
        recorders: [any RSDAsyncActionConfiguration] = [],
        networkMarks: NetworkMarks? = nil,
        timekeeper: any Timekeeper = LiveTimekeeper(),
        software: SessionManifest.Software = .init(name: "footfall", version: "0")
    ) async throws(SessionError) {
        self.timekeeper = timekeeper
        start = timekeeper.reading()
        var manifest = SessionManifest(
            identifier: identifier,
            taskRunUUID: run,
            start: start,
            timeZone: .local(at: start.realtime),
            software: software,
            host: .current
        )
        manifest.participant = participant
        manifest.study = study
        manifest.recorders = recorders.map { SessionManifest.Recorder($0) }
        session = try await OpenSession.begin(in: directory, describedBy: manifest, by: timekeeper)
        aids = SessionAids(
            of: session,
            into: marks,
            by: timekeeper,
            from: start.boottime,
            networkMarks: networkMarks
        )
    }

    /// When the files of recorders made from now on are flushed to disk, and whether they are compressed.
    public var flushPolicy = FlushPolicy()

    /// The session folder.
    public var path: String { session.path }

    /// The environment for a recorder that records into this session.
    ///
    /// - Parameters:
    ///   - configuration: The recorder's configuration.
    ///   - placement: Where on the body its sensors are, if that is known.
    /// - Returns: The recorder's clock, files and marks.
    public func environment(
        for configuration: any RSDAsyncActionConfiguration,
        at placement: String? = nil
    ) -> RecorderEnvironment {
        var environment = RecorderEnvironment(
            files: SessionFiles.files(of: configuration, in: session, at: placement),
            timekeeper: timekeeper,
            zone: session.manifest.timeZone,
            marks: marks
        )
        environment.flushPolicy = flushPolicy
        environment.pedometers = pedometers
        return environment
    }

    /// Records a note for the readers of the data.
    public func note(_ line: String) { session.note(line) }

    /// Closes the session with the results of its recorders; stop the recorders first.
    ///
    /// - Parameters:
    ///   - recorders: The recorders, in the order that their results should have.
    ///   - error: Why the host's run failed, if it did. Without it, the first error of a recorder is recorded.
    /// - Returns: The path of the session folder.
    /// - Throws: If the session cannot be written.
    @discardableResult
    public func close(
        with recorders: [any RSDAsyncActionController],
        after error: (any Error)? = nil
    ) async throws -> String {
        await aids.end()
        let reading = timekeeper.reading()
        let end = Date(reading.realtime)
        var result = RSDTaskResultObject(
            identifier: session.manifest.identifier,
            taskRunUUID: run,
            startDate: Date(start.realtime),
            endDate: end
        )
        for recorder in recorders {
            result.attachResults(of: recorder, at: end)
            for line in recorder.notes { session.note(line) }
        }
        for untaken in marks.keepNoLonger() { session.note("\(untaken)") }
        let failure = error ?? recorders.lazy.compactMap(\.error).first
        if let failure { session.record([.error("\(failure)")]) }
        try await session.finish(
            failure == nil ? .finished : .failed,
            at: reading,
            taskResult: result
        )
        return await session.presentPath() ?? session.path
    }
}
