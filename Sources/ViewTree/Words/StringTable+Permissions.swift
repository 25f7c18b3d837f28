// What a participant is told when a task may not do what it must. A permission that no table knows is
// spoken of in general, as apps may have permissions of their own.

extension StringTable {
    /// Whether a permission, by its name in task files, is given: "May this task use the camera?".
    public func permissionQuestion(_ permission: String, in language: Language) -> String {
        let own = StringKey.permissionQuestion(permission)
        if template(own, in: language) != nil { return string(own, in: language) }
        return string(.permissionQuestion, in: language, permission)
    }

    /// What a permission, by its name in task files, is asked for; `nil` where only the app knows.
    public func permissionReason(_ permission: String, in language: Language) -> String? {
        let own = StringKey.permissionReason(permission)
        return template(own, in: language) == nil ? nil : string(own, in: language)
    }

    /// That a permission, by its name in task files, is missing: "Using the camera is not allowed".
    public func permissionTitle(_ permission: String, in language: Language) -> String {
        let own = StringKey.permissionTitle(permission)
        if template(own, in: language) != nil { return string(own, in: language) }
        return string(.permissionTitle, in: language, permission)
    }

    /// What a permission, by its name in task files, is needed for, and how it is given.
    public func permissionMessage(_ permission: String, in language: Language) -> String {
        let own = StringKey.permissionMessage(permission)
        return string(template(own, in: language) == nil ? .permissionMessage : own, in: language)
    }
}
