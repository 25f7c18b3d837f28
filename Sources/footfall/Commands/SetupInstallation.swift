// How a setup is installed: what can be refused is refused before anything is written, since whoever is told
// of a slip should not have to find out what of it is in force by now.

internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls

/// Brings a setup into force, with the means that it is given.
struct SetupInstallation {
    /// Whether a user has this name.
    var hasUser: (String) throws -> Bool
    var write: (DeviceSetup.File) throws -> Void
    var run: (DeviceSetup.Command) throws -> ChildProgram.Ending
    /// Is told each thing that was done.
    var tell: (String) -> Void

    /// Lets a user record; without one, nobody joins the groups.
    func install(for user: String?) throws {
        if let user, DeviceSetup.isPlain(user), try !hasUser(user) {
            throw RunFailure(
                "\(user): this machine has no such user, and nothing is installed; give a name that "
                    + "`getent passwd` lists by --user, or make the user first"
            )
        }
        let hasTimers = (try? run(DeviceSetup.loadingTimers)) == .exited(0)
        let setup = DeviceSetup(user: user, hasTimers: hasTimers)
        for file in setup.files {
            try write(file)
            tell("wrote \(file.folder)/\(file.name)")
        }
        for command in setup.commands {
            try carryOut(command)
            tell("ran \(command.words.joined(separator: " "))")
        }
        if !hasTimers {
            tell(
                "this kernel has no timer triggers (iio-trig-hrtimer): a sensor without a trigger is "
                    + "polled"
            )
        }
        tell(setup.advice)
        tell("a serial port is not in this: \(DeviceSetup.serialPorts)")
    }

    private func carryOut(_ command: DeviceSetup.Command) throws {
        let line = command.words.joined(separator: " ")
        let ending: ChildProgram.Ending
        do {
            ending = try run(command)
        } catch let error as SystemError {
            throw RunFailure(
                "`\(line)` cannot be run: \(error.errno); install the package \(command.package)"
            )
        }
        guard ending == .exited(0) else {
            throw RunFailure("`\(line)` failed; see what it says above, then run it again")
        }
    }
}
