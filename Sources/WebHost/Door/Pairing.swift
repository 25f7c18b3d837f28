// How a browser is let in from a network: whoever can read the terminal knows six digits, and may give them in a
// browser. Six digits are guessed in a million tries, so tries are few: whoever guesses waits longer and longer, and
// after some wrong ones there are other digits.

internal import Timebase

/// The codes, and who has tried them.
struct Pairing: Sendable {
    /// What came of a try.
    enum Outcome: Sendable, Hashable {
        case paired(WebRole)
        /// Not the code; how long there is no other try.
        case wrong(Duration)
        /// Not looked at: so long there is no try.
        case tooSoon(Duration)
    }

    /// The code of each role.
    private(set) var codes: [WebRole: String] = [:]
    /// The wrong tries of late: a right one takes none of them back, since whoever has one role's code may guess
    /// another's.
    private var wrongTries = 0
    private var triesOfCodes = 0
    private var lastWrong: BootInstant?
    private var closedUntil: BootInstant?
    private let roles: [WebRole]
    private let draw: @Sendable () -> String

    /// How many wrong tries there are before each costs a wait.
    static let freeTries = 4
    static let firstWait = Duration.seconds(15)
    static let longestWait = Duration.seconds(900)
    /// After so long without a wrong try they are forgotten.
    static let memory = Duration.seconds(3600)
    /// After how many wrong tries the codes are others.
    static let triesOfACode = 12

    /// - Parameters:
    ///   - roles: Whom there are codes for.
    ///   - draw: Gives six digits that nobody can know.
    init(
        for roles: [WebRole],
        draw: @escaping @Sendable () -> String = Pairing.sixDigits
    ) {
        self.roles = roles
        self.draw = draw
        drawCodes()
    }

    /// Tries a code.
    ///
    /// - Returns: What came of it, and whether the codes are others now.
    mutating func take(_ code: String, at now: BootInstant) -> (outcome: Outcome, areNew: Bool) {
        if let closedUntil, now < closedUntil {
            return (.tooSoon(now.duration(to: closedUntil)), false)
        }
        if let role = roles.first(where: { codes[$0] == code }) { return (.paired(role), false) }
        if let lastWrong, lastWrong.duration(to: now) >= Self.memory { wrongTries = 0 }
        lastWrong = now
        wrongTries += 1
        triesOfCodes += 1
        var wait = Duration.zero
        if wrongTries > Self.freeTries {
            let doublings = min(wrongTries - Self.freeTries - 1, 10)
            wait = min(Self.firstWait * (1 << doublings), Self.longestWait)
            closedUntil = now.advanced(by: wait)
        }
        let areNew = triesOfCodes == Self.triesOfACode
        if areNew {
            triesOfCodes = 0
            drawCodes()
        }
        return (.wrong(wait), areNew)
    }

    /// No two roles have the same.
    private mutating func drawCodes() {
        var drawn: Set<String> = Set(codes.values)
        for role in roles {
            var code = draw()
            while !drawn.insert(code).inserted { code = draw() }
            codes[role] = code
        }
    }

    /// Six digits by the kernel's own dice.
    static func sixDigits() -> String {
        let number = Int.random(in: 0..<1_000_000)
        return String("\(1_000_000 + number)".dropFirst())
    }
}
