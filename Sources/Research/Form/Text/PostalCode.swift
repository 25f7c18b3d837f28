// Reduces postal codes before they are stored. A complete code could identify a participant, so only its beginning is
// stored, and nothing of it if few people share that beginning.

/// Reduces postal codes.
enum PostalCode {
    /// The beginnings shared by no more than 20,000 people in the census of 2000 or of 2010.
    ///
    /// The first 17 are those in the guidance on de-identification of 2012 by the Department of Health and Human
    /// Services; the others follow from the populations of the postal areas in 2010.
    static let sparse: Set<String> = [
        "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831",
        "878", "879", "884", "890", "893",
        "202", "204", "205", "369", "753", "772",
    ]

    /// Returns the part of a code that may be stored; `nil` if the text is not a valid code of the region.
    ///
    /// For unsupported regions, nothing may be stored: the result is empty.
    static func kept(of text: String, in regionCode: String?) -> String? {
        let code = text.filter { $0 != " " && $0 != "-" }.uppercased()
        switch regionCode {
        case "US":
            guard code.count == 5 || code.count == 9, code.allSatisfy(NumberText.isDigit) else {
                // A code that was reduced before may be saved again.
                return isKept(text, letters: 5, kept: 3) ? text : nil
            }
            let beginning = String(code.prefix(3))
            return sparse.contains(beginning) ? "*****" : beginning + "**"
        case "CA":
            let isCode =
                code.count == 6
                && code.enumerated().allSatisfy { index, letter in
                    index % 2 == 0
                        ? letter.isASCII && letter.isLetter : NumberText.isDigit(letter)
                }
            guard isCode else { return isKept(text, letters: 6, kept: 1) ? text : nil }
            return code.prefix(1) + "*****"
        case nil, .some: return ""
        }
    }

    private static func isKept(_ text: String, letters: Int, kept: Int) -> Bool {
        text.count == letters && text.dropFirst(kept).allSatisfy { $0 == "*" }
            && text.prefix(kept).allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "*")
            }
    }
}
