// Adds types to a factory. A second declaration of the same word is refused, because the meaning of a file would
// otherwise depend on the order in which the host declares its types.

internal import Synchronization

extension RSDFactory {
    /// Declares a type, so that files with its word are decoded by it.
    ///
    /// - Parameter declaration: The declaration to add.
    /// - Throws: `RSDDeclaredTwice` if its word is declared already.
    public final func register<Object>(
        _ declaration: RSDDeclaration<Object>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all[keyPath: declaration.table].add(declaration)
        }
    }

    /// Declares a type, replacing another declaration with the same word.
    ///
    /// - Parameter declaration: The declaration to add.
    public final func replace<Object>(_ declaration: RSDDeclaration<Object>) {
        declarations.withLock { $0[keyPath: declaration.table].replace(declaration) }
    }
}
