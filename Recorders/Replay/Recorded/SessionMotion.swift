// A recorded session takes the place of a task's devices, of its motion sensors and of what people put
// in by keys and touches: the task's recorders get what was recorded under their names, in the time of
// the new run.

public import MotionRecorder
public import SessionFolder
public import Timebase

/// The motion of a session, and what people put in, for the recorders of a task.
///
/// The file that was recorded under a recorder's name and in its sections begins when the recorder
/// starts; those whose recorders were started together keep their distances. Any other file runs along with the task, from the task's start: whichever has the recorder's
/// name, else its placement, else the only one there is of what it records.
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

    /// A source for a recorder of motion.
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
    ) throws -> TransposedSource<MotionForm> {
        let files = session.sampleFiles.filter { RecordedKind(of: $0) == .motion }
        let chosen = try choose(identifier, sections, files, MotionForm.subject) { files in
            let placed = request.placement.flatMap { place in
                files.last { $0.placement == place }
            }
            return placed ?? (files.count == 1 ? files.first : nil)
        }
        let channels = try channels(for: request, in: chosen.file, identifier)
        return transposed(chosen, MotionForm(), channels, timekeeper, runStart)
    }

    /// What of a file a recorder needs; throws where something is not in it.
    private func channels(
        for request: MotionRequest,
        in file: SessionManifest.File,
        _ identifier: String
    ) throws -> Set<Int> {
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
        return Set(needed.union(ready).map(\.channel))
    }
}

// MARK: - Any kind of recorder

extension SessionMotion {
    /// The file that a recorder gets.
    struct Choice {
        var file: SessionManifest.File
        /// Whether it was recorded by the recorder's like: then it begins with the recorder.
        var isOfRecorder: Bool
    }

    /// The file that a recorder gets, of those that are of its kind.
    func choose(
        _ identifier: String,
        _ sections: [String],
        _ files: [SessionManifest.File],
        _ subject: String,
        likeliest: ([SessionManifest.File]) throws -> SessionManifest.File?
    ) throws -> Choice {
        let own = files.last { $0.identifier == identifier && $0.sections == sections }
        if let own { return Choice(file: own, isOfRecorder: true) }
        let other = try files.last { $0.identifier == identifier } ?? likeliest(files)
        if let other { return Choice(file: other, isOfRecorder: false) }
        guard !files.isEmpty else {
            throw SessionError(
                "it has no \(subject) for the recorder '\(identifier)'",
                where: session.path,
                remedy: "replay a session that has, or take the recorder out of the task"
            )
        }
        let names = files.map { $0.placement.map { "\"\($0)\"" } ?? $0.identifier }
        throw SessionError(
            "nothing in it belongs to the recorder '\(identifier)'",
            where: session.path,
            remedy: "give the recorder one of the placements or names "
                + names.joined(separator: ", ")
        )
    }

    func transposed<Form: RecordedForm>(
        _ chosen: Choice,
        _ form: Form,
        _ channels: Set<Int>,
        _ timekeeper: any Timekeeper,
        _ runStart: BootInstant
    ) -> TransposedSource<Form> {
        let origin = start?.boottime ?? chosen.file.startUptime
        return TransposedSource(
            chosen.file,
            of: session,
            form: form,
            channels: channels,
            timekeeper: timekeeper,
            aligning: chosen.isOfRecorder
                ? .instantWithOpening(commonStart(with: chosen.file))
                : .instants(origin, with: runStart)
        )
    }

    /// When the first recorder started of those that were started together with a file's.
    ///
    /// They become ready one after the other. Were each moved by its own start, what happened at one
    /// instant would be at several.
    private func commonStart(with file: SessionManifest.File) -> BootInstant {
        session.sampleFiles.filter { $0.sections == file.sections }.map(\.startUptime)
            .filter { start in
                start <= file.startUptime
                    && start.duration(to: file.startUptime) < Self.longestStarting
            }
            .min() ?? file.startUptime
    }

    /// How much later one of several recorders that are started together is ready than the first.
    private static let longestStarting = Duration.seconds(3)
}
