// What visible steps have: one protocol for each ability, with SageResearch's names.

/// A step that is visible on the screen.
public protocol RSDUIStep: RSDStep, RSDUIActionHandler {
    /// The main text.
    var title: String? { get }
    /// More text.
    var text: String? { get }
    /// Additional text, which is shown if there is room.
    var detail: String? { get }
    /// Text at the bottom.
    var footnote: String? { get }
}

/// A step with hints for its design.
public protocol RSDDesignableUIStep: RSDUIStep {
    /// The view that shows the step.
    var viewTheme: (any RSDViewThemeElement)? { get }
    /// Its colours.
    var colorMapping: (any RSDColorMappingThemeElement)? { get }
    /// Its image.
    var imageTheme: (any RSDImageThemeElement)? { get }
}

/// A step that can be shown as a table.
public protocol RSDTableStep: RSDUIStep {
    /// Returns the contents of the table; `nil` if there are none that these hints can show.
    @MainActor
    func instantiateDataSource(
        with parent: (any RSDPathComponent)?,
        for supportedHints: Set<RSDFormUIHint>
    ) -> (any RSDTableDataSource)?
}

/// A step that may be skipped when instructions are abbreviated.
public protocol RSDInstructionStep: RSDUIStep {
    /// Whether the step is shown only with the full instructions.
    var fullInstructionsOnly: Bool { get }
}

/// A step that names the permissions that the task needs.
public protocol RSDStandardPermissionsStep: RSDStep {
    /// The permissions.
    var standardPermissions: [RSDStandardPermission]? { get }
}

/// A step that has a timer, and may speak and record.
public protocol RSDActiveUIStep: RSDUIStep {
    /// How long the step takes, in seconds; 0 for no timer.
    var duration: Double { get }
    /// What the step does by itself.
    var commands: RSDActiveUIStepCommand { get }
    /// Whether the step must go on while the screen is off.
    var requiresBackgroundAudio: Bool { get }
    /// Whether an interruption ends the task.
    var shouldEndOnInterrupt: Bool { get }
    /// Returns the text to speak after `seconds`; `nil` for none.
    func spokenInstruction(at seconds: Double) -> String?
}

/// A step that shows a result.
public protocol RSDResultSummaryStep: RSDUIStep {
    /// The step that the answer is of, as `step` or `section/step`; `nil` for any step.
    var stepResultIdentifier: String? { get }
    /// The identifier of the answer to show; `nil` to show none.
    var resultIdentifier: String? { get }
    /// The title above the answer.
    var resultTitle: String? { get }
    /// The unit after the answer.
    var unitText: String? { get }
}
