// The file names of a BIDS dataset, which state subject, visit, task and run in a fixed order.

/// The parts of a recording's file names.
struct BIDSName: Sendable, Hashable {
    var subject: String
    var visit: String?
    var task: String
    /// The number of the recording, from 1, if the same subject, visit and task has several.
    var run: Int?

    /// The folder of the visit, or of the subject if there are no visits.
    var folder: String {
        (["sub-\(subject)"] + (visit.map { ["ses-\($0)"] } ?? [])).joined(separator: "/")
    }

    /// The beginning of all names in the folder.
    var prefix: String { folder.replacing("/", with: "_") }

    /// The file name of a tracking system with this label; `ending` is for example `motion.tsv`.
    func motion(_ tracksys: String, _ ending: String) -> String {
        name("tracksys", tracksys, ending)
    }

    /// The file name of behaviour; `acquisition` is the label of its recorder.
    func behaviour(_ acquisition: String, _ ending: String) -> String {
        name("acq", acquisition, ending)
    }

    private func name(_ entity: String, _ label: String, _ ending: String) -> String {
        let parts =
            [prefix, "task-\(task)", "\(entity)-\(label)"] + (run.map { ["run-\($0)"] } ?? [])
        return (parts + [ending]).joined(separator: "_")
    }
}
