// Decides which page leads: the one whose taps count. It is a value without side effects, so that tests can try every
// order of coming, going and taking over.

internal import Timebase

/// The pages of a run, and which of them leads.
struct PageLead: Sendable, Hashable {
    /// The pages that are connected, and what each may do.
    private(set) var pages: [PageID: WebRole] = [:]
    /// The leading page.
    ///
    /// It still leads during a short absence, for example after its network or the server's child process failed,
    /// unless another page takes the lead.
    private(set) var leader: PageID?
    /// Since when the leading page is away.
    private var awaySince: BootInstant?
    /// Whether the server's child process was restarted, and no page has connected since.
    private var isRestarted = false

    /// After this long away, the leading page may lose the lead.
    static let patience = Duration.seconds(5)

    /// Whether the leading page is connected.
    var isLed: Bool { leader.map { pages[$0] != nil } ?? false }

    func leads(_ page: PageID) -> Bool { leader == page && pages[page]?.mayAct == true }

    /// Adds a page that connects, perhaps again; if no page leads, and this one may act, it leads.
    ///
    /// If the leading page may no longer act, because its browser was paired again to watch, it loses the lead.
    mutating func come(_ page: PageID, _ role: WebRole, at now: BootInstant) {
        pages[page] = role
        if isRestarted {
            isRestarted = false
            // No page could connect until now, so the leading page's absence counts only from now on.
            if awaySince != nil { awaySince = now }
        }
        if page == leader {
            awaySince = nil
            if !role.mayAct { leader = nil }
        }
        if leader == nil, role.mayAct { leader = page }
        succeed(at: now)
    }

    mutating func go(_ page: PageID, at now: BootInstant) {
        pages[page] = nil
        if page == leader { awaySince = now }
    }

    /// Notes that the server's child process is restarted, which has disconnected all pages.
    ///
    /// The leading page gets its time to return once any page can connect again. Otherwise, after a long restart, the
    /// first page to return would lead.
    mutating func noteRestart() { isRestarted = true }

    /// If no page leads, or the leading one has been away too long, and only one page can lead, that page leads.
    ///
    /// If several can, a user chooses one.
    mutating func succeed(at now: BootInstant) {
        let isAway = awaySince.map { $0.duration(to: now) >= Self.patience } ?? false
        guard leader == nil || isAway else { return }
        let able = pages.filter { $0.value.mayAct }
        guard able.count == 1, let page = able.keys.first else { return }
        (leader, awaySince) = (page, nil)
    }

    /// Handles a page's request to lead.
    ///
    /// - Returns: Whether it leads now.
    mutating func lead(_ page: PageID) -> Bool {
        guard pages[page]?.mayAct == true else { return false }
        (leader, awaySince) = (page, nil)
        return true
    }
}
