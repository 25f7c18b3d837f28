// By which hint a question is shown: what its file wishes, as far as the kind of question and the screen go.

extension RSDFieldKind {
    /// The hint by which a question is shown: the wish, if it suits the kind and is supported, or the
    /// likeliest that is; a question of one value with answers to choose from can be shown as any other
    /// with them.
    ///
    /// - Parameters:
    ///   - wished: What the question's file asks for.
    ///   - supported: The hints that the screen knows.
    ///   - hasChoices: Whether the question has answers to choose from.
    /// - Returns: The hint.
    public func hint(
        wished: RSDFormUIHint?,
        supported: Set<RSDFormUIHint>,
        hasChoices: Bool = false
    ) -> RSDFormUIHint {
        if let wished, supported.contains(wished), suits(wished, hasChoices: hasChoices) {
            return wished
        }
        return hints.first { supported.contains($0) } ?? .textfield
    }

    /// Whether a question of this kind can be shown by a hint.
    ///
    /// What is not of the framework, a kind or a hint, only an app knows: it suits.
    package func suits(_ hint: RSDFormUIHint, hasChoices: Bool = false) -> Bool {
        guard !takesAnyHint, RSDFormUIHint.standardHints.contains(hint), !hints.contains(hint)
        else { return true }
        // Of several choices, or of columns of them, one wheel would take one answer only.
        return choices == .anywhere && hasChoices && Self.hintsOfOneChoice.contains(hint)
    }
}
