// The words of task files, in one table: the check of a file, its suggestions and the tests go by
// it. The types decode by themselves; a test holds each row against them.

/// The keys of each kind of object in a task file, and what may stand there.
package enum TaskVocabulary {
    /// What may stand somewhere.
    package indirect enum Shape: Sendable {
        case text, boolean, integer, number, date, anything
        /// The identifier of a step, anywhere in the task.
        case step
        /// The identifier of a step until whose end something goes on, or that something counts.
        case awaitedStep
        /// The kernel's name of a key; who reads the file may know them.
        case keyName
        /// One of some words, and no other.
        case word([String])
        /// One of some words, or one of an app's own.
        case openWord([String])
        case list(Shape)
        /// An object whose keys are some words, or others.
        case map([String], Shape)
        /// An object whose keys are some words, or numbers.
        case instants([String])
        case object(Kind)
        /// An object whose kind its `type` tells.
        case member(Family)
        case either([Shape])
        /// What a kind of device has instead, of the same kind as the object itself.
        case overrides
    }

    /// One key of a kind of object.
    package struct Row: Sendable {
        package let key: String
        package let shape: Shape
        package let isRequired: Bool

        init(_ key: String, _ shape: Shape, isRequired: Bool = false) {
            self.key = key
            self.shape = shape
            self.isRequired = isRequired
        }
    }

    /// Objects that their `type` tells apart.
    package enum Family: String, CaseIterable, Sendable {
        case task, step, action, asyncAction, image, colors, inputField, surveyRule, transformer
        case result
    }

    /// A kind of object.
    package enum Kind: String, CaseIterable, Sendable {
        case task, uiStep, activeStep, overviewStep, resultSummaryStep, formStep, imagePickerStep
        case sectionStep, subtaskStep, taskInfoStep, transformStep
        case action, navigationAction, reminderAction, webViewAction, videoViewAction
        case asyncAction, otherAction, recorder, motion, input, touch, distance, microphone
        case weather, keyMarker, weatherService
        case fetchableImage, animatedImage, size, colors, singleColor, placementColors, customColor
        case viewTheme, permission, icon, cohortRule, schemaInfo, transformer
        case inputField, choiceField, columnField, detailField, choice, textOptions
        case numberRange, dateRange, durationRange, yearRange, formatter, surveyRule
        case result, baseResult, answerResult, answerType, collectionResult, taskResult, fileResult
        case errorResult
    }

    /// The keys that an object of a kind may have, those that it shares with others included.
    package static func rows(of kind: Kind) -> [Row] { table[kind] ?? [] }

    private static let table = Dictionary(
        uniqueKeysWithValues: Kind.allCases.map { ($0, allRows(of: $0)) }
    )

    private static func allRows(of kind: Kind) -> [Row] {
        (kind.base.map(allRows) ?? []) + ownRows(of: kind)
    }

    private static func ownRows(of kind: Kind) -> [Row] {
        switch kind {
        case .task, .uiStep, .activeStep, .overviewStep, .resultSummaryStep, .formStep,
            .imagePickerStep, .sectionStep, .subtaskStep, .taskInfoStep, .transformStep:
            stepRows(of: kind)
        case .action, .navigationAction, .reminderAction, .webViewAction, .videoViewAction,
            .fetchableImage, .animatedImage, .size, .colors, .singleColor, .placementColors,
            .customColor, .viewTheme, .permission, .icon, .cohortRule, .schemaInfo, .transformer:
            partRows(of: kind)
        case .asyncAction, .otherAction, .recorder, .motion, .input, .touch, .distance,
            .microphone, .weather, .keyMarker, .weatherService:
            asyncActionRows(of: kind)
        case .inputField, .choiceField, .columnField, .detailField, .choice, .textOptions,
            .numberRange, .dateRange, .durationRange, .yearRange, .formatter, .surveyRule:
            formRows(of: kind)
        case .result, .baseResult, .answerResult, .answerType, .collectionResult, .taskResult,
            .fileResult, .errorResult:
            resultRows(of: kind)
        }
    }

    /// The words of a family, each with the kind of object that it makes.
    package static func words(of family: Family) -> [(word: String, kind: Kind)] {
        switch family {
        case .task: [("task", .task)]
        case .step:
            [
                ("active", .activeStep), ("instruction", .activeStep), ("countdown", .activeStep),
                ("completion", .resultSummaryStep), ("feedback", .resultSummaryStep),
                ("overview", .overviewStep), ("imagePicker", .imagePickerStep),
                ("form", .formStep), ("demographics", .formStep), ("section", .sectionStep),
                ("taskInfo", .taskInfoStep), ("transform", .transformStep),
                ("subtask", .subtaskStep),
            ]
        case .action:
            [
                ("default", .action), ("navigation", .navigationAction),
                ("reminder", .reminderAction), ("webView", .webViewAction),
                ("videoView", .videoViewAction),
            ]
        case .asyncAction:
            [
                ("motion", .motion), ("input", .input), ("touch", .touch),
                ("distance", .distance), ("microphone", .microphone), ("weather", .weather),
            ]
        case .image: [("fetchable", .fetchableImage), ("animated", .animatedImage)]
        case .colors: [("singleColor", .singleColor), ("placementMapping", .placementColors)]
        case .inputField: inputFieldWords
        case .surveyRule: [("comparable", .surveyRule)]
        case .transformer: [("resource", .transformer)]
        case .result:
            [
                ("base", .baseResult), ("navigation", .baseResult), ("answer", .answerResult),
                ("collection", .collectionResult), ("task", .taskResult), ("file", .fileResult),
                ("error", .errorResult),
            ]
        }
    }
}

extension TaskVocabulary.Kind {
    /// The kind whose keys this one has besides its own.
    package var base: TaskVocabulary.Kind? {
        switch self {
        case .activeStep, .formStep, .imagePickerStep: .uiStep
        case .overviewStep, .resultSummaryStep: .activeStep
        case .navigationAction, .reminderAction, .webViewAction, .videoViewAction: .action
        case .otherAction, .recorder, .distance, .weather: .asyncAction
        case .motion, .input, .touch, .microphone: .recorder
        case .singleColor, .placementColors: .colors
        case .choiceField, .columnField, .detailField: .inputField
        case .baseResult, .answerResult, .collectionResult, .taskResult, .fileResult, .errorResult:
            .result
        case .task, .uiStep, .sectionStep, .subtaskStep, .taskInfoStep, .transformStep, .action,
            .asyncAction, .fetchableImage, .animatedImage, .size, .colors, .customColor,
            .viewTheme, .permission, .icon, .cohortRule, .schemaInfo, .transformer, .inputField,
            .choice, .textOptions, .numberRange, .dateRange, .durationRange, .yearRange,
            .formatter, .surveyRule, .result, .answerType, .keyMarker, .weatherService:
            nil
        }
    }
}
