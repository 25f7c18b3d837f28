// Lets browsers of the network in by a code of six digits, which a user reads in the terminal and types in the browser.
// A million tries would find a code, so wrong tries are limited: after a few, each costs a longer wait, and after some
// more the codes are replaced.

internal import Timebase

/// The codes, and the wrong tries so far.
struct Pairing: Sendable {
    /// The result of a try.
    enum Outcome: Sendable, Hashable {
        case paired(WebRole)
        /// A wrong code, and how long no other try is accepted.
        case wrong(Duration)
        /// Refused without looking at the code, because an earlier wait still lasts for this long.
        case tooSoon(Duration)
    }

    /// The code of each role.
    private(set) var codes: [WebRole: String] = [:]
    /// The recent wrong tries.
    ///
    /// A right try does not reset them: a user who knows one role's code may be guessing another's.
    private var wrongTries = 0
    private var triesOfCodes = 0
    private var lastWrong: BootInstant?
    private var closedUntil: BootInstant?
    private let roles: [WebRole]
    private let draw: @Sendable () -> String

    /// How many wrong tries are free of a wait.
    static let freeTries = 4
    static let firstWait = Duration.seconds(15)
    static let longestWait = Duration.seconds(900)
    /// Wrong tries are forgotten after this long without one.
    static let memory = Duration.seconds(3600)
    /// After this many wrong tries the codes are replaced.
    static let triesOfACode = 12

    /// - Parameters:
    ///   - roles: The roles that get a code.
    ///   - draw: Returns six unpredictable digits.
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
    /// - Returns: The result, and whether the codes were replaced.
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

    /// Draws a new code for each role; no two are the same.
    private mutating func drawCodes() {
        var drawn: Set<String> = Set(codes.values)
        for role in roles {
            var code = draw()
            while !drawn.insert(code).inserted { code = draw() }
            codes[role] = code
        }
    }

    /// Six digits from the system's random number generator.
    static func sixDigits() -> String {
        let number = Int.random(in: 0..<1_000_000)
        return String("\(1_000_000 + number)".dropFirst())
    }
}
