// Carries out `footfall validate`: reads a task file and prints a report to the standard output, like `footfall check`.

internal import PlainWords
internal import Research
internal import SessionRuns

extension ValidateCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let data = try task.read()
        let found = TaskFaults(in: data, by: try task.factory(), making: GivenTask.recordable)
        let faults = found.faults + (isStrict ? found.notes : [])
        let report = ValidationReport(
            file: task.path,
            task: faults.isEmpty ? found.task?.identifier : nil,
            faults: faults,
            notes: isStrict ? [] : found.notes
        )
        surroundings.console.print(isJSON ? try JSONText.line(of: report) : report.text)
        return faults.isEmpty ? .good : .failed
    }
}

/// The result of checking a task file.
struct ValidationReport: Sendable, Equatable, Encodable {
    /// The file.
    var file: String
    /// The task's identifier, if the file has no faults.
    var task: String?
    /// What is wrong with it.
    var faults: [PrintedFault]
    /// Parts of the file that are ignored, or shown differently than the file says.
    var notes: [PrintedFault] = []

    /// The report for a user: the verdict first, then a line for each fault and each note.
    var text: String {
        let name = task.map { " '\($0)'" } ?? ""
        let verdict =
            faults.isEmpty
            ? "the task\(name) has no faults" : Quantity.count(faults.count, "fault", "faults")
        let lines = faults.map { "  \($0.line)" } + notes.map { "  note: \($0.line)" }
        return (["\(file): \(verdict)"] + lines).map(\.printable).joined(separator: "\n")
    }
}
