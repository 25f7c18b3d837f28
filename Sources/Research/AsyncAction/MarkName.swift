// What a mark may be called, whoever makes it: a reader of a file tells a person's marks from the recording's own.

/// The rule for names of marks.
public enum MarkName {
    /// The names of the marks that every recording makes by itself.
    public static let own: Set<String> = ["start", "stop", "pause", "resume"]

    /// As long as a name may be.
    private static let longest = 200

    /// What is wrong with a name, and how to mend it.
    package struct Fault: Sendable, Hashable {
        package var what: String
        package var remedy: String

        package init(what: String, remedy: String) { (self.what, self.remedy) = (what, remedy) }
    }

    /// What is wrong with a name; `nil` where nothing is.
    package static func fault(of name: String) -> Fault? {
        if name.isEmpty {
            return Fault(what: "a mark has a name", remedy: "give one, for instance turn")
        }
        if own.contains(name) {
            return Fault(
                what: "every recording has a mark '\(name)' of its own",
                remedy: "give another name"
            )
        }
        if name.utf8.count > longest {
            return Fault(
                what: "the mark's name is longer than \(longest) bytes",
                remedy: "give a shorter one"
            )
        }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return Fault(
                what: "the mark's name has control characters in it",
                remedy: "leave them out"
            )
        }
        return nil
    }
}
