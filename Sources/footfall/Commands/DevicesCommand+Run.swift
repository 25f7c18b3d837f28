// What `footfall devices` does: looks, and tells.

internal import StandardRecorders
internal import SystemCalls

extension DevicesCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let report = try surroundings.stopRequests.withNothingToKeep("interrupted") {
            try DevicesReport(at: places)
        }
        surroundings.console.print(isJSON ? try JSONText.line(of: report) : report.text())
        return .good
    }
}
