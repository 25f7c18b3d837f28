// Which names a mark may have. The rule holds for every source of marks, so that a reader of a file can tell a
// person's marks from those that the recorder writes itself.

/// Checks the names of marks.
public enum MarkName {
    /// The names of the marks that every recorder writes by itself.
    public static let own: Set<String> = ["start", "stop", "pause", "resume"]

    /// The greatest length of a name, in bytes.
    private static let longest = 200

    /// What is wrong with a name, and how to correct it.
    package struct Fault: Sendable, Hashable {
        package var what: String
        package var remedy: String

        package init(what: String, remedy: String) { (self.what, self.remedy) = (what, remedy) }
    }

    /// Returns what is wrong with a name; `nil` if it is valid.
    package static func fault(of name: String) -> Fault? {
        if name.isEmpty {
            return Fault(what: "the mark has no name", remedy: "give one, for instance turn")
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
