// The command-line options for steps: whether to count them, and the leg length from which their length is
// computed.

package import Arguments
internal import MotionRecorder

/// How to count the participant's steps.
package struct StepOptions: Sendable, Equatable {
    /// Whether to count them.
    package var areCounted = false
    /// The length from the hip to the ground, if given.
    package var legLengthInMetres: Double?

    package init() {}

    package static let stepsFlag = Flag(
        "steps",
        "count steps during the recording, by a sensor at the low back, and put the counts into the result"
    )
    package static let legLengthOption = Option(
        "leg-length",
        taking: "METRES",
        as: .positiveNumber(
            within: MotionRecorderConfiguration.possibleLegLengths,
            example: "0.9"
        ),
        "with --steps: the height of the hip above the ground, from which the walked distance is computed"
    )
    package static let declarations = [stepsFlag.declaration, legLengthOption.declaration]

    /// Parses the options; by default no steps are counted.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        areCounted = arguments.contains(Self.stepsFlag)
        legLengthInMetres = try arguments.value(of: Self.legLengthOption)
        guard areCounted else {
            try arguments.refuse(
                [Self.legLengthOption.declaration],
                "it is used only with --steps",
                "leave it out, or add --steps"
            )
            return
        }
        let types = try arguments.value(of: SensorOptions.typesOption)
        if let types, !types.contains(.accelerometer) {
            throw UsageError(
                place: "--steps",
                problem: "steps are counted by the accelerometer, which --types leaves out",
                remedy: "add accelerometer to --types, or leave --steps out"
            )
        }
    }

    /// Says at the start if no steps will be counted at the placements.
    ///
    /// - Parameter placements: Where the sensors are worn; empty if the user gave no placement.
    /// - Returns: The note; `nil` if steps can be counted, or none are wanted.
    func note(on placements: [String]) -> String? {
        guard areCounted, !placements.isEmpty,
            !placements.contains(where: { MotionRecorderConfiguration.canCountSteps(at: $0) })
        else { return nil }
        return "--steps: no steps will be counted, because no sensor is worn at the low back; "
            + "wear one there, and give it --placement lowBack"
    }

    /// Applies the options to a recorder's configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration to change.
    ///   - placement: Where its sensor is worn, if given.
    ///   - isOnly: Whether it is the only recorder: then steps are requested in any case, and it reports why it
    ///     cannot count them.
    func ask(
        of configuration: inout MotionRecorderConfiguration,
        at placement: String?,
        isOnly: Bool
    ) {
        guard areCounted, isOnly || MotionRecorderConfiguration.canCountSteps(at: placement) else {
            return
        }
        configuration.placement = placement
        configuration.steps = true
        configuration.legLength = legLengthInMetres
    }
}
