// The keys of every step; each type of step adds its own to these.

extension RSDKey {
    /// The keys of every step except those of its buttons.
    public static let step = [
        RSDKey(
            "identifier",
            .text,
            isRequired: true,
            "What the step is called, by rules, recorders and results; no other of its level has it."
        )
    ]

    /// The keys of a visible step.
    public static let uiStep =
        step + actionHandler + texts + places
        + RSDDeviceType.known.map { device in
            RSDKey(
                device.rawValue,
                .overrides,
                "What the step says instead on a device of the kind '\(device.rawValue)', but for its "
                    + "buttons."
            )
        }

    private static let texts = [
        RSDKey("title", .text, "What stands above everything else on the step."),
        RSDKey(
            "text",
            .text,
            otherName: "subtitle",
            "What the participant reads first, below the title."
        ),
        RSDKey("detail", .text, "What the participant reads after the text, in more words."),
        RSDKey("footnote", .text, "What stands in small letters at the end of the step."),
        RSDKey(
            "fullInstructionsOnly",
            .boolean,
            "Whether the step is left out where only short instructions are shown; false if not given."
        ),
    ]

    private static let places = [
        RSDKey(
            "nextStepIdentifier",
            .step,
            "The step that follows this one; the next of the level if not given."
        ),
        RSDKey(
            "permissions",
            .list(.object(.permission)),
            "The rights that the participant is asked for when the step is shown."
        ),
        RSDKey(
            "viewTheme",
            .object(.viewTheme),
            "The view of a host that shows the step in place of the usual one."
        ),
        RSDKey("colorMapping", .member(.colors), "The colours that the step is shown in."),
        RSDKey(
            "colorTheme",
            .nothing(
                "'colorTheme' is no key of a step any more",
                remedy: "write a 'colorMapping'"
            ),
            "Earlier files had colours here, which a 'colorMapping' has now."
        ),
        RSDKey("image", .member(.image), "The image that the step shows, and where it stands."),
        RSDKey(
            "beforeCohortRules",
            .list(.object(.cohortRule)),
            "For which cohorts the task goes elsewhere instead of showing the step."
        ),
        RSDKey(
            "afterCohortRules",
            .list(.object(.cohortRule)),
            "For which cohorts the task goes elsewhere after the step."
        ),
    ]
}
