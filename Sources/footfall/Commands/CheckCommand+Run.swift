// What `footfall check` does: reads, compares, tells. A second look by the same command gives the
// same answer: nothing is changed.

internal import InputRecorder
internal import SessionFolder

extension CheckCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let check = try surroundings.stopRequests.withNothingToKeep(
            "\(session.printable): the check was stopped; run it again for an answer"
        ) {
            var check = try SessionCheck(of: session)
            for index in check.sensors.indices
            where Self.eventTypes.contains(check.sensors[index].sensorType) {
                check.sensors[index].measuredRateInHertz = nil
            }
            return check
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
            let isOfEvents = eventTypes.contains(sensor.sensorType)
            let content = Quantity.count(
                sensor.samples,
                isOfEvents ? "event" : "sample",
                isOfEvents ? "events" : "samples"
            )
            let lost = sensor.lost == 0 ? "" : ", \(Quantity.grouped(sensor.lost)) lost"
            let rate = sensor.measuredRateInHertz.map { ", \(Quantity.oneDecimal($0)) Hz" } ?? ""
            lines.append(
                "  \(sensor.file.printable)  \(sensor.sensorType.printable)  \(content)\(lost)\(rate)"
            )
        }
        lines += check.findings.map { "  \($0.description.printable)" }
        return lines.joined(separator: "\n")
    }

    /// What people do comes when they do it: its rate says nothing of how it was recorded.
    private static let eventTypes = InputChannel.allCases.filter { $0.kind != .accelerometer }
        .map(\.name)

    private static func sentence(_ check: SessionCheck) -> String {
        let run = check.status.map { ", the run \(ending($0, of: check))" } ?? ""
        return switch check.verdict {
        case .clean: "whole\(run)"
        case .hasLosses where !check.errors.isEmpty && check.sensors.allSatisfy({ $0.lost == 0 }):
            "whole, but\(run.dropFirst())"
        case .hasLosses: "whole, with losses that are counted\(run)"
        case .damaged where check.isMendable: "damaged\(run); footfall repair keeps what is whole"
        case .damaged: "damaged\(run); no repair can mend it"
        case .interrupted: "whole, but cut short\(run)"
        case .live: "being recorded"
        }
    }

    private static func ending(
        _ status: SessionManifest.Status,
        of check: SessionCheck
    ) -> String {
        switch status {
        case .recording:
            let remedy = check.verdict == .damaged ? "" : "; footfall repair closes it"
            return "never ended\(remedy)"
        case .finished:
            let errors = check.errors.isEmpty ? "" : " with errors"
            return (check.endedEarly ? "was ended early" : "finished") + errors
        case .cancelled: return "was cancelled"
        case .failed: return "failed" + (check.errors.first.map { ": \($0.printable)" } ?? "")
        case .interrupted: return "was interrupted"
        }
    }
}
