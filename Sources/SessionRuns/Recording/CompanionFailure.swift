// The error for a companion file that could not be written and is therefore deleted. Its message names the file of
// samples, and states that it has no companion, so that nobody searches for one.

internal import SampleFile
internal import SystemCalls

/// Reports that a companion could not be written; its samples are complete.
package struct CompanionFailure: Error, Equatable, CustomStringConvertible {
    package let description: String

    /// Makes the message for a companion of a file of samples.
    package init(of companion: FileCompanion, beside samples: String, _ cause: any Error) {
        let (what, remedy) = Self.words(for: cause)
        description =
            "\(samples): it is whole, but no file with the \(companion.word) of this "
            + "\(companion.thing) is kept beside it: \(what); \(remedy), and record the \(companion.thing) again"
    }

    private static func words(for cause: any Error) -> (what: String, remedy: String) {
        switch cause {
        case let failure as SampleFileWriteFailure: words(for: failure.cause)
        case let error as SystemError: words(for: error)
        case let error as SampleFileError: (error.what, error.remedy)
        default: ("\(cause)", storage)
        }
    }

    private static func words(for error: SystemError) -> (what: String, remedy: String) {
        ("\(error.errno)", error.remedy ?? storage)
    }

    private static let storage = "see that the storage is in order"
}
