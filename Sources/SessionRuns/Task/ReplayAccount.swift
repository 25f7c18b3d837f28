// Notes which parts of a session a task run does not replay. In the replay, a recorder begins and ends with its steps,
// while the recording ended when a user ended it. The files of the new session look complete; without these notes, a
// reader could not distinguish a pause of the participant from the end of the recording.

internal import FoundationEssentials
internal import PlainWords
package import RecorderKinds
package import Recording
internal import Research
internal import SampleFile
internal import SampleStream
package import SessionFolder
internal import TaskEngine
public import TaskSession
internal import Timebase

/// Compares what the recorders of a task have replayed with the session that they replay.
@MainActor
public final class ReplayAccount {
    private let recorded: Session
    private var recorders: [RSDSampleRecorder] = []

    /// The replayed session as the origin of the new one, with its notes.
    let origin: (session: SessionManifest.Origin, notes: [String])

    /// Reads the session, before the run begins.
    init(of recorded: Session) async throws {
        self.recorded = recorded
        origin = (
            try await StoreThread().perform { recorded.asOrigin() }, recorded.manifest.notes
        )
    }

    /// Wraps a maker of recorders, and remembers each recorder that it makes.
    public func following(_ makeRecorder: @escaping TaskSession.RecorderMaker)
        -> TaskSession.RecorderMaker
    {
        { [weak self] configuration, path, environment in
            let made = makeRecorder(configuration, path, environment)
            if let recorder = made as? RSDSampleRecorder { self?.recorders.append(recorder) }
            return made
        }
    }

    /// What was not replayed, a line each; complete once the task is over.
    public var notes: [String] {
        let parts = recorders.compactMap { ReplayedPart(of: $0, from: recorded) }
        return recorded.sampleFiles.flatMap { file in
            Self.notes(on: file, parts.filter { $0.source == file.path }, of: recorded)
        } + marksNobodyMakes
    }

    /// Returns which parts of a recorded file were not replayed, and which recorders ran before or after it.
    package static func notes(
        on file: SessionManifest.File,
        _ parts: [ReplayedPart],
        of session: Session
    ) -> [String] {
        guard !parts.isEmpty else {
            return ["\(file.path): no recorder of the task has taken it; it was not replayed"]
        }
        guard let length = session.length(of: file) else { return [] }
        var covered = Duration.zero
        var reached = Duration.zero
        for part in parts.sorted(by: { $0.begin < $1.begin }) {
            let begin = max(part.begin, reached)
            let end = min(part.end, length)
            if end > begin { covered += end - begin }
            reached = max(reached, end)
        }
        var notes: [String] = []
        let rest = length - covered
        let left = left(of: file, parts)
        if rest >= shortest {
            let what = left.isEmpty ? "" : " (\(left))"
            notes.append(
                "\(file.path): \(seconds(rest)) of its \(seconds(length)) were not replayed\(what): no "
                    + "recorder of the task ran then"
            )
        } else if !left.isEmpty {
            notes.append(
                "\(file.path): \(left) were not replayed: no recorder of the task ran at their times"
            )
        }
        for part in parts {
            if part.begin <= .zero - shortest {
                notes.append(
                    "\(part.path): its recorder ran for \(seconds(.zero - part.begin)) before the "
                        + "recording \(file.path) began"
                )
            }
            if part.end - length >= shortest {
                notes.append(
                    "\(part.path): its recorder ran on for \(seconds(part.end - length)) after the "
                        + "recording \(file.path) had ended"
                )
            }
        }
        return notes
    }

    /// Returns how many samples of each replayed sensor no recorder has replayed; empty if there are none.
    private static func left(of file: SessionManifest.File, _ parts: [ReplayedPart]) -> String {
        file.sensors.compactMap { sensor -> String? in
            let taken = parts.compactMap { $0.samples[sensor.sensorType] }
            let left = sensor.samples - taken.reduce(0, +)
            guard !taken.isEmpty, left > 0 else { return nil }
            return "\(Quantity.grouped(left)) of \(sensor.sensorType)"
        }.joined(separator: ", ")
    }

