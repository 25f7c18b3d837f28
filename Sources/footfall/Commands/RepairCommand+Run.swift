// Carries out `footfall repair`: keeps all complete records, and reports what it kept and what was lost. A signal takes
// effect only after the repair, because half a repair is of no use.

internal import PlainWords
internal import SessionFolder
internal import Timebase

extension RepairCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let now = LiveTimekeeper().reading().realtime
        let report = try SessionRepair.repair(path, at: now) { surroundings.console.complain($0) }
        if isJSON {
            surroundings.console.print(try JSONText.line(of: report))
        } else {
            surroundings.console.print(Self.text(of: report))
        }
        if let first = report.firstUnrepaired {
            let names = report.unrepaired == 1 ? "" : ", the first"
            surroundings.console.complain(
                "\(report.path.printable): \(Quantity.count(report.unrepaired, "file", "files")) "
                    + "cannot be repaired\(names): \(first.printable)"
            )
        }
        return ExitStatus(rawValue: report.outcome.exitCode) ?? .failed
    }

    /// The report of the repair, for a user.
    static func text(of report: RecoveryReport) -> String {
        let heading =
            switch (report.changed, report.unrepaired > 0) {
            case (true, false): "repaired"
            case (true, true): "repaired in part"
            case (false, true): "not repaired"
            case (false, false): "nothing to repair"
            }
        let lines = report.lines.map { "  \($0.printable)" }
        return (["\(report.path.printable): \(heading)"] + lines).joined(separator: "\n")
    }
}
