// What `footfall repair` does: keeps what is whole, and says what it kept and what it lost. A signal
// waits for its end: half a repair helps nobody.

internal import SessionFolder
internal import Timebase

extension RepairCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let report = try SessionRepair.repair(path, at: LiveTimekeeper().reading().realtime)
        if isJSON {
            surroundings.console.print(try JSONText.line(of: report))
        } else {
            surroundings.console.print(Self.text(of: report))
        }
        return .good
    }

    /// What was done, for a person.
    static func text(of report: MendingReport) -> String {
        let heading = report.changed ? "repaired" : "nothing to repair"
        let lines = report.lines.map { "  \($0.printable)" }
        return (["\(report.path.printable): \(heading)"] + lines).joined(separator: "\n")
    }
}
