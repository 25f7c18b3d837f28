// What a page depends on besides the screen: the focus, half-typed text, the scroll position.

internal import ViewTree

/// A user's position and input on a screen.
struct PageState: Sendable, Equatable {
    var focus: FocusTarget?
    /// Half-typed texts that the run has not received, by their element.
    var drafts: [ViewID: Entry] = [:]
    /// The cursor in each field, in UTF-16 units; at the end if there is none.
    var cursors: [ViewID: Int] = [:]
    /// The first line in sight.
    var scroll = 0
    /// Whether the page scrolls to the focus.
    var followsFocus = true
    /// The spoken texts that are being read.
    var spoken: [String] = []
    /// A note of the host, such as the outcome of a mark.
    var note: String?
    /// The name of a mark, while the user types it at the lower edge.
    var question: Entry?
    /// Whether the list of keys is shown in place of the screen.
    var showsHelp = false
}

/// A page as it appears in the terminal.
struct Page: Sendable, Equatable {
    /// One line for each row of the terminal.
    var lines: [StyledLine]
    /// The terminal's cursor, from 0; `nil` to hide it.
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
