// Which subject, visit, task and run each session of a dataset is. Two people must never become one subject, and a
// session must never be lost behind another.

internal import SessionFolder

/// The places of sessions in a dataset.
struct BIDSPlan: Sendable, Hashable {
    /// What is known of a session.
    struct Source: Sendable, Hashable {
        var path: String
        var participant: Participant?
        /// The identifier of its run, by which one without a subject is called.
        var runUUID: String
        /// The identifier of its task.
        var task: String
        /// When it began, in nanoseconds of the time of day.
        var start: Int64
    }

    /// Where a session goes.
    struct Place: Sendable, Hashable {
        var source: Source
        var name: BIDSName
        /// What whoever reads the dataset has to know of the labels, a line each.
        var notes: [String] = []
    }

    /// The places, in the order in which the sessions began.
    private(set) var places: [Place] = []

    /// The visit of a session without one, in a dataset whose other sessions have visits.
    static let visitOfNone = "unstated"
    /// The label of a task whose identifier has neither letters nor digits.
    static let taskOfNone = "task"

    /// Finds them.
    ///
    /// - Throws: `SessionError` where the codes of two subjects, or of two visits, would become one label.
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

    /// The label of a task, which no other task has: runs are of one task.
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
            notes.append("it says of no subject, and is sub-\(name.subject), after its run")
        }
        if visit(of: source) == nil, name.visit != nil {
            notes.append("it says of no visit, and is ses-\(visitOfNone), since others have visits")
        }
        if BIDSLabel.isCut(source.task) {
            notes.append("the label of its task has the first \(BIDSLabel.longest) letters only")
        }
        if name.task != BIDSLabel.plain(source.task) ?? taskOfNone {
            notes.append(
                "its task \(source.task) is task-\(name.task), since another is called alike"
            )
        }
        return notes
    }

    /// What is told apart by a label: where nobody has said whose a session is, the run is somebody of its own.
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
