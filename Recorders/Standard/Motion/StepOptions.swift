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
        "count the steps in what a sensor at the low back measures, while it records; the counts are results beside its file"
    )
    package static let legLengthOption = Option(
        "leg-length",
        taking: "METRES",
        as: .positiveNumber(
            within: MotionRecorderConfiguration.possibleLegLengths,
            example: "0.9"
        ),
        "how far the hip is from the ground: with --steps, how far somebody walks is reckoned by it"
    )
    package static let declarations = [stepsFlag.declaration, legLengthOption.declaration]

    /// Parses the options; by default no steps are counted.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        areCounted = arguments.contains(Self.stepsFlag)
        legLengthInMetres = try arguments.value(of: Self.legLengthOption)
        guard areCounted else {
            try arguments.refuse(
                [Self.legLengthOption.declaration],
                "without --steps, no step is measured by it",
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