    /// Notes about the marks that the task wants from its sources and that no recorded file has: a replay makes no new
    /// marks.
    private var marksNobodyMakes: [String] {
        var marks: [SourceMark] = []
        for recorder in recorders {
            guard let its = recorder.configuration as? any MarkMaking else { continue }
            for mark in its.sourceMarks where !marks.contains(mark) { marks.append(mark) }
        }
        return Self.notes(on: marks, of: recorded)
    }

    /// Returns a note about each mark that no file has; none if a file is unreadable, since it may have the mark.
    package static func notes(on marks: [SourceMark], of session: Session) -> [String] {
        guard !marks.isEmpty else { return [] }
        var there: Set<String> = []
        for file in session.sampleFiles {
            guard let found = session.marks(in: file) else { return [] }
            there.formUnion(found)
        }
        return marks.filter { !there.contains($0.name) }.map {
            "the mark '\($0.name)' of \($0.origin) is in no file: marks that were recorded are "
                + "replayed, and this session has none of that name"
        }
    }

    /// Differences shorter than this are ignored: recorders take up to this long to start and to stop.
    private static let shortest = Duration.milliseconds(100)

    private static func seconds(_ duration: Duration) -> String {
        "\(Quantity.oneDecimal(duration.inSeconds)) s"
    }
}

/// The part of a recorded file that one recorder has replayed.
package struct ReplayedPart {
    /// The file of the new session.
    package var path: String
    /// The recorded file.
    package var source: String
    /// Its beginning and end, from the beginning of the recorded file.
    package var begin: Duration
    package var end: Duration
    /// How many samples the part has, by the type of sensor.
    package var samples: [String: Int]
}

extension ReplayedPart {
    /// The part that a recorder has replayed; `nil` if it recorded nothing.
    @MainActor
    package init?(of recorder: RSDSampleRecorder, from session: Session) {
        guard let file = recorder.files.first,
            let recorded = session.sampleFiles.first(where: { $0.path == file.source.name })
        else { return nil }
        path = file.place.relativePath
        source = recorded.path
        samples = Dictionary(file.channels.map { ($0.name, $0.account.samples) }) { $0 + $1 }
        // The recorder's own file is replayed from its beginning; any other file runs along with the task's clock.
        let isOwn =
            recorded.identifier == recorder.configuration.identifier
            && recorded.sections == recorder.path.sectionIdentifiers
        begin = isOwn ? .zero : recorded.startUptime.duration(to: file.start)
        end = begin + max(file.start.duration(to: file.end), recorder.recordedTime)
    }
}

extension Session {
    /// Returns how long a file was recorded; `nil` if its end is unknown.
    fileprivate func length(of file: SessionManifest.File) -> Duration? {
        guard let end = file.endDate?.instant.nanosecondsSince1970 else { return nil }
        let start = file.startDate.instant.nanosecondsSince1970
        let (length, isTooLong) = end.subtractingReportingOverflow(start)
        return isTooLong ? nil : .nanoseconds(length)
    }

    /// Returns the names of the marks in a file; `nil` if it cannot be read to its end.
    fileprivate func marks(in file: SessionManifest.File) -> Set<String>? {
        // The columns of a file without a header are not known here, so its rows cannot be read.
        guard file.layout != .csvWithoutHeader else { return nil }
        let schema = RecordSchema(RecordSchema.commonColumns)
        guard let column = schema.index(of: "marker"),
            var reader = try? reader(of: file, schema: schema)
        else { return nil }
        var marks: Set<String> = []
        do {
            while let batch = try reader.nextBatch() {
                for row in 0..<batch.count {
                    if let name = batch.text(row, column) { marks.insert(name.description) }
                }
            }
        } catch {
            return nil
        }
        return marks
    }
}
