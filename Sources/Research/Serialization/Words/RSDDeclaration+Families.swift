// How to declare a member of each family. An initialiser takes the family's type of word, and a Swift type that
// conforms to the family's protocol. Each family needs its own: a section is both a step and a task, so the protocol
// alone could not decide the family.

extension RSDDeclaration<any RSDTask> {
    /// Declares a task.
    ///
    /// - Parameters:
    ///   - type: The `type` word in files.
    ///   - task: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
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
    ///   - type: The `type` word in files.
    ///   - step: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
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
    ///   - type: The `type` word in files.
    ///   - action: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
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
    ///   - type: The `type` word in files.
    ///   - configuration: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
    ///   - levelRule: The rule that involves several objects of a level.
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

    /// Declares an async action of a Swift type that decodes several types of async actions.
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
    ///   - type: The `type` word in files.
    ///   - image: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
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
    ///   - type: The `type` word in files.
    ///   - colors: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
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
    /// It also decodes types with an ending, such as `own.integer`, if those are not declared themselves.
    ///
    /// - Parameters:
    ///   - type: The `type` word in files.
    ///   - field: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
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
    ///   - type: The `type` word in files.
    ///   - rule: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
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
    ///   - type: The `type` word in files.
    ///   - transformer: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
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
    ///   - type: The `type` word in files.
    ///   - result: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - keys: The keys without `type`; `nil` allows any keys.
    ///   - rule: The rule that involves several keys.
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
