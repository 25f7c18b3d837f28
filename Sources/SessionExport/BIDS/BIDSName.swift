// Every file of a BIDS dataset says in its name whose it is and of what; the order of the parts is fixed.

/// What the names of a recording's files say.
struct BIDSName: Sendable, Hashable {
    var subject: String
    var visit: String?
    var task: String
    /// Which recording it is, from 1, of several of the same subject, visit and task.
    var run: Int?

    /// The folder of the visit, or of the subject where there are no visits.
    var folder: String {
        (["sub-\(subject)"] + (visit.map { ["ses-\($0)"] } ?? [])).joined(separator: "/")
    }

    /// How names begin that are of the folder.
    var prefix: String { folder.replacing("/", with: "_") }

    /// The name of a file of a tracking system, by the label of that; `ending` is such as `motion.tsv`.
    func motion(_ tracksys: String, _ ending: String) -> String {
        name("tracksys", tracksys, ending)
    }

    /// The name of a file of behaviour; `acquisition` is the label of what recorded it.
    func behaviour(_ acquisition: String, _ ending: String) -> String {
        name("acq", acquisition, ending)
    }

    private func name(_ entity: String, _ label: String, _ ending: String) -> String {
        let parts =
            [prefix, "task-\(task)", "\(entity)-\(label)"] + (run.map { ["run-\($0)"] } ?? [])
        return (parts + [ending]).joined(separator: "_")
    }
}
