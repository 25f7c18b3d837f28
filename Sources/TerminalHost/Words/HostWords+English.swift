// The terminal's own words in English, which all others are translations of.

internal import ViewTree

extension HostWords {
    static let english: [StringKey: String] = [
        .moreAbove: "▲ %1$@ more above (PgUp)",
        .moreBelow: "▼ %1$@ more below (PgDn)",
        .moreBoth: "▲ %1$@ above, ▼ %2$@ below (PgUp, PgDn)",
        .keysShort: "F1 help",
        .keysLong: "Tab next   Enter press   F1 help   F2 mark   Ctrl-C leave",
        .helpTitle: "Keys",
        .help: """
        Tab, ↓: to the next place; Shift-Tab, ↑: to the one before
        Enter, Space: press or choose
        1 to 9: choose an answer by its number
        ←, →: change a column or move a slider; or type what you want
        A button's letter presses it; while you type, use Alt and the letter
        Esc: back, or out
        PgUp, PgDn: read on
        F2: make a mark with the name key; Ctrl-K: with another name
        Ctrl-L: draw again; Ctrl-Z: stop for a while
        Ctrl-C: end the task and keep what there is
        """,
        .anyKey: "Press any key to go on.",
        .markName: "Name of the mark:",
        .marked: "Mark: %1$@",
        .notMarked: "No mark: nothing records now.",
        .markNameInvalid: "No mark: this name cannot be used. Choose another one.",
        .markTooOld: "No mark: its name was entered more than an hour later.",
        .noKey: "That key does nothing here. F1 shows the keys.",
        .moreErrors: "and %1$@ more",

        .plainHelp: """
        An empty line goes on. A number chooses an answer.
        b: back. q: leave. ?: this help.
        m: make a mark with the name key; m NAME: make a mark with the name NAME.
        While a text is asked for, write these with a slash: /b, /q, /m, /?
        """,
        .plainHelpSkip: "s: skip this; while a text is asked for, /s.",
        .plainOpen: "1: open. Empty: go on.",
        .plainNumber: "A number:",
        .plainNumbers: "Numbers, with commas between them:",
        .plainText: "Your answer:",
        .plainLines: "Your answer, in as many lines as you like; an empty line ends it:",
        .plainPick: "One of %1$@ to %2$@:",
        .plainBetween: "A number:",
        .plainDate: "In the form %1$@, for example %2$@:",
        .plainFile: "The path of the file:",
        .plainKeep: "Empty: leave it.",
        .plainMenu: "%1$@: %2$@",
        .plainEnter: "Enter",
        .plainNoChoice: "There is no such answer.",
        .plainNoWord: "That is not known here. ? is for help.",
        .plainNotStored: "This answer was not stored.",
        .plainNotYet: "That cannot be done yet: wait a moment, then try again.",
        .plainNeedsAnswer: "You cannot go on yet: this question needs an answer.",
        .plainNeedsSome: "You cannot go on yet: one of these questions needs an answer.",
        .plainExclusive:
            "One of these answers excludes all others: choose it alone, or the others.",
        .plainOneOnly: "Only one answer can be chosen.",
        .plainNoBack: "There is no way back here.",
        .plainNoSkip: "This cannot be skipped.",
        .plainAnswer: "Answer: %1$@",
    ]
}
