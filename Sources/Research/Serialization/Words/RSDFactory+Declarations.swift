// What a factory reads besides what is built in. Two declarations of one word are refused: which of them
// a file means would else depend on the order in which a host declares.

internal import Synchronization

extension RSDFactory {
    /// Has files of this factory read an object by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register<Object>(
        _ declaration: RSDDeclaration<Object>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all[keyPath: declaration.table].add(declaration)
        }
    }

    /// Reads an object by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace<Object>(_ declaration: RSDDeclaration<Object>) {
        declarations.withLock { $0[keyPath: declaration.table].replace(declaration) }
    }
}
