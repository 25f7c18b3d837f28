// Aliases for names that Sage's Research framework (SageResearch) uses for types which have another name here. They
// let code that was written for SageResearch compile. Footfall's own code uses the type's own name.

// MARK: Names that changed between versions of SageResearch

/// The name in SageResearch version 1.
public typealias RSDTaskPath = RSDTaskViewModel
/// In SageResearch a protocol of a task's state; here a single class.
public typealias RSDTaskPathComponent = RSDTaskViewModel
/// The name since SageResearch version 2.
public typealias RSDAsyncAction = RSDAsyncActionController
/// The name since SageResearch version 2.
public typealias RSDAsyncActionDelegate = RSDAsyncActionControllerDelegate
/// The name since SageResearch version 2.
public typealias RSDAsyncActionVendor = RSDAsyncActionControllerVendor
/// The name in SageResearch version 1.
public typealias RSDThemedUIStep = RSDDesignableUIStep
/// In SageResearch the class behind the protocol; here the class has the protocol's name.
public typealias RSDFormStepDataSourceObject = RSDFormStepDataSource
/// The name in SageResearch version 1.
public typealias RSDFormStepDataSourceDelegate = RSDTableDataSourceDelegate
/// In SageResearch a protocol of results that can be searched for answers; here every result can be.
public typealias RSDAnswerResultFinder = RSDResult
/// The name since SageResearch version 3, with the same cases.
public typealias JsonElement = JSONValue

// MARK: Protocols of SageResearch that have a single type here

/// The name and revision of a result's schema.
public typealias RSDSchemaInfo = RSDSchemaInfoObject
/// A choice of a question.
public typealias RSDChoice = RSDChoiceObject
/// How the participant enters a text.
public typealias RSDTextFieldOptions = RSDTextFieldOptionsObject
/// The bounds of a number.
public typealias RSDNumberRange = RSDNumberRangeObject
/// The bounds of a date.
public typealias RSDDateRange = RSDDateRangeObject
/// The bounds of a duration.
public typealias RSDDurationRange = RSDDurationRangeObject
/// A rule that compares an answer.
public typealias RSDComparableSurveyRule = RSDComparableSurveyRuleObject
/// An image that is loaded by its name.
public typealias RSDFetchableImageThemeElement = RSDFetchableImageThemeElementObject
/// Images that are shown one after the other.
public typealias RSDAnimatedImageThemeElement = RSDAnimatedImageThemeElementObject
/// A button that shows a web page.
public typealias RSDWebViewUIAction = RSDWebViewUIActionObject
/// A button that plays a video.
public typealias RSDVideoViewUIAction = RSDVideoViewUIActionObject
/// The days and times of a task.
public typealias RSDWeeklySchedule = RSDWeeklyScheduleObject
/// The navigator that applies the rules of its steps.
public typealias RSDConditionalStepNavigator = RSDConditionalStepNavigatorObject

// MARK: SageResearch's shared factory

extension RSDFactory {
    /// A factory of built-in types, for code that uses SageResearch's shared factory; Footfall itself never reads it.
    @available(
        *,
        deprecated,
        message:
            "make a factory, declare your types to it, and hand it to what decodes, as TaskEngine.factory"
    )
    public static let shared = RSDFactory()
}
