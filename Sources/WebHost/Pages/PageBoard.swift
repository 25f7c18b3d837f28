// Which pages there are, and which of them leads: the one whose taps count. It is decided by values alone, so that
// every order of coming, going and taking over can be tried.

/// The pages that follow a run.
struct PageBoard: Sendable, Hashable {
    /// The pages that are connected, and what each may do.
    private(set) var pages: [PageID: WebRole] = [:]
    /// The page that leads; it keeps its place while it is away, until another takes it.
    private(set) var leader: PageID?

    /// Whether somebody leads who is here.
    var isLed: Bool { leader.map { pages[$0] != nil } ?? false }

    func leads(_ page: PageID) -> Bool { leader == page && pages[page]?.mayAct == true }

    /// A page is here, or is here again; with nobody who leads, it does.
    mutating func come(_ page: PageID, _ role: WebRole) {
        pages[page] = role
        if !isLed, role.mayAct { leader = page }
    }

    mutating func go(_ page: PageID) { pages[page] = nil }

    /// A page wants to lead.
    ///
    /// - Returns: Whether it does now.
    mutating func lead(_ page: PageID) -> Bool {
        guard pages[page]?.mayAct == true else { return false }
        leader = page
        return true
    }
}
