// What a person says of steps on the command line: whether they are counted, and how long the leg is by which they have
// a length.

package import Arguments
internal import MotionRecorder

/// What is wanted of the steps of whoever is recorded.
package struct StepOptions: Sendable, Equatable {
    /// Whether they are counted.
    package var areCounted = false
    /// From the hip to the ground, where it is said.
    package var legLengthInMetres: Double?

    package init() {}

    package static let stepsFlag = Flag(
        "steps",
        "count the steps in what a sensor at the low back measures, while it records; they are told beside its file"
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

    /// What is said of steps; none are counted where nothing is.
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
        let types = try arguments.value(of: SensorWish.typesOption)
        if let types, !types.contains(.accelerometer) {
            throw UsageError(
                place: "--steps",
                problem: "steps are counted by the accelerometer, which --types leaves out",
                remedy: "add accelerometer to --types, or leave --steps out"
            )
        }
    }

    /// Asks it of a recorder.
    ///
    /// - Parameters:
    ///   - configuration: What is asked of the recorder besides.
    ///   - placement: Where its sensor is worn, if that is said.
    ///   - isOnly: Whether there is no other: then it is asked in any case, and says why it does not.
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
