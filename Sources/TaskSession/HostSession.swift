// A session folder for a host with a task runner of its own: the recorders' files in it are whole, timed and
// accounted for, as in a session of ours, and `footfall check` judges them.

internal import FoundationEssentials
public import Recording
public import Research
public import SampleFile
public import SessionFolder
public import Timebase

/// Keeps what a host's recorders record in a session folder.
///
/// The host makes its recorders in `environment(for:)`, starts and stops them as it likes, and closes the session.
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
    ///   - identifier: What is recorded, as in `visit`: the folder and the result have it.
    ///   - participant: Whose session it is.
    ///   - study: The study that it is of, as its `StudyFile` tells it.
    ///   - directory: Where sessions are collected.
    ///   - recorders: The recorders that there will be: who finds the session after a crash knows what was meant.
    ///   - networkMarks: Who may make marks in its files over the network; nobody without it.
    ///   - timekeeper: The time that recorders live by.
    ///   - software: What the manifest names as its writer.
    /// - Throws: `SessionError` where the folder cannot be made.
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

    /// How records go to the files of recorders that are made from now on, and whether those are compressed.
    public var flushPolicy = FlushPolicy()

    /// The session folder.
    public var path: String { session.path }

    /// The surroundings of a recorder whose files go into the session.
    ///
    /// - Parameters:
    ///   - configuration: The recorder's.
    ///   - placement: Where on the body its sensors are, as far as that is known.
    /// - Returns: Its time, its files and its marks.
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

    /// Says what whoever reads the data should know.
    public func note(_ line: String) { session.note(line) }

    /// Closes the session, with the results of its recorders, which have been stopped.
    ///
    /// - Parameters:
    ///   - recorders: The recorders, in the order in which the result is to have theirs.
    ///   - error: Why the host's run failed, if it did; a recorder that failed says so itself.
    /// - Returns: Where the session is.
    /// - Throws: Where it cannot be written.
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
