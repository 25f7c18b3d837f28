// Carries out `footfall check`: reads sessions, compares them with their manifests, and reports. It changes nothing, so
// a second check gives the same result.

internal import PlainWords
internal import RecorderKinds
internal import SessionFolder
internal import StandardRecorders

extension CheckCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let sessions = places.flatMap(SessionList.sessions)
        if sessions == places, sessions.count == 1 {
            let check = try surroundings.stopRequests.withNothingToKeep(
                "\(sessions[0].printable): the check was stopped; run it again for an answer"
            ) {
                try Self.check(sessions[0])
            }
            surroundings.console.print(
                isJSON ? try JSONText.line(of: check) : Self.text(of: check)
            )
            return ExitStatus(rawValue: check.verdict.exitCode) ?? .failed
        }
        return try surroundings.stopRequests.withNothingToKeep(
            "the check was stopped; run it again for an answer"
        ) {
            try checkAll(sessions, on: surroundings.console)
        }
    }

    /// Checks one session after another and prints each result at once, or with `--json` all results at the end.
    private func checkAll(_ sessions: [String], on console: Console) throws -> ExitStatus {
        var tally = CheckTally()
        for session in sessions {
            do throws(SessionError) {
                let check = try Self.check(session)
                tally.add(check, isKept: isJSON)
                if !isJSON { console.print(Self.text(of: check)) }
            } catch {
                tally.add(CheckTally.Problem(session: session, problem: "\(error)"))
                console.complain("\(error)".printable)
            }
        }
        if !isJSON {
            console.print(tally.text)
        } else if !tally.checks.isEmpty || tally.problems.isEmpty {
            console.print(try JSONText.line(of: tally))
        }
        return tally.status
    }

    /// Checks a session; leaves out the rates of event sensors.
    static func check(_ session: String) throws(SessionError) -> SessionCheck {
        var check = try SessionCheck(of: session)
        let events = EventSensors(of: session)
        check.leaveOutQuality(where: events.contains)
        return check
    }

    /// The result for a user: the verdict first.
    static func text(of check: SessionCheck) -> String {
        var lines = ["\(check.session.printable): \(check.summary.printable)"]
        let events = EventSensors(of: check.session)
        for sensor in check.sensors {
            let isOfEvents = events.contains(sensor)
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
            if let quality = sensor.quality { lines += quality.lines.map { "    \($0)" } }
        }
        lines += check.qualityLines.map { "  \($0.printable)" }
        lines += check.findings.map { "  \($0.description.printable)" }
        return lines.joined(separator: "\n")
    }
}

/// The sensors of a session that record events, such as key presses.
///
/// Events come when people act, so their rate says nothing about the quality of the recording.
private struct EventSensors {
    private let kinds: [String: any RecorderKind]

    /// Reads which kinds of recorders wrote the session's files; finds no event sensor if the session cannot be read.
    init(of session: String) {
        let files = (try? Session(opening: session))?.sampleFiles ?? []
        let found = files.map { ($0.path, StandardKinds.all.kind(of: $0)) }
        kinds = Dictionary(found) { first, _ in first }.compactMapValues { $0 }
    }

    func contains(_ sensor: SessionCheck.Sensor) -> Bool {
        kinds[sensor.file]?.eventTypes.contains(sensor.sensorType) ?? false
    }
}
