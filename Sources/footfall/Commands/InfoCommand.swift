// `footfall info`: prints the content of a session's manifest for users who have not recorded it.

internal import Arguments
internal import Outbox
internal import PlainWords
internal import SessionFolder
internal import SystemCalls
internal import TerminalHost

/// Prints what a session contains.
struct InfoCommand: Sendable, Equatable {
    var session: String
    var isJSON: Bool

    static let declaration = CommandDeclaration(
        name: "info",
        summary:
            "show the participant of a session, the task or recording, the devices, and the content of the files",
        discussion: """
            Prints what the manifest of a session says: its participant, what ran and when, the devices with their \
            requested and actual settings, each file with its sensors, where it was sent, and its notes. No sample is \
            read; use `footfall check` to find out whether the files are intact.

            With --json it prints the manifest, with all that the journal has added since.
            """,
        operands: [OperandDeclaration(name: "SESSION", summary: "the session folder")],
        options: [SharedOptions.json.declaration],
        examples: ["footfall info Sessions/2026-11-21T101500Z_walk_1f6a03bc"]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        session = arguments.operands[0]
        isJSON = arguments.contains(SharedOptions.json)
    }
}

extension InfoCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let opened = try Session(opening: session)
        let manifest = opened.manifest
        let standing = SessionList.entry(at: session)?.standing
        surroundings.console.print(
            isJSON
                ? try JSONText.line(of: manifest)
                : Self.text(
                    of: manifest,
                    standing: standing,
                    clock: ClockKnowledge(of: opened),
                    copies: Self.copies(of: opened),
                    at: session
                )
        )
        return .good
    }

    /// Returns where the session was sent, according to the ledgers in its parent folder.
    private static func copies(of session: Session) -> [SentCopy] {
        guard let place = FileSystem.parent(of: session.path) else { return [] }
        return SentCopies(of: place).copies(of: FileSystem.name(of: session.path))
    }

    /// The description of a session, for a user.
    ///
    /// - Parameters:
    ///   - manifest: Its manifest.
    ///   - standing: Its state, as `footfall list` names it.
    ///   - clock: How well the machine's clock was synchronized.
    ///   - copies: Where it was sent.
    ///   - path: Its path.
    /// - Returns: The lines.
    static func text(
        of manifest: SessionManifest,
        standing: SessionStanding?,
        clock: ClockKnowledge? = nil,
        copies: [SentCopy] = [],
        at path: String
    ) -> String {
        var lines = [path]
        func add(_ name: String, _ what: String?) {
            if let what { lines.append("  \(name.padded(to: 9)) \(what)") }
        }
        add("task", manifest.identifier)
        for part in Participant.Part.allCases {
            add(part.rawValue, manifest.participant?[part])
        }
        add("began", manifest.startDate.text)
        add(
            "ended",
            manifest.endDate.map { end in
                end.text + (manifest.length.map { ", after \(Quantity.length($0))" } ?? "")
            }
        )
        let early = manifest.endedEarly == true ? ", before the task's last step" : ""
        add("state", (standing?.rawValue ?? manifest.status.rawValue) + early)
        add(
            "written",
            "by \(manifest.software.name) \(manifest.software.version) on \(manifest.host.kernel), \(manifest.host.machine)"
        )
        if let processed = manifest.origin?.processed {
            if let replayed = manifest.origin?.replayed { add("replays", replayed) }
            add("processes", processed.session)
            lines.append("    attitude: \(processed.attitude), \(processed.method)")
        } else if let origin = manifest.origin {
            add("replays", origin.session)
        }
        if let file = manifest.imported ?? manifest.origin?.imported {
            let units = file.units.map { " in \($0)" } ?? ""
            add("imported", "\(file.name), \(Quantity.bytes(file.size)), \(file.checksum)")
            lines.append("    read as \(file.map)\(units) on \(file.date.text)")
            lines.append("    times: \(file.timestamps)")
        }
        add("clock", clock?.summary)
        for device in manifest.devices {
            add(
                "device",
                "\(device.name), \(device.kind), clock of its timestamps: \(device.clock)"
            )
            for (words, values) in [
                ("requested", device.asked), ("set", device.set), ("details", device.details),
            ] {
                for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                    lines.append("    \(words.padded(to: 9)) \(key): \(shortened(value))")
                }
            }
        }
        for file in manifest.files {
            let size = file.size.map { ", \(Quantity.bytes($0))" } ?? ""
            let place = file.placement.map { ", at \($0)" } ?? ""
            add(
                "file",
                "\(file.path)\(place)\(size)\(file.closed ? "" : ", not closed")\(file.isLost ? ", lost" : "")"
            )
            for sensor in file.sensors { lines.append("    \(Self.words(on: sensor))") }
            if let error = file.error { lines.append("    \(error)") }
        }
        for copy in copies {
            switch copy.state {
            case .sent: add("sent", "to \(copy.destination), verified \(copy.date)")
            case .begun: add("sent", "to \(copy.destination), not complete yet, begun \(copy.date)")
            case .toWithdraw: add("sent", "to \(copy.destination), to be withdrawn there")
            }
            if let damaged = copy.damaged {
                lines.append("    damaged when it was sent: \(damaged.joined(separator: ", "))")
            }
        }
        for amendment in manifest.amendments ?? [] { add("amended", amendment.statement) }
        for note in manifest.notes { add("note", note) }
        for error in manifest.errors { add("error", error) }
        return lines.map(\.printable).joined(separator: "\n")
    }

    /// Shortens a long value, which only programs read.
    private static func shortened(_ value: String) -> String {
        value.count <= longestValue
            ? value
            : "\(value.prefix(longestValue / 2))… (\(value.count) characters; --json has all)"
    }

    private static let longestValue = 120

    private static func words(on sensor: SessionManifest.Sensor) -> String {
        let lost = sensor.lost == 0 ? "" : ", \(Quantity.grouped(sensor.lost)) lost"
        let rate = sensor.measuredRateInHertz.map { ", \(Quantity.oneDecimal($0)) Hz" } ?? ""
        let meaning = sensor.meaning.map { "; \($0)" } ?? ""
        return
            "\(sensor.sensorType)  \(Quantity.count(sensor.samples, "sample", "samples"))\(lost)\(rate)\(meaning)"
    }
}
