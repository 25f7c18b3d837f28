// `footfall setup`: its options and help; SetupCommand+Run.swift carries it out.

internal import Arguments
internal import StandardRecorders

/// Lets an ordinary user record from this machine's sensors and input devices.
struct SetupCommand: Sendable, Equatable {
    var installs: Bool
    var user: String?

    static let installFlag = Flag("install", "write the files and run the commands; needs root")
    static let userOption = Option(
        "user",
        taking: "NAME",
        as: .userName,
        "the user who may record; the user who ran sudo if not given"
    )

    static let declaration = CommandDeclaration(
        name: "setup",
        summary: "let an ordinary user record: udev rules, groups and modules",
        discussion: """
            Prints the udev rules, the groups and the module that let an ordinary user record from the sensors and the \
            input devices of this machine, and the commands that activate them. With --install, it writes the files \
            and runs the commands; this needs sudo.

            A user who may record from input devices can see every key that anybody presses at this machine.
            """,
        options: [installFlag.declaration, userOption.declaration],
        examples: ["footfall setup", "sudo footfall setup --install"]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        installs = arguments.contains(Self.installFlag)
        user = try arguments.value(of: Self.userOption)
    }
}

extension Conversion<String> {
    /// The name of a user.
    fileprivate static var userName: Self {
        Self { word throws(ConversionError) in
            guard DeviceSetup.isPlain(word) else {
                throw ConversionError(
                    problem: "it cannot be the name of a user",
                    remedy: "give a name as `id --user --name` prints it"
                )
            }
            return word
        }
    }
}
