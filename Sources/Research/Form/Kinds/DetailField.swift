// Questions that are a form of their own, whose answers together are theirs, or whose first one is.

extension RSDFieldKind {
    /// A form of its own.
    ///
    /// - Parameter base: What its answer is.
    /// - Returns: The kind.
    public static func detail(of base: RSDFieldKind = .codable) -> RSDFieldKind {
        RSDFieldKind(
            valuesOf: base,
            hints: [.disclosureArrow, .link, .section, .popover, .button]
        )
    }
}

extension RSDDeclaration<any RSDInputField> {
    static var details: [Self] {
        ofEachBase("detail", usual: .codable) { word, base in
            Self(
                word,
                RSDDetailInputFieldObject.self,
                "A form of its own, which a row of this form opens.",
                kind: .detail(of: base),
                keys: RSDKey.detail
            )
        }
    }
}
