// The keys of all texts on a screen, independent of the language. An app adds keys by an extension, and replaces our
// texts by its own table.

/// The key of a text in a `StringTable`.
public struct StringKey: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

extension StringKey: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}

// MARK: - Buttons

extension StringKey {
    public static let next: StringKey = "button.next"
    public static let done: StringKey = "button.done"
    public static let getStarted: StringKey = "button.getStarted"
    public static let back: StringKey = "button.back"
    public static let cancel: StringKey = "button.cancel"
    public static let skip: StringKey = "button.skip"
    public static let learnMore: StringKey = "button.learnMore"
    public static let reviewInstructions: StringKey = "button.reviewInstructions"
    public static let ok: StringKey = "button.ok"
    public static let close: StringKey = "button.close"
    public static let yes: StringKey = "button.yes"
    public static let no: StringKey = "button.no"
    /// A button that makes a mark in all recordings.
    public static let mark: StringKey = "button.mark"
}

// MARK: - Leaving a task

extension StringKey {
    /// The question whether to leave a task.
    public static let cancelTitle: StringKey = "cancel.title"
    public static let discardResults: StringKey = "cancel.discardResults"
    public static let saveResults: StringKey = "cancel.saveResults"
    /// The button that stays in the task.
    public static let continueTask: StringKey = "cancel.continue"
}

// MARK: - Permissions

extension StringKey {
    /// Says that something is not allowed; its value says what.
    public static let permissionTitle: StringKey = "permission.title"
    /// Says what can be done about that.
    public static let permissionMessage: StringKey = "permission.message"
    /// Asks whether something may be used; its value says what.
    public static let permissionQuestion: StringKey = "permission.question"
    public static let allow: StringKey = "permission.allow"
    public static let refuse: StringKey = "permission.refuse"
    /// Says that the participant cannot give the permission.
    public static let permissionRestricted: StringKey = "permission.restricted"

    /// Says that a permission is missing, by its name in task files; see `StringTable.permissionTitle`.
    public static func permissionTitle(_ permission: String) -> StringKey {
        StringKey(rawValue: "permission.\(permission).title")
    }

    /// Says what a permission is for, by its name in task files; see `StringTable.permissionMessage`.
    public static func permissionMessage(_ permission: String) -> StringKey {
        StringKey(rawValue: "permission.\(permission).message")
    }
}

extension StringKey {
    /// Asks for a permission, by its name in task files; see `StringTable.permissionQuestion`.
    public static func permissionQuestion(_ permission: String) -> StringKey {
        StringKey(rawValue: "permission.\(permission).question")
    }

    /// Says why a permission is asked for, by its name in task files; see `StringTable.permissionReason`.
    public static func permissionReason(_ permission: String) -> StringKey {
        StringKey(rawValue: "permission.\(permission).reason")
    }
}

// MARK: - What is recorded

extension StringKey {
    /// Informs the participant of a recording that must not go unnoticed; `word` names what is recorded.
    public static func recording(_ word: String) -> StringKey {
        StringKey(rawValue: "recording.\(word)")
    }
}

// MARK: - Obstacles to a run

extension StringKey {
    public static let tryAgain: StringKey = "trouble.tryAgain"
    public static let goOnWithout: StringKey = "trouble.goOn"
    public static let endTask: StringKey = "trouble.leave"
    /// Says that a recorder cannot start; its value is the recorder's name in the task.
    public static let notStartedTitle: StringKey = "trouble.notStarted.title"
    /// Says that a recorder has failed; its value is the recorder's name in the task.
    public static let failedTitle: StringKey = "trouble.failed.title"
    public static let failedMessage: StringKey = "trouble.failed.message"
    /// Says that a recorder has not answered yet; its value is the recorder's name in the task.
    public static let waitingTitle: StringKey = "trouble.waiting.title"
    public static let waitingForStart: StringKey = "trouble.waiting.start"
    public static let waitingForStop: StringKey = "trouble.waiting.stop"
    public static let notKeptTitle: StringKey = "trouble.notKept.title"
    public static let slowKeepingTitle: StringKey = "trouble.slowKeeping.title"
    public static let slowKeepingMessage: StringKey = "trouble.slowKeeping.message"
    public static let taskFailedTitle: StringKey = "trouble.task.title"
    /// Says that an instruction could not be spoken.
    public static let unspokenTitle: StringKey = "trouble.unspoken.title"
}

