// After a recording, the readings that followed each moment are known, too. So the attitude can be computed again more
// accurately. The result is written to a new session that names the original one, which is not changed.

internal import MotionRecorder
internal import PlainWords
internal import RecorderKinds
internal import SampleStream
internal import SessionFolder
public import SessionRuns
internal import SystemCalls
internal import TaskEngine
internal import Timebase

/// How an attitude is computed for a session.
public enum AttitudeMethod: String, Sendable, CaseIterable {
    /// By a filter that also uses later readings.
    case offline
}

/// Computes the attitude of a session.
public struct AttitudeProcessing: Sendable {
    public var session: String
    public var method: AttitudeMethod
    /// The folder in which the new session folder is created.
    public var output: String

    public init(session: String, method: AttitudeMethod, output: String) {
        self.session = session
        self.method = method
        self.output = output
    }

    /// The progress before the new session is written.
    public enum Progress: Sendable, Equatable {
        /// A share of a file has been read.
        case reading(file: String, share: Double)
        /// The attitudes of this many steps are being computed.
        case solving(file: String, steps: Int)
    }

    /// The results for the session.
    private struct Found: Sendable {
        var session: Session
        var computed: [RepeatedFile]
        var notes: [String]
        var origin: SessionManifest.Origin
        var knownReasons: Set<GapReason>
    }

    /// Computes the attitudes on a separate thread, which may take long, and prepares writing the session.
    ///
    /// - Parameter tell: Receives the progress, on that thread.
    /// - Returns: A plan by which the session is written completely or not at all.
    /// - Throws: If there is no session, it is damaged, or it lacks the readings for an attitude.
    @MainActor
    public func plan(
        telling tell: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> RecordingPlan {
        let found = try await StoreThread().perform { try compute(tell) }
        var plan = try RecordingPlan(
            repeating: found.computed,
            of: found.session,
            as: found.origin,
            speed: .maximum,
            into: output
        )
        plan.notes = found.notes
        plan.wholeness = Wholeness(
            source: session.printable,
            work: "the processing",
            again: "process it again",
            knownReasons: found.knownReasons
        )
        return plan
    }

    private func compute(_ tell: (Progress) -> Void) throws -> Found {
        let session = try Session(opening: session)
        try session.requireEnd(to: "process")
        var survey = AttitudeSurvey(of: session, called: self.session)
        try survey.look()
        try session.refuseDamage(in: survey.raw, called: self.session)
        let available = AvailableMemory.bytes
        try survey.requireMemory(of: available)
        var computed: [RepeatedFile] = []
        var notes = survey.notes
        var knownReasons: Set<GapReason> = [.source]
        var steps = 0
        for raw in survey.raw {
            let most = AttitudeSurvey.mostSteps(after: steps, of: available)
            let motion: OfflineMotion
            do {
                motion = try Self.motion(of: raw.file, in: session, stepsAtMost: most, tell)
            } catch is OfflineMotion.TooLong {
                throw survey.tooLong(most, available)
            }
            guard motion.hasAttitudes else {
                notes.append(
                    "\(raw.file.path): \(Self.nothing); only the session that was processed has it"
                )
                continue
            }
            steps += motion.steps
            knownReasons.formUnion(motion.lossReasons)
            computed.append(try Self.repeated(raw.file, of: session, by: motion))
        }
        guard !computed.isEmpty else {
            let file = survey.raw.first.map { session.path(of: $0.file) } ?? self.session
            throw RunFailure(
                "\(file.printable): \(Self.nothing); name a session that was recorded with both"
            )
        }
        var origin = session.asOrigin(replaying: computed.map(\.file.path))
        origin.replayed = nil
        origin.processed = SessionManifest.Processing(
            session: FileSystem.name(of: session.path),
            attitude: method.rawValue,
            files: computed.map(\.file)
        )
        return Found(
            session: session,
            computed: computed,
            notes: notes,
            origin: origin,
            knownReasons: knownReasons
        )
    }

    private static let nothing =
        "its accelerometer and its gyroscope have no time in common"

    private static func motion(
        of file: SessionManifest.File,
        in session: Session,
        stepsAtMost most: Int,
        _ tell: (Progress) -> Void
    ) throws -> OfflineMotion {
        let expected = file.records.map { max(1, $0) }
        return try OfflineMotion(of: file, in: session, stepsAtMost: most) { stage in
            switch stage {
            case .reading(let taken):
                let share = expected.map { min(1, Double(taken) / Double($0)) } ?? 0
                tell(.reading(file: file.path, share: share))
            case .solving(let steps): tell(.solving(file: file.path, steps: steps))
            }
        }
    }

    private static func repeated(
        _ file: SessionManifest.File,
        of session: Session,
        by motion: OfflineMotion
    ) throws -> RepeatedFile {
        let repeated = try RepeatedFile(
            file,
            of: session,
            givenTo: MotionRecorderKind(of: motion),
            only: motion.types.map(\.rawValue)
        )
        guard let repeated else {
            throw RunFailure(
                "\(session.path(of: file).printable): nothing can be computed from its sensors; name a session "
                    + "that was recorded with an accelerometer and a gyro"
            )
        }
        return repeated
    }
}

extension SessionManifest.Processing {
    /// Describes what was computed from files.
    fileprivate init(session: String, attitude: String, files: [SessionManifest.File]) {
        self.init(
            session: session,
            attitude: attitude,
            method: OfflineMotion.method,
            version: OfflineMotion.version,
            parameters: OfflineMotion.parameters,
            papers: OfflineMotion.papers,
            files: files.map { Input(path: $0.path, checksum: $0.checksum) }
        )
    }
}
