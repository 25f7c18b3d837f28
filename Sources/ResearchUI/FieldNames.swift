// The field's names of what has another name here, so that code that was written with them compiles; those of
// tasks, steps and results are in Research.

public import TaskEngine

/// How a run has ended; without a screen it is the engine's.
public typealias RSDTaskFinishReason = TaskFinishReason
/// The name in version 1 of the part at the top.
public typealias RSDNavigationHeaderView = RSDStepNavigationView
/// The class of the part at the top; here all parts have one class.
public typealias RSDStepHeaderView = RSDStepNavigationView
/// The protocol of whatever has a step; here that is a step's own model.
public typealias RSDNodePathComponent = RSDStepViewPathComponent
