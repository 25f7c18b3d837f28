// The files at the top of a dataset, which describe it and all its contents.

internal import Research

/// The files at the top of a dataset.
struct BIDSDataset {
    /// A recording's line in the table of scans.
    struct Scan: Sendable, Hashable {
        var file: String
        /// The time of day of the first row, in nanoseconds.
        var acquired: Int64
        /// The instant of the first row, in nanoseconds of boot time.
        var onset: Int64
        /// The folder of the session.
        var session: String

        /// The column names of the table.
        static let columns = ["filename", "acq_time", "onset_uptime", "session_folder"]

        /// Its line.
        var line: String {
            BIDSTable.line([file, BIDSDataset.date(acquired), BIDSTable.seconds(onset), session])
        }
    }

    /// A participant's line.
    struct Participant: Sendable, Hashable {
        var subject: String
        /// The participant's code in the sessions.
        var code: String?
        var groups: [String]

        /// The column names of the table.
        static let columns = ["participant_id", "code", "group"]

        /// Its line.
        var line: String {
            BIDSTable.line(["sub-\(subject)", code ?? "", groups.joined(separator: " and ")])
        }
    }

    /// A time of day in UTC with microseconds.
    static func date(_ nanoseconds: Int64) -> String {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(500)
        let rounded = overflow ? nanoseconds : sum
        let rest = ((rounded % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
        let digits = String(rest / 1000)
        let fraction = String(repeating: "0", count: 6 - digits.count) + digits
        return "\(WrittenDate.seconds(rounded)).\(fraction)Z"
    }

    /// The dataset's description.
    static func description(name: String, licence: String?, version: String) -> JSONValue {
        var keys: [String: JSONValue] = [
            "Name": .string(name), "BIDSVersion": "1.10.0", "DatasetType": "raw",
            "GeneratedBy": .array([
                .object([
                    "Name": "Footfall", "Version": .string(version),
                    "Description": "made of session folders by `footfall export --to bids`",
                ])
            ]),
        ]
        if let licence { keys["License"] = .string(licence) }
        return .object(keys)
    }

    /// The sidecars of the tables at the top, which explain their columns.
    static let sidecars: [String: JSONValue] = [
        "participants.json": columns([
            "code":
                "the code that the study's sessions have, which may have more than letters and digits",
            "group": "what the study compares",
        ]),
        "scans.json": columns([
            "acq_time":
                "the time of day of the first row, in UTC, by the machine's clock when the session began, or its machine started again",
            "onset_uptime":
                "the same instant in seconds of the machine's boot time: with onset or latency, the uptime of a record",
            "session_folder": "the session that it was made of",
        ]),
        "sessions.json": columns(["acq_time": "when the first recording of the visit began, in UTC"]
        ),
    ]

    private static func columns(_ meanings: [String: JSONValue]) -> JSONValue {
        .object(meanings.mapValues { .object(["Description": $0]) })
    }

    /// The README of the dataset.
    static func readme(hasLicence: Bool, notes: [String], kept: [String]) -> String {
        let unknown = hasLicence ? "`Authors`" : "`Authors` and `License`"
        let parts =
            [
                """
                # Movement recorded with Footfall

                `footfall export --to bids` made this dataset of session folders. Every value has the digits that were
                recorded. The table of scans names the session of each recording.

                - `motion/` has a table for each tracking system: sensors of one recorder that were read together. The
                  first column, latency, says when. Accelerations are in g, the standard acceleration of gravity.
                - `events.tsv` beside it has steps, marks and losses. A loss counts samples that are missing; its row
                  in the table of motion has n/a.
                - `beh/` has what somebody did, such as touches and keys.
                - `sourcedata/` has, for each session, its manifest, its journal and all for which BIDS has no place,
                  untouched.

                Fill in what only you know: \(unknown) in dataset_description.json; in the sidecars the
                institution, the maker of the sensors, and what the participants were told.

                """
            ]
            + [("What to know", notes), ("In sourcedata", kept)].filter { !$0.1.isEmpty }.map {
                "## \($0.0)\n\n" + $0.1.map { "- \($0)\n" }.joined()
            }
        return parts.joined(separator: "\n")
    }
}
