// Decides when foot contacts are walking. Sitting down or setting a foot aside gives contacts, too. Walking is a row of
// several contacts with similar intervals between them.

/// Begins and ends walking bouts from the contacts.
struct BoutKeeper: Sendable {
    /// The longest pause within a bout (Kluge and others, PLOS ONE 16, 2021).
    ///
    /// A contact after a longer pause belongs to the next bout. Without one, `pass` ends the bout a second later.
    static let longestPauseInSeconds = 3.0
    /// The shortest and longest step, in seconds.
    static let steps = 0.25...1.5
    /// The fewest contacts of a bout: as many as two strides of one foot have.
    private static let fewestContacts = 5
    /// Consecutive steps are alike if neither lasts this many times as long as the other.
    private static let likenessOfSteps = 1.6
    /// Consecutive rises are alike by the same rule; someone who prepares to walk has unequal ones.
    private static let likenessOfRises = 3.3

    private struct Run: Sendable {
        var start: Double
        var end: Double
        var contacts = 1
        var lostAtStart: Double
        var lostAtEnd: Double
        var lastStep: Double?
        var lastRise: Double
        var hasBegun = false

        init(_ contact: FootContact, lostSeconds: Double) {
            start = contact.seconds
            end = contact.seconds
            lostAtStart = lostSeconds
            lostAtEnd = lostSeconds
            lastRise = contact.rise
        }

        mutating func extend(to contact: FootContact, lostSeconds: Double) {
            contacts += 1
            lastStep = contact.seconds - end
            end = contact.seconds
            lostAtEnd = lostSeconds
            lastRise = contact.rise
        }

        /// Restarts the row at its last contact, dropping the earlier ones.
        mutating func beginAnew() {
            (contacts, start, lostAtStart, lastStep) = (1, end, lostAtEnd, nil)
        }
    }

    private var run: Run?

    mutating func take(
        _ contact: FootContact,
        lostSeconds: Double,
        tell: (GaitStream.Event) -> Void
    ) {
        guard var run, run.hasBegun || canFollow(contact, run) else {
            run = Run(contact, lostSeconds: lostSeconds)
            return
        }
        // A step unlike the one before may be the first of a new row.
        if !run.hasBegun, !isAlike(contact, run) { run.beginAnew() }
        run.extend(to: contact, lostSeconds: lostSeconds)
        if !run.hasBegun, run.contacts >= Self.fewestContacts {
            run.hasBegun = true
            tell(.boutBegan(start: run.start))
        }
        self.run = run
    }

    private func canFollow(_ contact: FootContact, _ run: Run) -> Bool {
        Self.steps ~= contact.seconds - run.end
            && Self.areAlike(contact.rise, run.lastRise, within: Self.likenessOfRises)
    }

    private func isAlike(_ contact: FootContact, _ run: Run) -> Bool {
        guard let last = run.lastStep else { return true }
        return Self.areAlike(contact.seconds - run.end, last, within: Self.likenessOfSteps)
    }

    private static func areAlike(_ a: Double, _ b: Double, within times: Double) -> Bool {
        a < times * b && b < times * a
    }

    /// Ends the bout if this contact comes after too long a pause.
    ///
    /// To be called before the contact is reported, so that nobody counts it as part of the bout.
    mutating func endIfPaused(before contact: FootContact, tell: (GaitStream.Event) -> Void) {
        guard let run, contact.seconds - run.end > Self.longestPauseInSeconds else { return }
        end(tell: tell)
    }

    /// Ends the bout once the pause has become too long; drops the contacts of a row that has not become a bout.
    ///
    /// Waits one second more than the pause, since a contact is reported up to a second late.
    mutating func pass(to seconds: Double, tell: (GaitStream.Event) -> Void) {
        guard let run, seconds - run.end > Self.longestPauseInSeconds + 1 else { return }
        end(tell: tell)
    }

    mutating func end(tell: (GaitStream.Event) -> Void) {
        if let run, run.hasBegun {
            tell(
                .boutEnded(
                    WalkingBout(
                        start: run.start,
                        end: run.end,
                        contacts: run.contacts,
                        lostShare: (run.lostAtEnd - run.lostAtStart) / (run.end - run.start)
                    )
                )
            )
        }
        run = nil
    }
}
