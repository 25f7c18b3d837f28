// Carries out `footfall devices`: looks for devices and lists them.

internal import StandardRecorders
internal import SystemCalls

extension DevicesCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let report = try surroundings.stopRequests.withNothingToKeep("interrupted") {
            try DevicesReport(at: places, calibratedBy: calibrations)
        }
        surroundings.console.print(isJSON ? try JSONText.line(of: report) : report.text())
        if let fault = report.calibrationFault {
            surroundings.console.complain("the list shows no sensor as calibrated: \(fault)")
        }
        return .good
    }
}
