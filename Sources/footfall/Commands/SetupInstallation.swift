// Installs a setup. It checks for a wrong user name before it writes anything: after such an error, the user should
// not have to find out which parts are installed.

internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls

/// Installs a setup; the closures do the actual work, so that tests can replace them.
struct SetupInstallation {
    /// Whether a user has this name.
    var hasUser: (String) throws -> Bool
    var write: (DeviceSetup.File) throws -> Void
    var run: (DeviceSetup.Command) throws -> ChildProgram.Ending
    /// Receives a line about each step.
    var tell: (String) -> Void

    /// Installs the setup, and adds `user`, if given, to the groups that may record.
    func install(for user: String?) throws {
        if let user, DeviceSetup.isPlain(user), try !hasUser(user) {
            throw RunFailure(
                "\(user): this machine has no such user, and nothing is installed; give --user a "
                    + "name that `getent passwd` lists, or create the user first"
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
        tell("a serial port is not part of this setup: \(DeviceSetup.serialPorts)")
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
