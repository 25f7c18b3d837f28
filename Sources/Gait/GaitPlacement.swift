// Where on the body a sensor is worn decides which of the methods can be used. Recordings say it in words of their own:
// "lowBack", "L5, under the belt", "left_foot".

/// Where on the body a sensor is worn.
public enum GaitPlacement: Sendable, Hashable {
    /// At the low back, near the fifth lumbar vertebra.
    case lowBack
    /// On a foot, or at its ankle; of which side, where that is told.
    case foot(FootContact.Side?)
    /// Anywhere else, by the name that it was given.
    case other(String)

    /// The place that words of a person mean; `nil` of none at all.
    ///
    /// Case, blanks, hyphens and underscores make no difference: "lowBack" is "low back", and "right ankle" "RightAnkle".
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

    /// The word that files have for it.
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
    /// Somebody may call a sensor by them, too: "thigh S1".
    private static let vertebrae: Set = ["l3", "l4", "l5", "s1"]
    /// What may stand beside a vertebra.
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

    /// The words, in small letters; "lowBack" has two.
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

    /// Takes left and right out, also where they are of one word with what they say the side of.
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
