// Swift looks for the arguments beside the environment, where the kernel has put both. A library that is
// loaded ahead of the program and sets a variable moves the environment, and there seem to be none.

internal import CSystemCalls

extension Environment {
    /// The words that this program was started with, the program itself first.
    public static var arguments: [String] {
        let count = footfall_argument_count()
        guard count > 0 else { return CommandLine.arguments }
        return (0..<count).compactMap { index in
            unsafe footfall_argument(index).map { unsafe String(cString: $0) }
        }
    }
}
