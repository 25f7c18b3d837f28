// The sensor's place on the body decides which methods can be used. Recordings name it in free text, such as "lowBack",
// "L5, under the belt" or "left_foot".

/// Where on the body a sensor is worn.
public enum GaitPlacement: Sendable, Hashable {
    /// At the low back, near the fifth lumbar vertebra.
    case lowBack
    /// On a foot or ankle; with its side, if the text names it.
    case foot(FootContact.Side?)
    /// Anywhere else, by the name in the recording.
    case other(String)

    /// Interprets a user's words for a placement; `nil` for empty text.
    ///
    /// Ignores case and everything but letters and digits: "lowBack" equals "low back", and "right ankle" equals
    /// "RightAnkle". "L" and "R" stand for left and right.
    public init?(words: String) {
        var tokens = Self.tokens(of: words)
        guard !tokens.isEmpty else { return nil }
        let sides = Self.takeSides(outOf: &tokens)
        let isFoot = !Self.footWords.isDisjoint(with: tokens)
        switch (isFoot, Self.isBack(tokens)) {
        case (true, false): self = .foot(sides.count == 1 ? sides.first : nil)
        case (false, true) where sides.isEmpty: self = .lowBack
        default: self = .other(words)
        }
    }

    /// The name that files use.
    public var name: String {
        switch self {
        case .lowBack: "lowBack"
        case .foot(.left?): "leftFoot"
        case .foot(.right?): "rightFoot"
        case .foot(nil): "foot"
        case .other(let name): name
        }
    }

    private static let backWords: Set = [
        "lumbar", "sacrum", "sacral", "pelvis", "pelvic", "waist", "lowback", "lowerback",
    ]
    /// Names of vertebrae, which may also be part of other names, as in "thigh S1".
    private static let vertebrae: Set = ["l3", "l4", "l5", "s1"]
    /// Words that may accompany a vertebra.
    private static let companions: Set = [
        "at", "back", "belt", "level", "low", "lower", "near", "of", "on", "over", "spine", "the",
        "under", "vertebra",
    ]
    private static let otherParts: Set = [
        "arm", "chest", "forearm", "hand", "head", "knee", "leg", "neck", "pocket", "shank",
        "shoulder", "sternum", "thigh", "wrist",
    ]
    private static let footWords: Set = [
        "foot", "feet", "ankle", "heel", "toe", "toes", "instep", "forefoot", "shoe",
    ]

    private static func isBack(_ tokens: [String]) -> Bool {
        guard otherParts.isDisjoint(with: tokens) else { return false }
        let isInTwoWords = zip(tokens, tokens.dropFirst()).contains {
            ($0 == "low" || $0 == "lower") && $1 == "back"
        }
        let areVertebrae =
            !vertebrae.isDisjoint(with: tokens)
            && vertebrae.union(companions).isSuperset(of: tokens)
        return isInTwoWords || areVertebrae || !backWords.isDisjoint(with: tokens)
    }

    /// Splits text into lower-case words; "lowBack" gives two.
    package static func tokens(of words: String) -> [String] {
        var tokens: [String] = []
        var token = ""
        var lastWasSmall = false
        for character in words {
            let isPart = character.isLetter || character.isNumber
            if !isPart || character.isUppercase && lastWasSmall {
                if !token.isEmpty { tokens.append(token) }
                token = ""
            }
            if isPart { token += character.lowercased() }
            lastWasSmall = character.isLowercase
        }
        if !token.isEmpty { tokens.append(token) }
        return tokens
    }

    /// Removes left and right, also as "l" and "r", or joined with a word for the foot.
    private static func takeSides(outOf tokens: inout [String]) -> Set<FootContact.Side> {
        var sides: Set<FootContact.Side> = []
        tokens = tokens.compactMap { token in
            for (side, word) in [(FootContact.Side.left, "left"), (.right, "right")] {
                if token == word || token == String(word.prefix(1)) {
                    sides.insert(side)
                    return nil
                }
                for rest in [token.without(prefix: word), token.without(suffix: word)] {
                    guard let rest, footWords.contains(rest) else { continue }
                    sides.insert(side)
                    return rest
                }
            }
            return token
        }
        return sides
    }
}

extension String {
    fileprivate func without(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }

    fileprivate func without(suffix: String) -> String? {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
    }
}
