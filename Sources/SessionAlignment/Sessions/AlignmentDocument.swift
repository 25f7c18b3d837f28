// The complete alignment as JSON for programs; the keys of numbers state the units.

internal import FoundationEssentials
public import Research
internal import SessionFolder
internal import Timebase

/// The JSON of an alignment.
public struct AlignmentDocument {
    public let json: JSONValue

    /// Makes the document.
    ///
    /// - Parameters:
    ///   - alignment: The alignment.
    ///   - software: The program's name and version.
    public init(of alignment: AlignmentReport, by software: (name: String, version: String)) {
        json = .object([
            "format": .string("footfall-alignment"),
            "version": .integer(1),
            "software": .object([
                "name": .string(software.name), "version": .string(software.version),
            ]),
            "sessions": .array(
                alignment.sessions.indices.map { Self.session($0, of: alignment) }
            ),
            "measurementsUsed": .integer(Int64(alignment.solution.used.count)),
            "measurementsPassedOver": .integer(Int64(alignment.solution.passedOver)),
            "pairs": .array(alignment.pairs.map { Self.pair($0, of: alignment) }),
            "contradictions": .array(alignment.contradictions.map(JSONValue.string)),
            "shakeProblems": .array(alignment.shakeProblems.map(JSONValue.string)),
            "unread": .array(alignment.unread.map(JSONValue.string)),
        ])
    }

    private static func session(_ place: Int, of alignment: AlignmentReport) -> JSONValue {
        let session = alignment.sessions[place]
        let clock = alignment.clocks[place]
        var members: [String: JSONValue] = [
            "path": .string(session.session.path),
            "taskRunUUID": .string(session.session.manifest.taskRunUUID.uuidString),
            "startUptimeInSeconds": .number(DecimalSeconds.seconds(fromNanoseconds: session.start)),
            "endUptimeInSeconds": .number(DecimalSeconds.seconds(fromNanoseconds: session.end)),
            "board": .integer(Int64(alignment.boards[place])),
            "marks": .integer(Int64(session.marks.count)),
        ]
        if let problem = session.problem { members["problem"] = .string(problem) }
        var about: [String: JSONValue] = [
            "readings": .integer(Int64(clock.knotCount)),
            "leftOut": .integer(Int64(clock.leftOut)),
            "isSynchronized": .boolean(clock.absence == nil),
        ]
        if let absence = clock.absence {
            about["absence"] = .string(absence.rawValue)
        } else {
            about["scatterInMilliseconds"] = .number(clock.scatter * 1e3)
            about["boundInMilliseconds"] = .number(clock.bound * 1e3)
        }
        if let source = clock.source { about["source"] = .string(source) }
        members["clock"] = .object(about)
        return .object(members)
    }

    private static func pair(_ pair: SessionPair, of alignment: AlignmentReport) -> JSONValue {
        func path(_ place: Int) -> JSONValue { .string(alignment.sessions[place].session.path) }
        var members: [String: JSONValue] = [
            "first": path(pair.first),
            "second": path(pair.second),
            "isAligned": .boolean(!pair.points.isEmpty),
            "methods": .array(pair.methods.map { .string($0.rawValue) }),
            "marks": .integer(Int64(pair.marks)),
            "shakes": .integer(Int64(pair.shakes)),
            "reasons": .array(pair.reasons.map(JSONValue.string)),
            "refusedShakes": .object(
                Dictionary(
                    uniqueKeysWithValues: pair.refusedShakes.map {
                        ($0.key.rawValue, JSONValue.integer(Int64($0.value)))
                    }
                )
            ),
        ]
        guard !pair.points.isEmpty else { return .object(members) }
        members["overlaps"] = .boolean(pair.overlaps)
        if let drift = pair.driftPPM { members["driftInPPM"] = .number(drift) }
        members["points"] = .array(
            pair.points.map { point in
                .object([
                    "secondUptimeInSeconds": .number(
                        DecimalSeconds.seconds(fromNanoseconds: point.secondUptime)
                    ),
                    "offsetInNanoseconds": .integer(point.offset),
                    "offsetInSeconds": .number(
                        DecimalSeconds.seconds(fromNanoseconds: point.offset)
                    ),
                    "errorInMilliseconds": .number(point.error * 1e3),
                ])
            }
        )
        return .object(members)
    }
}
