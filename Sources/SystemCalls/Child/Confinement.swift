// What a process gives up so that whoever takes it over has won nothing. None of it can be had back.

internal import CSystemCalls
internal import Glibc

/// Takes rights from this process.
package enum Confinement {
    /// How many more addresses it may have than memory to write to, of whatever kind.
    ///
    /// Beside that memory, the stacks of three threads (1 MiB each) and the libraries of a resolver have to find
    /// room. Measured on x86-64: a recording takes 3.4 MiB more addresses than the child begins with (77 MiB), a
    /// resolver 2.1 MiB.
    private static let moreAddresses: Int64 = 8 << 20

    /// Gives up capabilities, the gaining of rights, writing to files, memory without a limit, and a life
    /// beyond that of the thread that started this process.
    package static func giveUpRights(
        but room: SandboxedService.Room = .usual
    ) throws(SystemError) {
        let addresses = room.bytes + moreAddresses
        try requireNone("prctl", footfall_give_up_rights(room.bytes, addresses, room.files))
    }

    /// Has the kernel refuse every call but the few that are needed; for all threads, for ever.
    package static func limitCalls(to needs: ChildEnd.Needs) throws(SystemError) {
        try requireNone("seccomp", footfall_filter_calls(Int32(number(of: needs))))
    }

    /// Has the kernel open no file but those that are needed, and show no other process's memory, for this thread
    /// and those that it starts.
    ///
    /// - Throws: Also where files are needed, and this process could look into its parent.
    package static func limitFiles(to needs: ChildEnd.Needs) throws(SystemError) {
        var file: String?
        switch needs {
        case .network, .openDevices, .server: return
        case .names: break
        case .devices(let port): file = port
        case .file(let path): file = path
        }
        let problem = unsafe footfall_limit_files(Int32(number(of: needs)), file)
        // A kernel without it may keep processes apart by itself.
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

    /// What cannot be done where the kernel has neither.
    static let apart = "keep a child process out of this program's memory"

    private static func requireNone(_ call: String, _ problem: Int32) throws(SystemError) {
        guard problem == 0 else {
            throw SystemError(call: call, errno: Errno(rawValue: problem))
        }
    }
}
