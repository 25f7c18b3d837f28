// Carries out `footfall setup`: shows what it would change, or with `--install` changes it.

internal import FoundationEssentials
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls

extension SetupCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let user = user ?? ProcessInfo.processInfo.environment["SUDO_USER"]
        guard installs else {
            let isKnown = user.map { (try? UserNames.has($0)) ?? true } ?? true
            surroundings.console.print(
                Self.text(of: DeviceSetup(user: user, hasTimers: true), isKnown: isKnown)
            )
            return .good
        }
        let installation = SetupInstallation(
            hasUser: { try UserNames.has($0) },
            write: { try Self.write($0) },
            run: { try ChildProgram.run($0.words) },
            tell: { surroundings.console.print($0) }
        )
        try installation.install(for: user)
        return .good
    }

    /// The files and commands of the setup, in a form that users can read and paste.
    static func text(of setup: DeviceSetup, isKnown: Bool = true) -> String {
        let files = setup.files.map { "# \($0.folder)/\($0.name)\n\($0.text)" }
        let commands = ([DeviceSetup.loadingTimers] + setup.commands).map { command in
            "# sudo \(command.words.joined(separator: " "))"
        }
        let ending =
            isKnown
            ? "# `sudo footfall setup --install` does all this."
            : "# This machine has no such user: `footfall setup --install` would refuse here."
        let serial = "# A serial port is not part of this setup: \(DeviceSetup.serialPorts)."
        return (files + commands + ["", "# Then: \(setup.advice).", serial, ending])
            .joined(separator: "\n")
    }

    private static func write(_ file: DeviceSetup.File) throws(RunFailure) {
        do throws(SystemError) {
            try FileSystem.makeDirectories(file.folder)
            try DurableDocument.write(
                Array(file.text.utf8),
                as: file.name,
                in: OpenFolder.open(file.folder),
                permissions: 0o644
            )
        } catch {
            let mayNot = error.errno == .access || error.errno == .permission
            let remedy = mayNot ? "; run it as root: sudo footfall setup --install" : ""
            throw RunFailure("\(error)\(remedy)")
        }
    }
}
