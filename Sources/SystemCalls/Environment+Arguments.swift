// The program's arguments, taken from the C library. Swift looks for them next to the environment, where the kernel has
// put both; a preloaded library that sets a variable moves the environment, and then Swift finds none.

internal import CSystemCalls

extension Environment {
    /// The arguments of this program, its own name first.
    public static var arguments: [String] {
        let count = footfall_argument_count()
        guard count > 0 else { return CommandLine.arguments }
        return (0..<count).compactMap { index in
            unsafe footfall_argument(index).map { unsafe String(cString: $0) }
        }
    }
}
