// The texts about missing permissions. A permission without its own text gets a general one, because apps may define
// permissions.

extension StringTable {
    /// Asks for a permission, by its name in task files: "May this task use the camera?".
    public func permissionQuestion(_ permission: String, in language: Language) -> String {
        let own = StringKey.permissionQuestion(permission)
        if template(own, in: language) != nil { return string(own, in: language) }
        return string(.permissionQuestion, in: language, permission)
    }

    /// Says why a permission, by its name in task files, is asked for; `nil` if the table has no text for it.
    public func permissionReason(_ permission: String, in language: Language) -> String? {
        let own = StringKey.permissionReason(permission)
        return template(own, in: language) == nil ? nil : string(own, in: language)
    }

    /// Says that a permission, by its name in task files, is missing: "Using the camera is not allowed".
    public func permissionTitle(_ permission: String, in language: Language) -> String {
        let own = StringKey.permissionTitle(permission)
        if template(own, in: language) != nil { return string(own, in: language) }
        return string(.permissionTitle, in: language, permission)
    }

    /// Says what a permission, by its name in task files, is needed for, and how to give it.
    public func permissionMessage(_ permission: String, in language: Language) -> String {
        let own = StringKey.permissionMessage(permission)
        return string(template(own, in: language) == nil ? .permissionMessage : own, in: language)
    }
}
