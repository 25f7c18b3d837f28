// `footfall send`: what it takes. What it does is in SendCommand+Run.swift.

internal import Arguments
internal import Outbox

/// Sends sessions to where they are analysed.
struct SendCommand: Sendable, Equatable {
    var destination: Destination
    /// The folder of sessions.
    var place: String
    /// How often it looks for more; `nil` of a look that ends the program.
    var pause: Duration?
    var configuration: String?
    /// When, how fast, for whom, and what is deleted afterwards.
    var rules: SendRuleOptions
    /// Who is told how it goes.
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
        "go on, and look for more each time so long after the last look, as in 5m; without it, it ends after one look"
    )
    private static let configurationOption = Option(
        "rclone-config",
        taking: "FILE",
        as: .text,
        "the file with rclone's remotes; rclone's usual one if not given"
    )
    private static let quietFlag = Flag(
        "quiet",
        letter: "q",
        "print nothing of what goes well"
    )

    static let declaration = CommandDeclaration(
        name: "send",
        summary: "send sessions to where they are analysed, whole and once, by rclone",
        discussion: """
            Sends every session that is over to a destination of rclone: an object store, WebDAV, SFTP, or one of sixty \
            more. A file on its way lies in DEST/.incoming; it is compared there by its hash, or read back where there \
            is none, and moved to its session's folder. The manifest comes last: what has a manifest there is whole. \
            Whoever kills it, and whatever the network does, it goes on where it was: what is there is not sent \
            again. A session that was changed since is sent again. Another session of the same name is never \
            overwritten.

            Nothing here is deleted, unless --keep or --keep-free says so, and then only what was verified at every \
            destination of this folder and has not changed since. With --encrypt-to, nothing leaves in clear, not \
            even a session's name; nobody can read it without the key, this machine neither. A destination is kept in \
            one way: a run that asks for another is refused, unless --change-encryption says that what is there \
            changes too. How many days the disk \
            lasts is told when it is less than a week.

            A session that is being recorded waits for its end; one whose run died, for `footfall repair`.

            The status is 0 if all that is over is there; 1 if something could not be sent, each told with why. With \
            --every it goes on until Ctrl-C or SIGTERM, which is a good end, and tries again after growing pauses.
            """,
        operands: [
            OperandDeclaration(
                name: "DEST",
                summary: "a place of rclone, as in study:sessions, or a folder"
            )
        ],
        options: [
            fromOption.declaration, everyOption.declaration, configurationOption.declaration,
        ] + SendRuleOptions.declarations + LifeSignOptions.options + [
            quietFlag.declaration,
            SharedOptions.json.declaration.saying(
                "print a JSON object for each thing that happens, a line each, and nothing else"
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
