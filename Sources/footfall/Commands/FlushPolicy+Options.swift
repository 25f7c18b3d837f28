// How a command writes the files of samples.

internal import Arguments
internal import SampleFile

extension FlushPolicy {
    /// What the options of a command say of its files.
    init(_ arguments: ParsedArguments) {
        self.init()
        if arguments.contains(SharedOptions.compress) { compression = .zstd }
    }
}
