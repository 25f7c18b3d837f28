// What steps that are shown have, a protocol for each ability, as the field names them.

/// A step that is shown.
public protocol RSDUIStep: RSDStep, RSDUIActionHandler {
    /// The main text.
    var title: String? { get }
    /// More text.
    var text: String? { get }
    /// More text still, where there is room.
    var detail: String? { get }
    /// Text at the bottom.
    var footnote: String? { get }
}

/// A step that says how it would like to look.
public protocol RSDDesignableUIStep: RSDUIStep {
    /// Which view shows it.
    var viewTheme: (any RSDViewThemeElement)? { get }
    /// Its colours.
    var colorMapping: (any RSDColorMappingThemeElement)? { get }
    /// Its image.
    var imageTheme: (any RSDImageThemeElement)? { get }
}

/// A step that can be shown as a table.
public protocol RSDTableStep: RSDUIStep {
    /// The table's contents; `nil` where it has none that can be shown by these hints.
    @MainActor
    func instantiateDataSource(
        with parent: (any RSDPathComponent)?,
        for supportedHints: Set<RSDFormUIHint>
    ) -> (any RSDTableDataSource)?
}

/// A step that may be left out when instructions are short.
public protocol RSDInstructionStep: RSDUIStep {
    /// Whether it is shown with the full instructions only.
    var fullInstructionsOnly: Bool { get }
}

/// A step that tells which rights the task needs.
public protocol RSDStandardPermissionsStep: RSDStep {
    /// The rights.
    var standardPermissions: [RSDStandardPermission]? { get }
}

/// A step that has a timer, and may speak and record.
public protocol RSDActiveUIStep: RSDUIStep {
    /// How long it takes, in seconds; 0 for as long as the participant likes.
    var duration: Double { get }
    /// What is done by itself.
    var commands: RSDActiveUIStepCommand { get }
    /// Whether it must go on while the screen is off.
    var requiresBackgroundAudio: Bool { get }
    /// Whether an interruption ends the task.
    var shouldEndOnInterrupt: Bool { get }
    /// What is spoken when so many seconds have passed.
    func spokenInstruction(at seconds: Double) -> String?
}

/// A step that shows a result.
public protocol RSDResultSummaryStep: RSDUIStep {
    /// The result of which step; with `nil`, that of the task itself.
    var stepResultIdentifier: String? { get }
    /// Which answer of it.
    var resultIdentifier: String? { get }
    /// What stands above the answer.
    var resultTitle: String? { get }
    /// What stands behind it.
    var unitText: String? { get }
}
