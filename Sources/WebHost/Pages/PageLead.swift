// Which pages there are, and which of them leads: the one whose taps count. It is decided by values alone, so that
// every order of coming, going and taking over can be tried.

internal import Timebase

/// The pages that follow a run.
struct PageLead: Sendable, Hashable {
    /// The pages that are connected, and what each may do.
    private(set) var pages: [PageID: WebRole] = [:]
    /// The page that leads; it keeps its place while it is away for a moment, as where its network or the server's
    /// process is gone, until another takes it.
    private(set) var leader: PageID?
    /// Since when the page that leads is away.
    private var awaySince: BootInstant?

    /// After so long away a page has no place to come back to, if there is one that can have it.
    static let patience = Duration.seconds(5)

    /// Whether somebody leads who is here.
    var isLed: Bool { leader.map { pages[$0] != nil } ?? false }

    func leads(_ page: PageID) -> Bool { leader == page && pages[page]?.mayAct == true }

    /// A page is here, or is here again; the first one leads.
    mutating func come(_ page: PageID, _ role: WebRole, at now: BootInstant) {
        pages[page] = role
        if page == leader { awaySince = nil }
        if leader == nil, role.mayAct { leader = page }
        succeed(at: now)
    }

    mutating func go(_ page: PageID, at now: BootInstant) {
        pages[page] = nil
        if page == leader { awaySince = now }
    }

    /// Has the only page lead that can, where the one that led has been away for too long.
    ///
    /// Of several a person chooses one.
    mutating func succeed(at now: BootInstant) {
        guard let since = awaySince, since.duration(to: now) >= Self.patience else { return }
        let able = pages.filter { $0.value.mayAct }
        guard able.count == 1, let page = able.keys.first else { return }
        (leader, awaySince) = (page, nil)
    }

    /// A page wants to lead.
    ///
    /// - Returns: Whether it does now.
    mutating func lead(_ page: PageID) -> Bool {
        guard pages[page]?.mayAct == true else { return false }
        (leader, awaySince) = (page, nil)
        return true
    }
}
