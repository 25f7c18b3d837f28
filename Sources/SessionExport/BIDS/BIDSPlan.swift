// Assigns a subject, visit, task and run to each session of a dataset. Two people must never become one subject, and no
// session may replace another.

internal import SessionFolder

/// The names of sessions in a dataset.
struct BIDSPlan: Sendable, Hashable {
    /// What the plan needs to know about a session.
    struct Source: Sendable, Hashable {
        var path: String
        var participant: Participant?
        /// The identifier of its run, which names it if it has no subject.
        var runUUID: String
        /// The identifier of its task.
        var task: String
        /// When it began, in nanoseconds of the time of day.
        var start: Int64
    }

    /// The names of one session.
    struct Place: Sendable, Hashable {
        var source: Source
        var name: BIDSName
        /// Remarks on the labels for readers of the dataset, one a line.
        var notes: [String] = []
    }

    /// The names, in the order in which the sessions began.
    private(set) var places: [Place] = []

    /// The visit of a session without one, if other sessions have visits.
    static let visitOfNone = "unstated"
    /// The label of a task whose identifier has no letters or digits.
    static let taskOfNone = "task"

    /// Assigns the names.
    ///
    /// - Throws: `SessionError` if two subjects, or two visits, would get the same label.
    init(_ sources: [Source]) throws(SessionError) {
        let hasVisits = sources.contains { Self.visit(of: $0) != nil }
        var codes: [String: Source] = [:]
        var tasks: [String: String] = [:]
        for source in sources.sorted(by: { ($0.start, $0.path) < ($1.start, $1.path) }) {
            let name = BIDSName(
                subject: Self.subject(of: source) ?? Self.subjectOfNone(source),
                visit: Self.visit(of: source) ?? (hasVisits ? Self.visitOfNone : nil),
                task: Self.label(ofTask: source.task, among: tasks)
            )
            tasks[source.task] = name.task
            for (part, label) in [
                (Participant.Part.subject, "sub-\(name.subject)"), (.visit, name.folder),
            ] {
                let key = "\(part.rawValue) \(label.lowercased())"
                let other = codes[key] ?? source
                codes[key] = other
                guard Self.code(of: other, part) == Self.code(of: source, part) else {
                    throw Self.collision(of: source, and: other, in: part)
                }
            }
            places.append(Place(source: source, name: name, notes: Self.notes(source, name)))
        }
        numberRuns()
    }

    private mutating func numberRuns() {
        let sizes = Dictionary(grouping: places, by: \.name).mapValues(\.count)
        var numbers: [BIDSName: Int] = [:]
        for index in places.indices {
            let name = places[index].name
            guard let size = sizes[name], size > 1 else { continue }
            numbers[name, default: 0] += 1
            places[index].name.run = numbers[name]
        }
    }

    /// The label of a task, different from that of any other task: runs belong to one task.
    private static func label(ofTask task: String, among known: [String: String]) -> String {
        known[task] ?? BIDSLabel.unused(BIDSLabel.plain(task) ?? taskOfNone, among: known.values)
    }

    private static func subject(of source: Source) -> String? {
        source.participant?.subject.flatMap(BIDSLabel.plain)
    }

    private static func visit(of source: Source) -> String? {
        source.participant?.visit.flatMap(BIDSLabel.plain)
    }

    private static func subjectOfNone(_ source: Source) -> String {
        String((BIDSLabel.plain(source.runUUID) ?? "unstated").prefix(8)).lowercased()
    }

    private static func notes(_ source: Source, _ name: BIDSName) -> [String] {
        var notes: [String] = []
        if subject(of: source) == nil {
            notes.append("it names no subject, and is sub-\(name.subject), after its run")
        }
        if visit(of: source) == nil, name.visit != nil {
            notes.append("it names no visit, and is ses-\(visitOfNone), since others have visits")
        }
        if BIDSLabel.isCut(source.task) {
            notes.append("the label of its task has the first \(BIDSLabel.longest) letters only")
        }
        if name.task != BIDSLabel.plain(source.task) ?? taskOfNone {
            notes.append(
                "its task \(source.task) is task-\(name.task), since another task has that label"
            )
        }
        return notes
    }

    /// The code from which a label is made; a session without a subject counts as a person of its own, by its run.
    private static func code(of source: Source, _ part: Participant.Part) -> String? {
        source.participant?[part] ?? (part == .subject ? source.runUUID : nil)
    }

    private static func collision(
        of source: Source,
        and other: Source,
        in part: Participant.Part
    ) -> SessionError {
        let codes = [other, source].map { code(of: $0, part) ?? "none" }
        return SessionError(
            "the \(part.rawValue)s \(codes[0]) and \(codes[1]) would have the same label, since BIDS has letters and "
                + "digits only and takes no account of their case",
            where: source.path,
            remedy: "export them into two datasets"
        )
    }
}
