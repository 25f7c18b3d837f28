// What a factory reads besides what is built in. Two declarations of one word are refused: which of them
// a file means would else depend on the order in which a host declares.

internal import Synchronization

extension RSDFactory {
    /// Has files of this factory read a task by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDTask>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.tasks.add(declaration)
        }
    }

    /// Has files of this factory read a step by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDStep>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.steps.add(declaration)
        }
    }

    /// Has files of this factory read an action by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDUIAction>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.actions.add(declaration)
        }
    }

    /// Has files of this factory read an async action by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDAsyncActionConfiguration>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.asyncActions.add(declaration)
        }
    }

    /// Has files of this factory read an image by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDImageThemeElement>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.images.add(declaration)
        }
    }

    /// Has files of this factory read a mapping of colours by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDColorMappingThemeElement>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.colors.add(declaration)
        }
    }

    /// Has files of this factory read a question by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDInputField>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.inputFields.add(declaration)
        }
    }

    /// Has files of this factory read a survey rule by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDSurveyRule>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.rules.add(declaration)
        }
    }

    /// Has files of this factory read a transformer by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDTaskTransformer>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.transformers.add(declaration)
        }
    }

    /// Has files of this factory read a result by its declaration.
    ///
    /// - Parameter declaration: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(
        _ declaration: RSDDeclaration<any RSDResult>
    ) throws(RSDDeclaredTwice) {
        try declarations.withLock { all throws(RSDDeclaredTwice) in
            try all.results.add(declaration)
        }
    }
}

extension RSDFactory {
    /// Reads a task by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDTask>) {
        declarations.withLock { $0.tasks.replace(declaration) }
    }

    /// Reads a step by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDStep>) {
        declarations.withLock { $0.steps.replace(declaration) }
    }

    /// Reads an action by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDUIAction>) {
        declarations.withLock { $0.actions.replace(declaration) }
    }

    /// Reads an async action by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDAsyncActionConfiguration>) {
        declarations.withLock { $0.asyncActions.replace(declaration) }
    }

    /// Reads an image by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDImageThemeElement>) {
        declarations.withLock { $0.images.replace(declaration) }
    }

    /// Reads a mapping of colours by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDColorMappingThemeElement>) {
        declarations.withLock { $0.colors.replace(declaration) }
    }

    /// Reads a question by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDInputField>) {
        declarations.withLock { $0.inputFields.replace(declaration) }
    }

    /// Reads a survey rule by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDSurveyRule>) {
        declarations.withLock { $0.rules.replace(declaration) }
    }

    /// Reads a transformer by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDTaskTransformer>) {
        declarations.withLock { $0.transformers.replace(declaration) }
    }

    /// Reads a result by this declaration in place of any other of its word.
    ///
    /// - Parameter declaration: What is to be read.
    public final func replace(_ declaration: RSDDeclaration<any RSDResult>) {
        declarations.withLock { $0.results.replace(declaration) }
    }
}
