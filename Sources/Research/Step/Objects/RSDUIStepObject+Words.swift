// The keys of every step; each type of step adds its own to these.

extension RSDKey {
    /// The keys of every step except those of its buttons.
    public static let step = [
        RSDKey(
            "identifier",
            .text,
            isRequired: true,
            "The identifier of the step in rules, recorders and results; no other step of its level has it."
        )
    ]

    /// The keys of a visible step.
    public static let uiStep =
        step + actionHandler + texts + places
        + RSDDeviceType.known.map { device in
            RSDKey(
                device.rawValue,
                .overrides,
                "Keys that override those of the step on a device of the type '\(device.rawValue)'; "
                    + "'actions' and 'shouldHideActions' are not allowed there."
            )
        }

    private static let texts = [
        RSDKey("title", .text, "The heading of the step, above everything else."),
        RSDKey(
            "text",
            .text,
            otherName: "subtitle",
            "What the participant reads first, below the title."
        ),
        RSDKey("detail", .text, "A longer text, which the participant reads after the text."),
        RSDKey("footnote", .text, "A text in small letters at the end of the step."),
        RSDKey(
            "fullInstructionsOnly",
            .boolean,
            "Whether the step is skipped if only short instructions are shown; false if not given."
        ),
    ]

    private static let places = [
        RSDKey(
            "nextStepIdentifier",
            .step,
            "The step that follows this one; the next step of the level if not given."
        ),
        RSDKey(
            "permissions",
            .list(.object(.permission)),
            "The permissions that the participant is asked for when the step is shown."
        ),
        RSDKey(
            "viewTheme",
            .object(.viewTheme),
            "A view of the host that shows the step instead of the usual view."
        ),
        RSDKey("colorMapping", .member(.colors), "The colours of the step."),
        RSDKey(
            "colorTheme",
            .nothing(
                "'colorTheme' is no key of a step any more",
                remedy: "write a 'colorMapping'"
            ),
            "Earlier files had the colours here; use 'colorMapping' now."
        ),
        RSDKey("image", .member(.image), "The image that the step shows, and its position."),
        RSDKey(
            "beforeCohortRules",
            .list(.object(.cohortRule)),
            "Rules by which the task, for some cohorts, goes to another step instead of showing this one."
        ),
        RSDKey(
            "afterCohortRules",
            .list(.object(.cohortRule)),
            "Rules by which the task, for some cohorts, goes to another step after this one."
        ),
    ]
}
