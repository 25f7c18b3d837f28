// What `footfall repair` does: keeps what is whole, and says what it kept and what it lost. A signal
// waits for its end: half a repair helps nobody.

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
        if let first = report.firstUnmended {
            let names = report.unmended == 1 ? "" : ", the first"
            surroundings.console.complain(
                "\(report.path.printable): \(Quantity.count(report.unmended, "file", "files")) "
                    + "cannot be mended\(names): \(first.printable)"
            )
        }
        return ExitStatus(rawValue: report.outcome.exitCode) ?? .failed
    }

    /// What was done, for a person.
    static func text(of report: MendingReport) -> String {
        let heading =
            switch (report.changed, report.unmended > 0) {
            case (true, false): "repaired"
            case (true, true): "repaired in part"
            case (false, true): "not repaired"
            case (false, false): "nothing to repair"
            }
        let lines = report.lines.map { "  \($0.printable)" }
        return (["\(report.path.printable): \(heading)"] + lines).joined(separator: "\n")
    }
}
