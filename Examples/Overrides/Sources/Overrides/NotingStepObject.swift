// A subclass of RSDUIStepObject that overrides all that is open in it. The compiler proves that another package can
// do so; the log proves that the framework calls the overrides.

import Research

/// A step of an app's own type, `noting`.
final class NotingStepObject: RSDUIStepObject {
    private func note(_ member: String = #function) {
        CallLog.ofRun.note(.stepObject, member, at: identifier)
    }

    private func noteSetter(_ member: String = #function) { note("\(member) =") }

    override var title: String? {
        get {
            note()
            return super.title
        }
        set {
            noteSetter()
            super.title = newValue
        }
    }
    override var text: String? {
        get {
            note()
            return super.text
        }
        set {
            noteSetter()
            super.text = newValue
        }
    }
    override var detail: String? {
        get {
            note()
            return super.detail
        }
        set {
            noteSetter()
            super.detail = newValue
        }
    }
    override var footnote: String? {
        get {
            note()
            return super.footnote
        }
        set {
            noteSetter()
            super.footnote = newValue
        }
    }
    override var standardPermissions: [RSDStandardPermission]? {
        get {
            note()
            return super.standardPermissions
        }
        set {
            noteSetter()
            super.standardPermissions = newValue
        }
    }
    override var fullInstructionsOnly: Bool {
        get {
            note()
            return super.fullInstructionsOnly
        }
        set {
            noteSetter()
            super.fullInstructionsOnly = newValue
        }
    }
    override var viewTheme: (any RSDViewThemeElement)? {
        get {
            note()
            return super.viewTheme
        }
        set {
            noteSetter()
            super.viewTheme = newValue
        }
    }
    override var colorMapping: (any RSDColorMappingThemeElement)? {
        get {
            note()
            return super.colorMapping
        }
        set {
            noteSetter()
            super.colorMapping = newValue
        }
    }
    override var imageTheme: (any RSDImageThemeElement)? {
        get {
            note()
            return super.imageTheme
        }
        set {
            noteSetter()
            super.imageTheme = newValue
        }
    }
    override var nextStepIdentifier: String? {
        note()
        return super.nextStepIdentifier
    }

    override class func defaultType() -> RSDStepType {
        CallLog.ofRun.note(.stepObject, #function, at: "")
        return super.defaultType()
    }

    override func copyInto(_ copy: RSDUIStepObject) {
        note()
        super.copyInto(copy)
    }

    override func instantiateStepResult() -> any RSDResult {
        note()
        return super.instantiateStepResult()
    }

    override func validate() throws {
        note()
        try super.validate()
    }

    override func nextStepIdentifier(
        with result: (any RSDTaskResult)?,
        isPeeking: Bool
    ) -> String? {
        note()
        return super.nextStepIdentifier(with: result, isPeeking: isPeeking)
    }

    @MainActor
    override func instantiateDataSource(
        with parent: (any RSDPathComponent)?,
        for supportedHints: Set<RSDFormUIHint>
    ) -> (any RSDTableDataSource)? {
        note()
        return super.instantiateDataSource(with: parent, for: supportedHints)
    }

    override func decode(from decoder: any Decoder, for deviceType: RSDDeviceType?) throws {
        note()
        try super.decode(from: decoder, for: deviceType)
    }
}
