// What a button of a step does. Actions are values, so a step and its task can have the same one.

/// What a button does, and how it looks.
public protocol RSDUIAction: Codable, Sendable {
    /// The type of the action, which decides what happens when the button is pressed.
    var type: RSDUIActionObjectType { get }
    /// The text on the button.
    var buttonTitle: String? { get }
    /// The name of the icon on the button.
    var iconName: String? { get }
    /// The bundle that has the icon.
    var bundleIdentifier: String? { get }
}

/// A button that goes to a step.
public protocol RSDNavigationUIAction: RSDUIAction {
    /// The step to go to.
    var skipToIdentifier: String { get }
}

/// A button that reminds the participant later.
public protocol RSDReminderUIAction: RSDUIAction {
    /// The identifier of the reminder.
    var reminderIdentifier: String { get }
}

/// A button that shows a web page or plays a video.
public protocol RSDShowViewUIAction: RSDUIAction {
    /// The address of the page or video.
    var url: String { get }
}

/// An object that has buttons: a step, a section or a task.
public protocol RSDUIActionHandler {
    /// Returns what a button does; `nil` to leave that to the section or task that contains this object.
    func action(for actionType: RSDUIActionType, on step: any RSDStep) -> (any RSDUIAction)?
    /// Returns whether a button is hidden; `nil` to leave that to the section or task that contains this object.
    func shouldHideAction(for actionType: RSDUIActionType, on step: any RSDStep) -> Bool?
}
