// Everything that can be registered with a factory. Each kind has its table in a file of its own,
// with the types that are built in.

/// The tables of a factory.
struct TypeTables: Sendable {
    var results = ResultTable()
    var steps = StepTable()
    var tasks = TaskTable()
    var asyncActions = AsyncActionTable()
    var uiActions = UIActionTable()
    var inputFields = InputFieldTable()
    var rules = RuleTable()
    var transformers = TransformerTable()
}

/// The words that have a Swift type, of each kind.
struct KnownWords: Sendable {
    var steps: [String]
    var tasks: [String]
    var asyncActions: [String]
    var uiActions: [String]
    var inputFields: [String]
    var rules: [String]
    var transformers: [String]
}

extension TypeTables {
    var known: KnownWords {
        KnownWords(
            steps: steps.knownWords,
            tasks: tasks.knownWords,
            asyncActions: asyncActions.knownWords,
            uiActions: uiActions.knownWords,
            inputFields: inputFields.knownWords,
            rules: rules.knownWords,
            transformers: transformers.knownWords
        )
    }
}
