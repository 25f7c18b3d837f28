// What a terminal says of its own: which keys there are, and that there is more to read. All else is said
// by the tree.

internal import ViewTree

/// The terminal's own words in a language.
struct HostWords: Sendable, Equatable {
    var language: Language

    /// A sentence, with values in the places for them.
    func callAsFunction(_ key: StringKey, _ values: String...) -> String {
        Self.table.string(key, in: language, values: values)
    }

    /// How a date is typed, and between which ones it lies.
    func told(of dates: DateBounds) -> String { dates.told(in: Self.table, language: language) }

    /// Between which dates one lies; `nil` for any.
    func limits(of dates: DateBounds) -> String? {
        dates.limits(in: Self.table, language: language)
    }

    static let table = StringTable.builtIn.merging(
        StringTable([.english: english, .german: german, .arabic: arabic])
    )
}

extension StringKey {
    /// Its values are how many lines there are above, and below.
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
    /// That a mark of a name was made.
    static let marked: StringKey = "terminal.marked"
    /// That the key that was pressed does nothing here.
    static let notMarked: StringKey = "terminal.notMarked"
    static let noKey: StringKey = "terminal.noKey"
    static let moreErrors: StringKey = "terminal.moreErrors"

    // The mode that asks line by line.
    static let plainHelp: StringKey = "terminal.plain.help"
    static let plainOpen: StringKey = "terminal.plain.open"
    static let plainNumber: StringKey = "terminal.plain.number"
    static let plainNumbers: StringKey = "terminal.plain.numbers"
    static let plainText: StringKey = "terminal.plain.text"
    static let plainLines: StringKey = "terminal.plain.lines"
    static let plainPick: StringKey = "terminal.plain.pick"
    static let plainBetween: StringKey = "terminal.plain.between"
    static let plainDate: StringKey = "terminal.plain.date"
    static let plainFile: StringKey = "terminal.plain.file"
    static let plainKeep: StringKey = "terminal.plain.keep"
    static let plainMenu: StringKey = "terminal.plain.menu"
    static let plainEnter: StringKey = "terminal.plain.enter"
    static let plainNoChoice: StringKey = "terminal.plain.noChoice"
    static let plainNoWord: StringKey = "terminal.plain.noWord"
    static let plainNotYet: StringKey = "terminal.plain.notYet"
    static let plainExclusive: StringKey = "terminal.plain.exclusive"
    static let plainOneOnly: StringKey = "terminal.plain.oneOnly"
    static let plainNoBack: StringKey = "terminal.plain.noBack"
    static let plainNoSkip: StringKey = "terminal.plain.noSkip"
    static let plainAnswer: StringKey = "terminal.plain.answer"
}
