// Reads the options for how a command writes files of samples.

internal import Arguments
internal import SampleFile

extension FlushPolicy {
    /// Reads the policy from the options of a command.
    init(_ arguments: ParsedArguments) {
        self.init()
        if arguments.contains(SharedOptions.compress) { compression = .zstd }
    }
}
