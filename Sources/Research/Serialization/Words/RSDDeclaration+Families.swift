// How each family is declared: its word has the family's type, and the Swift type conforms to its protocol.
// Each is said by itself: a section is a step and a task, so no protocol of both could tell its family.

extension RSDDeclaration<any RSDTask> {
    /// Declares a task.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - task: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    public init<Task: RSDTask & Decodable>(
        _ type: RSDTaskType,
        _ task: Task.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil
    ) {
        self.init(in: \.tasks, type.rawValue, Task.self, sentence, keys, rule) {
            try Task(from: $0)
        }
    }
}

extension RSDDeclaration<any RSDStep> {
    /// Declares a step.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - step: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    public init<Step: RSDStep & Decodable>(
        _ type: RSDStepType,
        _ step: Step.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil
    ) {
        self.init(in: \.steps, type.rawValue, Step.self, sentence, keys, rule) {
            try Step(from: $0)
        }
    }
}

extension RSDDeclaration<any RSDUIAction> {
    /// Declares an action of a button.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - action: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    public init<Action: RSDUIAction>(
        _ type: RSDUIActionObjectType,
        _ action: Action.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil
    ) {
        self.init(in: \.actions, type.rawValue, Action.self, sentence, keys, rule) {
            try Action(from: $0)
        }
    }
}

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// Declares an async action.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - configuration: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    ///   - levelRule: What only several of a level show.
    public init<Configuration: RSDAsyncActionConfiguration & Decodable>(
        _ type: RSDAsyncActionType,
        _ configuration: Configuration.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil,
        levelRule: RSDLevelRule? = nil
    ) {
        self.init(
            in: \.asyncActions,
            type.rawValue,
            Configuration.self,
            sentence,
            keys,
            rule,
            levelRule
        ) {
            try Configuration(from: $0)
        }
    }

    /// Declares an async action that one Swift type decodes for many kinds.
    package init(
        _ type: RSDAsyncActionType,
        _ swiftType: Any.Type,
        _ sentence: String,
        keys: [RSDKey],
        decode: @escaping @Sendable (any Decoder) throws -> any RSDAsyncActionConfiguration
    ) {
        self.init(in: \.asyncActions, type.rawValue, swiftType, sentence, keys, nil, decode: decode)
    }
}

extension RSDDeclaration<any RSDImageThemeElement> {
    /// Declares an image.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - image: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    public init<Image: RSDImageThemeElement>(
        _ type: String,
        _ image: Image.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil
    ) {
        self.init(in: \.images, type, Image.self, sentence, keys, rule) { try Image(from: $0) }
    }
}

extension RSDDeclaration<any RSDColorMappingThemeElement> {
    /// Declares a mapping of colours.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - colors: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    public init<Colors: RSDColorMappingThemeElement>(
        _ type: String,
        _ colors: Colors.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil
    ) {
        self.init(in: \.colors, type, Colors.self, sentence, keys, rule) { try Colors(from: $0) }
    }
}

extension RSDDeclaration<any RSDInputField> {
    /// Declares a question.
    ///
    /// Types with an ending, such as `own.integer`, are read by it, too, where none is declared for them.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - field: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    public init<Field: RSDInputField & Decodable>(
        _ type: RSDFormDataWord,
        _ field: Field.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil
    ) {
        self.init(in: \.inputFields, type.rawValue, Field.self, sentence, keys, rule) {
            try Field(from: $0)
        }
    }
}

extension RSDDeclaration<any RSDSurveyRule> {
    /// Declares a survey rule.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - rule: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    public init<Rule: RSDSurveyRule & Decodable>(
        _ type: RSDSurveyRuleType,
        _ rule: Rule.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil
    ) {
        self.init(in: \.rules, type.rawValue, Rule.self, sentence, keys, nil) { try Rule(from: $0) }
    }
}

extension RSDDeclaration<any RSDTaskTransformer> {
    /// Declares a transformer.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - transformer: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    public init<Transformer: RSDTaskTransformer & Decodable>(
        _ type: RSDTaskTransformerType,
        _ transformer: Transformer.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil
    ) {
        self.init(in: \.transformers, type.rawValue, Transformer.self, sentence, keys, rule) {
            try Transformer(from: $0)
        }
    }
}

extension RSDDeclaration<any RSDResult> {
    /// Declares a result.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - result: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - keys: Its keys, but for `type`; without them it may have any.
    ///   - rule: What its keys do not say one by one.
    public init<Value: RSDResult>(
        _ type: RSDResultType,
        _ result: Value.Type,
        _ sentence: String,
        keys: [RSDKey]? = nil,
        rule: RSDWords.Rule? = nil
    ) {
        self.init(in: \.results, type.rawValue, Value.self, sentence, keys, rule) {
            try Value(from: $0)
        }
    }
}
