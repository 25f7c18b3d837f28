// What `footfall setup` does: shows what is going to be allowed, or allows it.

internal import FoundationEssentials
internal import SystemCalls

extension SetupCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let user = user ?? ProcessInfo.processInfo.environment["SUDO_USER"]
        guard installs else {
            surroundings.console.print(Self.text(of: DeviceSetup(user: user, hasTimers: true)))
            return .good
        }
        let hasTimers = (try? ChildProgram.run(DeviceSetup.loadingTimers.words)) == .exited(0)
        let setup = DeviceSetup(user: user, hasTimers: hasTimers)
        for file in setup.files {
            try Self.write(file)
            surroundings.console.print("wrote \(file.folder)/\(file.name)")
        }
        for command in setup.commands {
            try Self.carryOut(command)
            surroundings.console.print("ran \(command.words.joined(separator: " "))")
        }
        if !hasTimers {
            surroundings.console.print(
                "this kernel has no timer triggers (iio-trig-hrtimer): a sensor without a trigger is "
                    + "polled"
            )
        }
        surroundings.console.print(setup.advice)
        return .good
    }

    /// What would be done, in a form that can be read and pasted.
    static func text(of setup: DeviceSetup) -> String {
        let files = setup.files.map { "# \($0.folder)/\($0.name)\n\($0.text)" }
        let commands = ([DeviceSetup.loadingTimers] + setup.commands).map { command in
            "# sudo \(command.words.joined(separator: " "))"
        }
        return
            (files + commands + [
                "", "# Then: \(setup.advice).", "# `sudo footfall setup --install` does all this.",
            ])
            .joined(separator: "\n")
    }

    private static func write(_ file: DeviceSetup.File) throws(CommandFailure) {
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
            throw CommandFailure("\(error)\(remedy)")
        }
    }

    private static func carryOut(_ command: DeviceSetup.Command) throws(CommandFailure) {
        let line = command.words.joined(separator: " ")
        let ending: ChildProgram.Ending
        do throws(SystemError) {
            ending = try ChildProgram.run(command.words)
        } catch {
            throw CommandFailure(
                "`\(line)` cannot be run: \(error.errno); install the package \(command.package)"
            )
        }
        guard ending == .exited(0) else {
            throw CommandFailure("`\(line)` failed; see what it says above, then run it again")
        }
    }
}
