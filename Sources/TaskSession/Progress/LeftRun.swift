// Finds the runs that can be resumed: those that were saved, or whose process crashed. Their session folders hold their
// progress. The callers search on a thread other than the main one: there may be many folders, and a slow disk.

internal import FoundationEssentials
internal import Research
package import SessionFolder
internal import SystemCalls
internal import TaskEngine
package import Timebase
internal import TrackedStore

/// An unfinished run, with its saved progress.
struct LeftRun: Sendable {
    /// Its session folder.
    var session: String
    var progress: SavedProgress
    /// All saved documents of the run.
    var kept: KeptDocuments

    /// The runs that can be resumed, and the reasons why others cannot.
    struct Found: Sendable {
        var runs: [LeftRun] = []
        var reasons: [String] = []
    }

    /// A participant's runs of a task whose sessions are collected in a folder, the one that was saved last first.
    static func find(
        ofTask identifier: String,
        of participant: Participant?,
        in directory: String,
        _ factory: RSDFactory
    ) -> Found {
        find(ofTask: identifier, among: sessions(in: directory), factory) {
            Participant.areSame($0.participant, participant)
        }
    }

    /// The run of a task in one session folder, of any participant.
    static func find(ofTask identifier: String, at session: String, _ factory: RSDFactory) -> Found
    {
        find(ofTask: identifier, among: [session], factory)
    }

    /// The session folders with progress in them, or next to them, where earlier versions saved it.
    static func sessions(in directory: String) -> [String] {
        let names = (try? FileSystem.list(directory)) ?? []
        return names.map { "\(directory)/\($0)" }.filter {
            FileSystem.kind(of: $0) == .directory
                && (FileSystem.kind(of: "\($0)/\(ProgressFile.name)") == .file
                    || EarlierProgress.lies(beside: $0))
        }
    }

    private static func find(
        ofTask identifier: String,
        among paths: [String],
        _ factory: RSDFactory,
        where isMeant: (SessionManifest) -> Bool = { _ in true }
    ) -> Found {
        var found = Found()
        var unknown: [String] = []
        for path in paths {
            switch look(at: path, ofTask: identifier, factory, where: isMeant, into: &found) {
            case .owned: found.reasons.append(goesOn(path))
            case .unknown: unknown.append(path)
            case .nobody, nil: break
            }
        }
        for (path, isLive) in zip(unknown, Session.areLive(at: unknown)) {
            if isLive {
                found.reasons.append(goesOn(path))
            } else {
                look(
                    at: path,
                    ofTask: identifier,
                    factory,
                    where: isMeant,
                    isDead: true,
                    into: &found
                )
            }
        }
        found.runs.sort { $0.progress.run.date > $1.progress.run.date }
        return found
    }

    /// Adds the runs of a session folder that can be resumed to `found`, if no process is recording into the folder.
    ///
    /// The folder is closed again, because there may be more folders than a process may hold open.
    ///
    /// - Returns: Who owns the session; `nil` if it belongs to another task, is not meant, or cannot be read.
    @discardableResult
    private static func look(
        at path: String,
        ofTask identifier: String,
        _ factory: RSDFactory,
        where isMeant: (SessionManifest) -> Bool,
        isDead: Bool = false,
        into found: inout Found
    ) -> SessionOwnership? {
        do {
            let folder = try OpenFolder.open(path, ofOneOwner: true)
            let session = try Session(in: folder)
            guard session.manifest.identifier == identifier, isMeant(session.manifest) else {
                return nil
            }
            let ownership = isDead ? .nobody : session.ownership
            if case .nobody = ownership {
                try takeUp(session, in: folder, ofTask: identifier, at: path, factory, into: &found)
            }
            return ownership
        } catch {
            found.reasons.append(reason(path, error))
            return nil
        }
    }

    private static func goesOn(_ path: String) -> String {
        "the run in \(path) still goes on in another process, or on another machine; let it end"
    }

    private static func reason(_ path: String, _ error: any Error) -> String {
        "\(path): its run cannot be taken up: \(error)"
    }

    private static func takeUp(
        _ session: Session,
        in folder: OpenFolder,
        ofTask identifier: String,
        at path: String,
        _ factory: RSDFactory,
        into found: inout Found
    ) throws {
        if let next = session.continuation {
            found.reasons.append("\(path): its run went on in \(next)")
            return
        }
        var saved = try ProgressFile(foundIn: folder)
        if saved == nil {
            saved = try EarlierProgress.takeIn(to: folder, ofTask: identifier, factory) {
                found.reasons.append("\(path): \($0)")
            }
        }
        guard let file = saved else { return }
        let keeper = ProgressKeeper(in: file, factory: factory)
        let runs = try keeper.runs(ofTask: identifier) {
            found.reasons.append("\(path): \($0)")
        }
        if session.hasWholeEnd {
            // The process was killed after it finished the session and before it removed the progress.
            for run in runs { try keeper.forget(run.taskRunUUID) }
            found.reasons.append("\(path): its run had come to its end")
            return
        }
        for run in runs {
            found.runs.append(
                LeftRun(session: path, progress: try keeper.progress(of: run), kept: file.documents)
            )
        }
    }
}

/// Finds the session folders of unfinished runs.
package enum LeftSessions {
    /// A session whose run has not come to its end.
    package struct Found: Sendable {
        package var path: String
        package var begun: WallInstant
        /// The participant of its run, who stays the same if the run is resumed.
        package var participant: Participant?
        /// True if another machine may still be recording into it.
        package var mayGoOnElsewhere: Bool
        /// Why its run cannot be resumed; `nil` if its saved progress can be read.
        package var obstacle: String?

        fileprivate init(
            _ path: String,
            _ session: Session,
            in folder: OpenFolder,
            mayGoOnElsewhere: Bool
        ) {
            self.path = path
            do {
                _ = try ProgressFile(foundIn: folder)
            } catch {
                obstacle = "\(error)"
            }
            begun = session.manifest.startDate.instant
            participant = session.manifest.participant
            self.mayGoOnElsewhere = mayGoOnElsewhere
        }

        /// True if the session has the same subject, visit and group as a new run; a part that neither has is the same.
        package func belongs(to other: Participant?) -> Bool {
            Participant.areSame(participant, other)
        }
    }

    /// Finds the unfinished sessions of a task in a folder of sessions, except those that are being recorded.
    package static func find(ofTask identifier: String, in directory: String) async -> [Found] {
        let found = try? await StoreThread().perform {
            LeftRun.sessions(in: directory).compactMap { path -> Found? in
                guard let folder = try? OpenFolder.open(path, ofOneOwner: true),
                    let session = try? Session(in: folder),
                    session.manifest.identifier == identifier,
                    session.manifest.status != .finished, session.continuation == nil
                else { return nil }
                // Do not wait for a sign of life of another machine: a new run is about to begin.
                return switch session.ownership {
                case .owned: nil
                case .nobody: Found(path, session, in: folder, mayGoOnElsewhere: false)
                case .unknown: Found(path, session, in: folder, mayGoOnElsewhere: true)
                }
            }
        }
        return found ?? []
    }
}

extension Participant {
    /// True if two runs have the same subject, visit and group; a part that neither has is the same.
    fileprivate static func areSame(_ one: Participant?, _ other: Participant?) -> Bool {
        Part.allCases.allSatisfy { one?[$0] == other?[$0] }
    }
}

extension Session {
    /// True if the session's run has ended and its result is completely written.
    package var hasWholeEnd: Bool {
        manifest.status == .finished && manifest.taskResult != nil && hasOwnResult
    }
}
