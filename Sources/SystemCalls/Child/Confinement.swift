// Drops the rights of a process, so that an attacker who takes it over gains nothing. None of them can be regained.

internal import CSystemCalls
internal import Glibc

/// Drops rights of this process.
package enum Confinement {
    /// How many bytes of addresses of any kind the process may have, beyond its writable memory.
    ///
    /// They must hold the stacks of three threads (1 MiB each) and the libraries of a resolver. Measured on x86-64: a
    /// recording takes 3.4 MiB more addresses than the child begins with (77 MiB), a resolver 2.1 MiB.
    private static let moreAddresses: Int64 = 8 << 20

    /// Drops capabilities and the right to write to files; forbids gaining privileges; limits memory; ends this process
    /// when the thread that started it ends.
    package static func giveUpRights(
        within room: SandboxedService.Room = .usual
    ) throws(SystemError) {
        let addresses = room.bytes + moreAddresses
        try requireNone("prctl", footfall_give_up_rights(room.bytes, addresses, room.files))
    }

    /// Makes the kernel refuse all system calls but the needed ones; for all threads, for ever.
    package static func limitCalls(to needs: ChildEnd.Needs) throws(SystemError) {
        try requireNone("seccomp", footfall_filter_calls(Int32(number(of: needs))))
    }

    /// Makes the kernel open only the needed files, and hide the memory of all other processes.
    ///
    /// Applies to this thread and those that it starts.
    ///
    /// Does nothing for needs without files: `limitCalls` then forbids opening any.
    ///
    /// - Throws: If the kernel refuses, or if files are needed, but this process could still read its parent's memory.
    package static func limitFiles(to needs: ChildEnd.Needs) throws(SystemError) {
        var file: String?
        switch needs {
        case .network, .openDevices, .server: return
        case .names: break
        case .devices(let port): file = port
        case .file(let path): file = path
        }
        let problem = unsafe footfall_limit_files(Int32(number(of: needs)), file)
        // A kernel without Landlock may separate processes by other means.
        if problem != ENOSYS, problem != EOPNOTSUPP { try requireNone("landlock", problem) }
        guard footfall_reaches_parent() == 0 else {
            throw SystemError(call: apart, errno: Errno(rawValue: EPERM))
        }
    }

    private static func number(of needs: ChildEnd.Needs) -> Int {
        switch needs {
        case .names: FOOTFALL_NEEDS_NAMES
        case .network: FOOTFALL_NEEDS_NETWORK
        case .file: FOOTFALL_NEEDS_FILES
        case .devices: FOOTFALL_NEEDS_DEVICES
        case .openDevices: FOOTFALL_NEEDS_OPEN_DEVICES
        case .server: FOOTFALL_NEEDS_SERVER
        }
    }

    /// What cannot be done, in an error, if the kernel separates processes neither by Landlock nor by other means.
    static let apart = "keep a child process out of this program's memory"

    private static func requireNone(_ call: String, _ problem: Int32) throws(SystemError) {
        guard problem == 0 else {
            throw SystemError(call: call, errno: Errno(rawValue: problem))
        }
    }
}