// MARK: - An unfinished run

extension StringKey {
    public static let savedRunTitle: StringKey = "savedRun.title"
    /// Its values: when the run began; and the codes of its participant, if any, with the name of its session.
    public static let savedRunMessage: StringKey = "savedRun.message"
    public static let goOnWithSaved: StringKey = "savedRun.goOn"
    public static let beginAnew: StringKey = "savedRun.beginAnew"
}

// MARK: - Invalid answers

extension StringKey {
    public static let invalidAnswerTitle: StringKey = "answer.invalid.title"
    public static let missingAnswerTitle: StringKey = "answer.missing.title"
    public static let tooLongTitle: StringKey = "answer.tooLong.title"
    /// Its value: the greatest number of characters.
    public static let tooLongMessage: StringKey = "answer.tooLong.message"
    public static let tooSmallTitle: StringKey = "answer.tooSmall.title"
    /// Its value is the least answer.
    public static let tooSmallMessage: StringKey = "answer.tooSmall.message"
    public static let tooLargeTitle: StringKey = "answer.tooLarge.title"
    /// Its value is the greatest answer.
    public static let tooLargeMessage: StringKey = "answer.tooLarge.message"
    public static let tooEarlyTitle: StringKey = "answer.tooEarly.title"
    /// Its value is the first date.
    public static let tooEarlyMessage: StringKey = "answer.tooEarly.message"
    public static let tooLateTitle: StringKey = "answer.tooLate.title"
    /// Its value is the last date.
    public static let tooLateMessage: StringKey = "answer.tooLate.message"

    // What an answer must be, shown if it is not.
    public static let chooseMessage: StringKey = "answer.choose.message"
    public static let otherTypeMessage: StringKey = "answer.otherType.message"
    public static let numberMessage: StringKey = "answer.number.message"
    /// Its value is a number as the language writes it.
    public static let decimalMessage: StringKey = "answer.decimal.message"
    /// Its values: the two nearest possible numbers.
    public static let betweenStepsMessage: StringKey = "answer.betweenSteps.message"
    /// Its value: the last possible number before the entered one.
    public static let beyondStepsMessage: StringKey = "answer.beyondSteps.message"
    public static let wholeNumberMessage: StringKey = "answer.wholeNumber.message"
    public static let smallerNumberMessage: StringKey = "answer.smallerNumber.message"
    public static let largerNumberMessage: StringKey = "answer.largerNumber.message"
    public static let yesOrNoMessage: StringKey = "answer.yesOrNo.message"
    /// Its value: the format of the date.
    public static let dateMessage: StringKey = "answer.date.message"
    public static let noSuchDayMessage: StringKey = "answer.noSuchDay.message"
    public static let postalCodeMessage: StringKey = "answer.postalCode.message"
    public static let bloodPressureMessage: StringKey = "answer.bloodPressure.message"
    public static let otherFormMessage: StringKey = "answer.otherForm.message"
    /// Its value is the pattern that cannot be used.
    public static let uncheckableMessage: StringKey = "answer.uncheckable.message"

    // The letters for the parts of a date, in the format shown to the participant.
    public static let yearLetters: StringKey = "date.letters.year"
    public static let monthLetters: StringKey = "date.letters.month"
    public static let dayLetters: StringKey = "date.letters.day"
    public static let hourLetters: StringKey = "date.letters.hour"
    public static let minuteLetters: StringKey = "date.letters.minute"
    public static let secondLetters: StringKey = "date.letters.second"

