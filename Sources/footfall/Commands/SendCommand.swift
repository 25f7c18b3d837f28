// `footfall send`: its options and help; SendCommand+Run.swift carries it out.

internal import Arguments
internal import Outbox

/// Sends sessions to the place where they are analysed.
struct SendCommand: Sendable, Equatable {
    var destination: Destination
    /// The folder of sessions.
    var place: String
    /// The pause between two rounds; `nil` for a single round.
    var pause: Duration?
    var configuration: String?
    /// When and how fast to send, who can decrypt it, and what to delete afterwards.
    var rules: SendRuleOptions
    /// The broker for life signs, if any.
    var lifeSigns: LifeSignOptions?
    var style: ReportStyle

    private static let fromOption = Option(
        "from",
        taking: "DIR",
        as: .text,
        "the folder that session folders are in; ./Sessions if not given"
    )
    private static let everyOption = Option(
        "every",
        taking: "TIME",
        as: .duration,
        "repeat: look for more sessions after each pause of this length, such as 5m; if not given, look once"
    )
    private static let configurationOption = Option(
        "rclone-config",
        taking: "FILE",
        as: .text,
        "rclone's configuration file, with its remotes; rclone's usual file if not given"
    )
    private static let quietFlag = Flag(
        "quiet",
        letter: "q",
        "print problems only"
    )

    static let declaration = CommandDeclaration(
        name: "send",
        summary: "send complete sessions, each once, to a destination of rclone",
        discussion: """
            Sends every finished session to a destination of rclone: an object store, WebDAV, SFTP, or one of sixty \
            other services. A file is first sent to DEST/.incoming, compared there by its hash, or read back if there \
            is none, and then moved to its session's folder. The manifest comes last: a session with a manifest at the \
            destination is complete. If the program is killed or the network fails, the next run continues and sends \
            nothing again that has arrived. A session that was changed since is sent again. Another session of the \
            same name is never overwritten.

            Nothing is deleted from this machine, unless --keep or --keep-free says so, and then only what was \
            verified at every destination of this folder and has not changed since. With --encrypt-to, nothing is sent \
            unencrypted, not even a session's name; only the owner of the key can read it, and this machine cannot. \
            All sessions at a destination have the same encryption: a run with another encryption is refused, unless \
            --change-encryption also changes the copies at the destination. If the disk will be full in less than a \
            week, the command reports when.

            A session that is being recorded is sent after its end; one whose process was killed, after `footfall \
            repair`.

            The status is 0 if all finished sessions have been sent; 1 if something could not be sent; the command \
            reports each with the reason. With --every it runs until Ctrl-C or SIGTERM, which end it with status 0, \
            and tries again after growing pauses.
            """,
        operands: [
            OperandDeclaration(
                name: "DEST",
                summary: "a destination of rclone, such as study:sessions, or a folder"
            )
        ],
        options: [
            fromOption.declaration, everyOption.declaration, configurationOption.declaration,
        ] + SendRuleOptions.declarations + LifeSignOptions.options + [
            quietFlag.declaration,
            SharedOptions.json.declaration.saying(
                "print a JSON object for each event, one on each line, and nothing else"
            ),
        ],
        examples: [
            "footfall send study:sessions",
            "footfall send study:sessions --from Sessions --every 5m",
            "footfall send study: --every 5m --hours 22:00-06:00 --rate 2MB/s --keep 30d",
            "footfall send study: --encrypt-to study-keys.txt",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        do throws(SendError) {
            destination = try Destination(arguments.operands[0])
        } catch {
            throw UsageError(place: "DEST", problem: error.what, remedy: error.remedy)
        }
        place = try arguments.value(of: Self.fromOption) ?? SharedOptions.defaultOutput
        pause = try arguments.value(of: Self.everyOption)
        configuration = try arguments.value(of: Self.configurationOption)
        rules = try SendRuleOptions(arguments)
        lifeSigns = try LifeSignOptions.read(arguments)
        style = try ReportStyle(arguments)
    }
}
