// What is kept of a postal code. The whole of one tells too much of who lives there: of most the
// beginning is kept, of those of which few people share the beginning nothing.

/// What is kept of a postal code.
enum PostalCode {
    /// The beginnings that 20,000 people or fewer share by the census of 2000 or that of 2010.
    ///
    /// The first are the 17 that the Department of Health and Human Services lists in its guidance on
    /// de-identification of 2012; the others come of the populations of the postal areas of 2010.
    static let sparse: Set<String> = [
        "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831",
        "878", "879", "884", "890", "893",
        "202", "204", "205", "369", "753", "772",
    ]

    /// What is kept of a code of a region; `nil` for what is no code there.
    static func kept(of text: String, in regionCode: String?) -> String? {
        let code = text.filter { $0 != " " && $0 != "-" }.uppercased()
        switch regionCode {
        case "US":
            guard code.count == 5 || code.count == 9, code.allSatisfy(NumberText.isDigit) else {
                // What was kept before may be saved again.
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