    // The unit after the number in each column of a duration.
    public static let hourUnit: StringKey = "duration.unit.hour"
    public static let minuteUnit: StringKey = "duration.unit.minute"
    public static let secondUnit: StringKey = "duration.unit.second"

    // The prompts of questions without their own text.
    public static let heightPrompt: StringKey = "prompt.height"
    public static let weightPrompt: StringKey = "prompt.weight"
    public static let bloodPressurePrompt: StringKey = "prompt.bloodPressure"
    public static let durationPrompt: StringKey = "prompt.duration"

    // Says why a picture is not accepted.
    public static let pictureTitle: StringKey = "picture.title"
    public static let pictureMissing: StringKey = "picture.missing"
    public static let pictureNoFile: StringKey = "picture.noFile"
    public static let pictureOutside: StringKey = "picture.outside"
    public static let pictureUnreachable: StringKey = "picture.unreachable"
}

// MARK: - Progress

extension StringKey {
    /// Its value: the number of steps done.
    public static let step: StringKey = "progress.step"
    /// Its values: the steps done, and their total.
    public static let stepOf: StringKey = "progress.stepOf"
    /// Its values: the steps done, and the estimated total.
    public static let stepOfAbout: StringKey = "progress.stepOfAbout"
}

// MARK: - Texts for screen readers

extension StringKey {
    public static let selected: StringKey = "spoken.selected"
    public static let notSelected: StringKey = "spoken.notSelected"
    /// The separator in a list.
    public static let separator: StringKey = "spoken.separator"

    static let button: StringKey = "spoken.button"
    static let cannotBeUndone: StringKey = "spoken.cannotBeUndone"
    static let touchArea: StringKey = "spoken.touchArea"
    static let progress: StringKey = "spoken.progress"
    static let inProgress: StringKey = "spoken.inProgress"

    static let timeLeft: StringKey = "spoken.timeLeft"
    static let hours: StringKey = "spoken.hours"
    static let minutes: StringKey = "spoken.minutes"
    static let seconds: StringKey = "spoken.seconds"
    static let notStarted: StringKey = "spoken.notStarted"
    public static let paused: StringKey = "spoken.paused"
    static let timeIsUp: StringKey = "spoken.timeIsUp"

    static let section: StringKey = "spoken.section"
    static let row: StringKey = "spoken.row"
    static let choice: StringKey = "spoken.choice"
    /// Says that a question must be answered.
    public static let required: StringKey = "spoken.required"
    static let textField: StringKey = "spoken.textField"
    static let secureTextField: StringKey = "spoken.secureTextField"
    static let hiddenText: StringKey = "spoken.hiddenText"

    static let picker: StringKey = "spoken.picker"
    static let date: StringKey = "spoken.date"
    static let time: StringKey = "spoken.time"
    static let dateAndTime: StringKey = "spoken.dateAndTime"
    static let duration: StringKey = "spoken.duration"
    static let height: StringKey = "spoken.height"
    static let weight: StringKey = "spoken.weight"
    static let number: StringKey = "spoken.number"

    static let slider: StringKey = "spoken.slider"
    static let notSet: StringKey = "spoken.notSet"
    /// Its values: the smallest and the greatest answer.
    package static let fromTo: StringKey = "spoken.fromTo"
    static let from: StringKey = "spoken.from"
    static let until: StringKey = "spoken.until"
    static let notInPast: StringKey = "spoken.notInPast"
    static let notInFuture: StringKey = "spoken.notInFuture"
    package static let withUnit: StringKey = "spoken.withUnit"

    static let plot: StringKey = "spoken.plot"
    static let plotOf: StringKey = "spoken.plotOf"
    static let page: StringKey = "spoken.page"
    static let film: StringKey = "spoken.film"
    static let camera: StringKey = "spoken.camera"
    static let pictures: StringKey = "spoken.pictures"
    static let alert: StringKey = "spoken.alert"
}
