// Whether a recording's values are calibrated: only where somebody asks for it, since whoever compares recordings has to
// know which they have.

package import Arguments

/// What is said of calibrations for a recording.
package enum CalibrationChoice {
    package static let flag = Flag(
        "calibrated",
        "calibrate what motion sensors read, by what footfall calibrate has kept; the raw values can be had back"
    )

    /// What a command that records takes.
    package static let options = [flag.declaration, CalibrationStore.folderOption.declaration]

    /// Where the calibrations are that the values are to be calibrated by; `nil` where they are not to be.
    package static func store(_ arguments: ParsedArguments) throws(UsageError) -> CalibrationStore?
    {
        guard arguments.contains(flag) else {
            try arguments.refuse(
                [CalibrationStore.folderOption.declaration],
                "nothing is calibrated",
                "add --calibrated, or leave it out"
            )
            return nil
        }
        return try CalibrationStore(arguments)
    }
}
