// The field's names of what has another name here, so that code that was written with them compiles. An alias is
// another word for the same type; code of ours uses the type's own name.

// MARK: Renamed between versions of the field

/// The name in version 1.
public typealias RSDTaskPath = RSDTaskViewModel
/// The protocol of a task's state; here there is one type of it.
public typealias RSDTaskPathComponent = RSDTaskViewModel
/// The name since version 2.
public typealias RSDAsyncAction = RSDAsyncActionController
/// The name since version 2.
public typealias RSDAsyncActionDelegate = RSDAsyncActionControllerDelegate
/// The name since version 2.
public typealias RSDAsyncActionVendor = RSDAsyncActionControllerVendor
/// The name in version 1.
public typealias RSDThemedUIStep = RSDDesignableUIStep
/// The class behind the protocol; here the class has the protocol's name.
public typealias RSDFormStepDataSourceObject = RSDFormStepDataSource
/// The name in version 1.
public typealias RSDFormStepDataSourceDelegate = RSDTableDataSourceDelegate
/// The protocol of results that answers can be found in; here that is every result.
public typealias RSDAnswerResultFinder = RSDResult
/// The name since version 3, with the same cases.
public typealias JsonElement = JSONValue

// MARK: Protocols of the field of which there is one type here

/// The name and revision of a result's form.
public typealias RSDSchemaInfo = RSDSchemaInfoObject
/// A choice of a question.
public typealias RSDChoice = RSDChoiceObject
/// How a text is typed.
public typealias RSDTextFieldOptions = RSDTextFieldOptionsObject
/// The bounds of a number.
public typealias RSDNumberRange = RSDNumberRangeObject
/// The bounds of a date.
public typealias RSDDateRange = RSDDateRangeObject
/// The bounds of a duration.
public typealias RSDDurationRange = RSDDurationRangeObject
/// A rule that compares an answer.
public typealias RSDComparableSurveyRule = RSDComparableSurveyRuleObject
/// A picture by its name.
public typealias RSDFetchableImageThemeElement = RSDFetchableImageThemeElementObject
/// Pictures that follow each other.
public typealias RSDAnimatedImageThemeElement = RSDAnimatedImageThemeElementObject
/// A button that shows a page.
public typealias RSDWebViewUIAction = RSDWebViewUIActionObject
/// A button that shows a film.
public typealias RSDVideoViewUIAction = RSDVideoViewUIActionObject
/// The days and times of a task.
public typealias RSDWeeklySchedule = RSDWeeklyScheduleObject
/// The navigator of steps and their rules.
public typealias RSDConditionalStepNavigator = RSDConditionalStepNavigatorObject

// MARK: The field's single factory

extension RSDFactory {
    /// A factory of built-in types, for code that asks for the field's single one; nothing here reads it.
    @available(
        *,
        deprecated,
        message:
            "make a factory, declare your types to it, and hand it to what decodes, as TaskEngine.factory"
    )
    public static let shared = RSDFactory()
}
