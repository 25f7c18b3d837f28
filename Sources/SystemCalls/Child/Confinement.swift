// What a process gives up so that whoever takes it over has won nothing. None of it can be had back.

internal import CSystemCalls

/// Takes rights from this process.
package enum Confinement {
    /// How much more memory it may take than it has.
    private static let memoryLimit: Int64 = 40 << 20

    /// Gives up capabilities, the gaining of rights, writing to files, memory without a limit, and a life
    /// beyond that of the thread that started this process.
    package static func giveUpRights() throws(SystemError) {
        try requireNone("prctl", footfall_give_up_rights(memoryLimit))
    }

    /// Has the kernel refuse every call but the few that are needed; for all threads, for ever.
    package static func limitCalls(to needs: ChildEnd.Needs) throws(SystemError) {
        let number =
            switch needs {
            case .names: FOOTFALL_NEEDS_NAMES
            case .network: FOOTFALL_NEEDS_NETWORK
            case .files: FOOTFALL_NEEDS_FILES
            case .devices: FOOTFALL_NEEDS_DEVICES
            }
        try requireNone("seccomp", footfall_filter_calls(Int32(number)))
    }

    private static func requireNone(_ call: String, _ problem: Int32) throws(SystemError) {
        guard problem == 0 else {
            throw SystemError(call: call, errno: Errno(rawValue: problem))
        }
    }
}
