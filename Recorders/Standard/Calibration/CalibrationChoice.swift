// Whether a recording's values are calibrated. They are only if the user asks for it, because users who compare
// recordings must know which kind they have.

package import Arguments

/// The command-line options about calibrations for a recording.
package enum CalibrationChoice {
    package static let flag = Flag(
        "calibrated",
        "apply the calibrations that footfall calibrate has stored to the values of motion sensors; the raw values can be restored"
    )

    /// The options of a command that records.
    package static let options = [flag.declaration, CalibrationStore.folderOption.declaration]

    /// The calibrations to use; `nil` if the values are not to be calibrated.
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
