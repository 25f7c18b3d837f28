// What `footfall check` does: reads, compares, tells. A second look by the same command gives the
// same answer: nothing is changed.

internal import PlainWords
internal import RecorderKinds
internal import SessionFolder
internal import StandardRecorders

extension CheckCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let check = try surroundings.stopRequests.withNothingToKeep(
            "\(session.printable): the check was stopped; run it again for an answer"
        ) {
            try Self.check(session)
        }
        if isJSON {
            surroundings.console.print(try JSONText.line(of: check))
        } else {
            surroundings.console.print(Self.text(of: check))
        }
        return ExitStatus(rawValue: check.verdict.exitCode) ?? .failed
    }

    /// Checks a session, without rates of what has none.
    static func check(_ session: String) throws -> SessionCheck {
        var check = try SessionCheck(of: session)
        for index in check.sensors.indices
        where eventTypes.contains(check.sensors[index].sensorType) {
            check.sensors[index].measuredRateInHertz = nil
        }
        return check
    }

    /// What was found, for a person: the verdict first.
    static func text(of check: SessionCheck) -> String {
        var lines = ["\(check.session.printable): \(check.summary.printable)"]
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
    private static let eventTypes = StandardKinds.all.flatMap(\.eventTypes)
}
