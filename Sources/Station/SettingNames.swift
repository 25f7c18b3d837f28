// Messages name options as a user at a terminal writes them (`--device`). A station's operator writes the same options
// as keys of the settings file (`record.device`), so its messages name those.

/// Replaces the options in messages by the keys of the settings that have the same meaning.
package struct SettingNames: Sendable, Hashable {
    private let work: StationSettings.Work
    private let options: Set<String>

    /// The names of a work's options.
    ///
    /// - Parameters:
    ///   - work: The work, whose key contains the options.
    ///   - options: The long names of the options to replace, without dashes.
    package init(of work: StationSettings.Work, options: some Sequence<String>) {
        (self.work, self.options) = (work, Set(options))
    }

    /// Returns a message in which each of the options is named as a key of the settings.
    ///
    /// Options in a command that the user is to run, such as `footfall calibrate --device left`, stay as they are.
    package func replacingOptions(in message: String) -> String {
        var isInCommand = false
        var words: [String] = []
        for word in message.split(separator: " ", omittingEmptySubsequences: false) {
            if word.drop(while: { "(`'".contains($0) }) == "footfall" { isInCommand = true }
            words.append(isInCommand ? String(word) : named(word))
            if let last = word.last, "`,;:.)".contains(last) { isInCommand = false }
        }
        return words.joined(separator: " ")
    }

    /// Returns a word with its option, if it begins with one, named as a key.
    private func named(_ word: Substring) -> String {
        let rest = word.drop { "('".contains($0) }
        guard rest.hasPrefix("--") else { return String(word) }
        let name = rest.dropFirst(2).prefix { $0.isLetter || $0 == "-" }
        guard options.contains(String(name)) else { return String(word) }
        let opening = word[..<rest.startIndex]
        return "\(opening)`\(work.rawValue).\(name)`\(rest[name.endIndex...])"
    }
}
