// What `footfall check` does: reads, compares, tells. A second look by the same command gives the
// same answer: nothing is changed.

internal import SessionFolder

extension CheckCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let check = try surroundings.stopRequests.withNothingToKeep(
            "\(session.printable): the check was stopped; run it again for an answer"
        ) {
            try SessionCheck(of: session)
        }
        if isJSON {
            surroundings.console.print(try JSONText.line(of: check))
        } else {
            surroundings.console.print(Self.text(of: check))
        }
        return ExitStatus(rawValue: check.verdict.exitCode) ?? .failed
    }

    /// What was found, for a person: the verdict first.
    static func text(of check: SessionCheck) -> String {
        var lines = ["\(check.session.printable): \(sentence(check))"]
        for sensor in check.sensors {
            let rate = sensor.measuredRateInHertz.map { ", \(Quantity.oneDecimal($0)) Hz" } ?? ""
            let lost = sensor.lost == 0 ? "" : ", \(Quantity.grouped(sensor.lost)) lost"
            lines.append(
                "  \(sensor.file.printable)  \(sensor.sensorType.printable)  "
                    + "\(Quantity.count(sensor.samples, "sample", "samples"))\(lost)\(rate)"
            )
        }
        lines += check.findings.map { "  \($0.description.printable)" }
        return lines.joined(separator: "\n")
    }

    private static func sentence(_ check: SessionCheck) -> String {
        let run = check.status.map { ", the run \(ending($0))" } ?? ""
        return switch check.verdict {
        case .clean: "whole\(run)"
        case .hasLosses: "whole, with losses that are counted\(run)"
        case .damaged where check.isMendable: "damaged\(run); footfall repair keeps what is whole"
        case .damaged: "damaged\(run); no repair can mend it"
        case .interrupted: "whole, but cut short\(run)"
        case .live: "being recorded"
        }
    }

    private static func ending(_ status: SessionManifest.Status) -> String {
        switch status {
        case .recording: "never ended; footfall repair closes it"
        case .finished: "finished"
        case .cancelled: "was cancelled"
        case .failed: "failed"
        case .interrupted: "was interrupted"
        }
    }
}
