// The names of what is said on a screen, in whatever language. An app adds its own by an extension, and
// says ours in other words by a table of its own.

/// The name of a word or a sentence in a `StringTable`.
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
    /// Makes a mark in all that is recorded.
    public static let mark: StringKey = "button.mark"
}

// MARK: - Leaving a task

extension StringKey {
    /// The question whether to leave a task.
    public static let cancelTitle: StringKey = "cancel.title"
    public static let discardResults: StringKey = "cancel.discardResults"
    public static let saveResults: StringKey = "cancel.saveResults"
    /// Stays in the task after all.
    public static let continueTask: StringKey = "cancel.continue"
}

// MARK: - Permissions

extension StringKey {
    /// That something is not allowed; its value says what.
    public static let permissionTitle: StringKey = "permission.title"
    /// What can be done about that.
    public static let permissionMessage: StringKey = "permission.message"
    /// Whether something may be used; its value says what.
    public static let permissionQuestion: StringKey = "permission.question"
    public static let allow: StringKey = "permission.allow"
    public static let refuse: StringKey = "permission.refuse"
    /// That it is not the participant who could allow it.
    public static let permissionRestricted: StringKey = "permission.restricted"

    /// That a permission is missing, by its name in task files; see `StringTable.permissionTitle`.
    public static func permissionTitle(_ permission: String) -> StringKey {
        StringKey(rawValue: "permission.\(permission).title")
    }

    /// What a permission is for, by its name in task files; see `StringTable.permissionMessage`.
    public static func permissionMessage(_ permission: String) -> StringKey {
        StringKey(rawValue: "permission.\(permission).message")
    }
}

extension StringKey {
    /// The question whether a permission is given, by its name in task files; see `StringTable.permissionQuestion`.
    public static func permissionQuestion(_ permission: String) -> StringKey {
        StringKey(rawValue: "permission.\(permission).question")
    }

    /// What it is asked for, by its name in task files; see `StringTable.permissionReason`.
    public static func permissionReason(_ permission: String) -> StringKey {
        StringKey(rawValue: "permission.\(permission).reason")
    }
}

// MARK: - What is recorded

extension StringKey {
    /// What a participant is told while something records that is not to run unnoticed, by its word.
    public static func recording(_ word: String) -> StringKey {
        StringKey(rawValue: "recording.\(word)")
    }
}

// MARK: - What stands in a run's way

extension StringKey {
    public static let tryAgain: StringKey = "trouble.tryAgain"
    public static let goOnWithout: StringKey = "trouble.goOn"
    public static let endTask: StringKey = "trouble.leave"
    /// That a recorder cannot record; its value is the recorder's name in the task.
    public static let notStartedTitle: StringKey = "trouble.notStarted.title"
    /// That a recorder has failed; its value is the recorder's name in the task.
    public static let failedTitle: StringKey = "trouble.failed.title"
    public static let failedMessage: StringKey = "trouble.failed.message"
    /// That a recorder has not answered yet; its value is the recorder's name in the task.
    public static let waitingTitle: StringKey = "trouble.waiting.title"
    public static let waitingForStart: StringKey = "trouble.waiting.start"
    public static let waitingForStop: StringKey = "trouble.waiting.stop"
    public static let notKeptTitle: StringKey = "trouble.notKept.title"
    public static let slowKeepingTitle: StringKey = "trouble.slowKeeping.title"
    public static let slowKeepingMessage: StringKey = "trouble.slowKeeping.message"
    public static let taskFailedTitle: StringKey = "trouble.task.title"
    /// That nobody has heard what the voice should have said.
    public static let unspokenTitle: StringKey = "trouble.unspoken.title"
}

// MARK: - A run that was left

extension StringKey {
    public static let savedRunTitle: StringKey = "savedRun.title"
    /// Its values are when the run was begun, and the name of its session.
    public static let savedRunMessage: StringKey = "savedRun.message"
    public static let goOnWithSaved: StringKey = "savedRun.goOn"
    public static let beginAnew: StringKey = "savedRun.beginAnew"
}

// MARK: - Answers that are none

extension StringKey {
    public static let invalidAnswerTitle: StringKey = "answer.invalid.title"
    public static let missingAnswerTitle: StringKey = "answer.missing.title"
    public static let tooLongTitle: StringKey = "answer.tooLong.title"
    /// Its value is the number of characters that there may be.
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

