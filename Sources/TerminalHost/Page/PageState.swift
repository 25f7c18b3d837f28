// What a page depends on besides the screen: where the keys go, what is half typed, how far it is scrolled.

internal import ViewTree

/// Where a person is on a screen.
struct PageState: Sendable, Equatable {
    var focus: FocusTarget?
    /// Texts that are being typed and that the screen does not have, by the place that they are for.
    var drafts: [ViewID: Entry] = [:]
    /// Where the next letter goes in a field, in UTF-16; at its end without a word.
    var cursors: [ViewID: Int] = [:]
    /// The first line in sight.
    var scroll = 0
    /// Whether the page goes where the keys are.
    var followsFocus = true
    /// What a step says, as long as it is read.
    var spoken: [String] = []
    /// What the terminal says in a line of its own.
    var note: String?
    /// What is asked for below everything: the name of a mark.
    var question: Entry?
    /// Whether the keys are shown in the place of the screen.
    var showsHelp = false
}

/// A page as it stands in the terminal.
struct Page: Sendable, Equatable {
    /// As many as there are rows.
    var lines: [StyledLine]
    /// Where the terminal's cursor stands, from 0; `nil` for nowhere.
    var cursor: (row: Int, column: Int)?
    /// The first line of the body in sight.
    var scroll: Int
    /// The lines of the body that are in sight at once.
    var height: Int
    /// Whether there are lines below those in sight.
    var hasMoreBelow: Bool

    static func == (left: Page, right: Page) -> Bool {
        left.lines == right.lines && left.scroll == right.scroll && left.height == right.height
            && left.cursor?.row == right.cursor?.row && left.cursor?.column == right.cursor?.column
    }
}
