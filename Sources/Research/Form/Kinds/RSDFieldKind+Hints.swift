// Chooses the hint by which a question is shown: that of the file, if the kind and the screen support it.

extension RSDFieldKind {
    /// Returns the hint by which the question is shown.
    ///
    /// The hint in the file is used if it suits the kind and is supported. Otherwise, the first supported hint of the
    /// kind is used, or else `textfield`. A question for one value that has choices may use any hint for a single
    /// choice.
    ///
    /// - Parameters:
    ///   - wished: The hint in the file.
    ///   - supported: The hints that the screen supports.
    ///   - hasChoices: Whether the question has choices.
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

    /// True if a question of this kind can be shown by the hint.
    ///
    /// A kind or hint that an app has defined always suits, because only the app can decide this.
    package func suits(_ hint: RSDFormUIHint, hasChoices: Bool = false) -> Bool {
        guard !takesAnyHint, RSDFormUIHint.standardHints.contains(hint), !hints.contains(hint)
        else { return true }
        // For several choices, or columns of choices, a hint for a single choice would accept one answer only.
        return choices == .anywhere && hasChoices && Self.hintsOfOneChoice.contains(hint)
    }
}