    // What an answer must be, said where it is not.
    public static let chooseMessage: StringKey = "answer.choose.message"
    public static let otherTypeMessage: StringKey = "answer.otherType.message"
    public static let numberMessage: StringKey = "answer.number.message"
    /// Its value is a number as the language writes it.
    public static let decimalMessage: StringKey = "answer.decimal.message"
    /// Its values are the two numbers that are possible beside what was entered.
    public static let betweenStepsMessage: StringKey = "answer.betweenSteps.message"
    /// Its value is the last number that is possible before what was entered.
    public static let beyondStepsMessage: StringKey = "answer.beyondSteps.message"
    public static let wholeNumberMessage: StringKey = "answer.wholeNumber.message"
    public static let smallerNumberMessage: StringKey = "answer.smallerNumber.message"
    public static let largerNumberMessage: StringKey = "answer.largerNumber.message"
    public static let yesOrNoMessage: StringKey = "answer.yesOrNo.message"
    /// Its value is the form that a date must have.
    public static let dateMessage: StringKey = "answer.date.message"
    public static let noSuchDayMessage: StringKey = "answer.noSuchDay.message"
    public static let postalCodeMessage: StringKey = "answer.postalCode.message"
    public static let bloodPressureMessage: StringKey = "answer.bloodPressure.message"
    public static let otherFormMessage: StringKey = "answer.otherForm.message"
    /// Its value is the pattern that cannot be used.
    public static let uncheckableMessage: StringKey = "answer.uncheckable.message"

    // What stands for the parts of a date in the form that somebody is told to type it in.
    public static let yearLetters: StringKey = "date.letters.year"
    public static let monthLetters: StringKey = "date.letters.month"
    public static let dayLetters: StringKey = "date.letters.day"
    public static let hourLetters: StringKey = "date.letters.hour"
    public static let minuteLetters: StringKey = "date.letters.minute"
    public static let secondLetters: StringKey = "date.letters.second"

    // What stands behind the number of each wheel of a duration.
    public static let hourUnit: StringKey = "duration.unit.hour"
    public static let minuteUnit: StringKey = "duration.unit.minute"
    public static let secondUnit: StringKey = "duration.unit.second"

    // What is asked for where a question has no words of its own.
    public static let heightPrompt: StringKey = "prompt.height"
    public static let weightPrompt: StringKey = "prompt.weight"
    public static let bloodPressurePrompt: StringKey = "prompt.bloodPressure"
    public static let durationPrompt: StringKey = "prompt.duration"

    // Why a picture is not taken.
    public static let pictureTitle: StringKey = "picture.title"
    public static let pictureMissing: StringKey = "picture.missing"
    public static let pictureNoFile: StringKey = "picture.noFile"
    public static let pictureOutside: StringKey = "picture.outside"
    public static let pictureUnreachable: StringKey = "picture.unreachable"
}

// MARK: - Progress

extension StringKey {
    /// Its value is what is done.
    public static let step: StringKey = "progress.step"
    /// Its values are what is done, and how much there is.
    public static let stepOf: StringKey = "progress.stepOf"
    /// Its values are what is done, and how much there may be.
    public static let stepOfAbout: StringKey = "progress.stepOfAbout"
}

// MARK: - What is said to those who do not see

extension StringKey {
    public static let selected: StringKey = "spoken.selected"
    public static let notSelected: StringKey = "spoken.notSelected"
    /// What stands between two of several things.
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
    /// That a question must be answered.
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
    static let fromTo: StringKey = "spoken.fromTo"
    static let from: StringKey = "spoken.from"
    static let until: StringKey = "spoken.until"
    static let notInPast: StringKey = "spoken.notInPast"
    static let notInFuture: StringKey = "spoken.notInFuture"
    static let withUnit: StringKey = "spoken.withUnit"

    static let plot: StringKey = "spoken.plot"
    static let plotOf: StringKey = "spoken.plotOf"
    static let page: StringKey = "spoken.page"
    static let film: StringKey = "spoken.film"
    static let camera: StringKey = "spoken.camera"
    static let pictures: StringKey = "spoken.pictures"
    static let alert: StringKey = "spoken.alert"
}
