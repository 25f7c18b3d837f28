// What a participant is told when a task may not do what it must. A permission that no table knows is
// spoken of in general, as apps may have permissions of their own.

extension StringTable {
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
