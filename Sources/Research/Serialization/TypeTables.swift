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
