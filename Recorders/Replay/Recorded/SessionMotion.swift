// A recorded session takes the place of the sensors of a task: its recorders get what was recorded
// under their names, in the time of the new run.

public import MotionRecorder
public import SessionFolder
public import Timebase

/// The motion of a session, for the recorders of a task.
///
/// The file that was recorded under a recorder's name and in its sections begins when the recorder
/// starts. Any other file runs along with the task, from the task's start: whichever has the recorder's
/// name, else its placement, else the only one there is.
public struct SessionMotion: Sendable {
    public let session: Session

    /// Opens a session; throws where it is none, or is damaged.
    public init(opening path: String) throws {
        session = try Session(opening: path)
        let check = try SessionCheck(of: path)
        guard check.verdict != .damaged else {
            let finding = check.findings.first { $0.severity == .damage }
            throw SessionError(
                finding.map(\.description) ?? "it is damaged",
                where: path,
                remedy: "see what footfall check says, and keep what is whole by footfall repair"
            )
        }
    }

    /// The clocks at the session's start.
    public var start: ClockReading? { session.manifest.clocks.first }

    /// A source for a recorder.
    ///
    /// - Parameters:
    ///   - request: What the recorder asks for.
    ///   - identifier: The recorder's.
    ///   - sections: The sections it runs in, the outermost first.
    ///   - timekeeper: The time of the new run.
    ///   - runStart: When the new run began.
    /// - Returns: The source, not opened.
    /// - Throws: `SessionError` where the session has nothing for this recorder.
    public func source(
        for request: MotionRequest,
        identifier: String,
        sections: [String],
        timekeeper: any Timekeeper,
        runStart: BootInstant
    ) throws -> TransposedSource {
        let (file, isOfRecorder) = try file(identifier, sections, request.placement)
        let wanted = Set(request.wantedTypes)
        let present = try RecordedSessionSource.types(of: file, in: session)
        let ready = wanted.filter { $0.isDerived && present.contains($0) }
        let needed = Set(wanted.subtracting(ready).flatMap(\.sources))
        guard needed.isSubset(of: present) else {
            let missing = needed.subtracting(present).map(\.rawValue).sorted()
            throw SessionError(
                "\(file.path) has no \(missing.joined(separator: ", ")), and the recorder "
                    + "'\(identifier)' wants it",
                where: session.path,
                remedy: "replay a session that has, or ask for other types in the task"
            )
        }
        let origin = start?.boottime ?? file.startUptime
        return TransposedSource(
            file,
            of: session,
            types: needed.union(ready),
            timekeeper: timekeeper,
            aligning: isOfRecorder ? .fileWithOpening : .instants(origin, with: runStart)
        )
    }

    /// The file that a recorder gets, and whether it was recorded by its like.
    private func file(
        _ identifier: String,
        _ sections: [String],
        _ placement: String?
    ) throws -> (file: SessionManifest.File, isOfRecorder: Bool) {
        let files = session.sampleFiles
        let own = files.last { $0.identifier == identifier && $0.sections == sections }
        if let own { return (own, true) }
        let likeliest =
            files.last { $0.identifier == identifier }
            ?? placement.flatMap { place in files.last { $0.placement == place } }
            ?? (files.count == 1 ? files.first : nil)
        if let likeliest { return (likeliest, false) }
        let names = files.map { $0.placement.map { "\"\($0)\"" } ?? $0.identifier }
        throw SessionError(
            "nothing in it belongs to the recorder '\(identifier)'",
            where: session.path,
            remedy: "give the recorder one of the placements or names "
                + names.joined(separator: ", ")
        )
    }
}
