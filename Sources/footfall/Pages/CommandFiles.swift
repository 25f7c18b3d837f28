// The files that a package contains in addition to the command: manual pages, completions, and what `footfall setup`
// writes. The command itself writes them, so that they always match it. The option for this is hidden, since only the
// scripts in `Packaging/` need it; users have `--help`.

internal import Arguments
internal import CommandPages
internal import StandardRecorders
internal import SystemCalls

/// The files of a package that the command itself writes.
enum CommandFiles {
    /// A file with its place below the target folder.
    struct File: Sendable, Hashable {
        var folder: String
        var name: String
        var text: String
    }

    /// The hidden option that writes the files; a folder follows it.
    static let word = "--write-pages"

    static let all = manual + completions + setup

    private static let manual = ManualPage.pages(of: Program.declaration).map {
        File(folder: "man", name: $0.fileName, text: $0.text)
    }

    private static let completions = [
        File(folder: "completions/bash", name: name, text: BashCompletion.text(of: program)),
        File(folder: "completions/zsh", name: "_\(name)", text: ZshCompletion.text(of: program)),
        File(
            folder: "completions/fish",
            name: "\(name).fish",
            text: FishCompletion.text(of: program)
        ),
    ]

    /// The files of `footfall setup` that do not depend on a user, and the groups in the format of systemd-sysusers.
    private static let setup =
        DeviceSetup(user: nil, hasTimers: true).files.map {
            File(folder: "setup\($0.folder)", name: $0.name, text: $0.text)
        } + [
            File(
                folder: "setup/sysusers.d",
                name: "\(name).conf",
                text: DeviceSetup.groups.map { "g \($0) -\n" }.joined()
            )
        ]

    private static let program = Program.declaration
    private static let name = Program.declaration.name

    /// Writes all files below a folder, which is made if it does not exist.
    static func write(to folder: String) throws(SystemError) {
        for file in all {
            let place = "\(folder)/\(file.folder)"
            try FileSystem.makeDirectories(place)
            try DurableDocument.write(
                Array(file.text.utf8),
                as: file.name,
                in: OpenFolder.open(place),
                permissions: 0o644
            )
        }
    }
}
