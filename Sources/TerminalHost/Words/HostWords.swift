// The terminal's own texts, such as the list of keys and the note that there is more to read. All other texts come with
// the tree.

internal import Research
internal import ViewTree

/// The terminal's own words in a language.
struct HostWords: Sendable, Equatable {
    var language: Language

    /// A text, with values in its placeholders.
    func callAsFunction(_ key: StringKey, _ values: String...) -> String {
        Self.table.string(key, in: language, values: values)
    }

    /// The limits of a date; `nil` if there are none.
    func limits(of dates: DateBounds) -> String? {
        dates.limits(in: Self.table, language: language)
    }

    /// Asks for a date: its format, with an example.
    func asking(for dates: DateBounds) -> String {
        self(.plainDate, dates.typedForm, dates.example)
    }

    static let table = StringTable.builtIn.merging(
        StringTable([.english: english, .german: german, .arabic: arabic])
    )
}

extension DateBounds {
    /// A date in this format: a limit, or else one with digits that cannot be confused.
    var example: String {
        let digits = DateLetters(
            year: startsNow == true ? "2099" : "2024",
            month: "12",
            day: "24",
            hour: "10",
            minute: "30",
            second: "00",
            period: "AM"
        )
        return minimum ?? maximum ?? digits.form(of: format)
    }
}

extension StringKey {
    /// Its value: the number of lines above; that of `moreBelow` is the number below, and `moreBoth` has both.
    static let moreAbove: StringKey = "terminal.moreAbove"
    static let moreBelow: StringKey = "terminal.moreBelow"
    static let moreBoth: StringKey = "terminal.moreBoth"
    static let keysShort: StringKey = "terminal.keysShort"
    static let keysLong: StringKey = "terminal.keysLong"
    static let helpTitle: StringKey = "terminal.helpTitle"
    static let help: StringKey = "terminal.help"
    static let anyKey: StringKey = "terminal.anyKey"
    /// Asks for the name of a mark.
    static let markName: StringKey = "terminal.markName"
    /// Reports that a mark was made.
    static let marked: StringKey = "terminal.marked"
    /// Reports that no mark was made, since nothing records.
    static let notMarked: StringKey = "terminal.notMarked"
    static let markNameInvalid: StringKey = "terminal.markNameInvalid"
    static let markTooOld: StringKey = "terminal.markTooOld"
    static let noKey: StringKey = "terminal.noKey"
    static let moreErrors: StringKey = "terminal.moreErrors"

    // Plain style.
    static let plainHelp: StringKey = "terminal.plain.help"
    /// Follows `plainHelp` where something can be skipped.
    static let plainHelpSkip: StringKey = "terminal.plain.helpSkip"
    static let plainOpen: StringKey = "terminal.plain.open"
    static let plainNumber: StringKey = "terminal.plain.number"
    static let plainNumbers: StringKey = "terminal.plain.numbers"
    static let plainText: StringKey = "terminal.plain.text"
    static let plainLines: StringKey = "terminal.plain.lines"
    static let plainPick: StringKey = "terminal.plain.pick"
    static let plainBetween: StringKey = "terminal.plain.between"
    /// Its values: the format of a date, and an example.
    static let plainDate: StringKey = "terminal.plain.date"
    static let plainFile: StringKey = "terminal.plain.file"
    static let plainKeep: StringKey = "terminal.plain.keep"
    static let plainMenu: StringKey = "terminal.plain.menu"
    static let plainEnter: StringKey = "terminal.plain.enter"
    static let plainNoChoice: StringKey = "terminal.plain.noChoice"
    static let plainNoWord: StringKey = "terminal.plain.noWord"
    /// Follows the reason why the run refuses an answer.
    static let plainNotStored: StringKey = "terminal.plain.notStored"
    static let plainNotYet: StringKey = "terminal.plain.notYet"
    /// Precedes the first question that needs an answer.
    static let plainNeedsAnswer: StringKey = "terminal.plain.needsAnswer"
    /// Precedes all questions of the step, one of which needs an answer.
    static let plainNeedsSome: StringKey = "terminal.plain.needsSome"
    static let plainExclusive: StringKey = "terminal.plain.exclusive"
    static let plainOneOnly: StringKey = "terminal.plain.oneOnly"
    static let plainNoBack: StringKey = "terminal.plain.noBack"
    static let plainNoSkip: StringKey = "terminal.plain.noSkip"
    static let plainAnswer: StringKey = "terminal.plain.answer"
}
