// What a package of the command has beside it: manual pages, completions, and what `footfall setup` writes. The command
// prints all of it itself, so that no package tells of another program. `Packaging/` calls it; people have `--help`.

internal import Arguments
internal import CommandPapers
internal import StandardRecorders
internal import SystemCalls

/// The files of a package that the command knows itself.
enum CommandFiles {
    /// A file, with its place below the folder that it is written to.
    struct File: Sendable, Hashable {
        var folder: String
        var name: String
        var text: String
    }

    /// The word that asks for them, followed by a folder; no help lists it.
    static let word = "--write-papers"

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

    /// What is written for any user, with the places that `footfall setup` writes it to; and the groups, as
    /// systemd-sysusers reads them.
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

    /// Writes them all below a folder, which is made if it is not there.
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
