// What a button of a step does. Actions are values: the same one may stand on a step and on its task.

/// What a button does, and how it looks.
public protocol RSDUIAction: Codable, Sendable {
    /// What happens when it is pressed.
    var type: RSDUIActionObjectType { get }
    /// What stands on it.
    var buttonTitle: String? { get }
    /// The picture on it.
    var iconName: String? { get }
    /// Where the picture is.
    var bundleIdentifier: String? { get }
}

/// A button that goes to a step.
public protocol RSDNavigationUIAction: RSDUIAction {
    /// The step.
    var skipToIdentifier: String { get }
}

/// A button that reminds the participant later.
public protocol RSDReminderUIAction: RSDUIAction {
    /// The reminder.
    var reminderIdentifier: String { get }
}

/// A button that shows a page or a film.
public protocol RSDShowViewUIAction: RSDUIAction {
    /// The page or film.
    var url: String { get }
}

/// Whoever has buttons: a step, a section or a task.
public protocol RSDUIActionHandler {
    /// What a button does; `nil` to leave that to whoever is above.
    func action(for actionType: RSDUIActionType, on step: any RSDStep) -> (any RSDUIAction)?
    /// Whether a button is hidden; `nil` to leave that to whoever is above.
    func shouldHideAction(for actionType: RSDUIActionType, on step: any RSDStep) -> Bool?
}
