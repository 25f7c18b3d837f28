// SageResearch's names for types that have other names here, so that code written with them compiles. The names of
// tasks, steps and results are in the module Research.

public import TaskEngine

/// How a run has ended; the same type as the engine's.
public typealias RSDTaskFinishReason = TaskFinishReason
/// The name in SageResearch 1 of the view at the top.
public typealias RSDNavigationHeaderView = RSDStepNavigationView
/// The class of the view at the top; here one class serves for all parts.
public typealias RSDStepHeaderView = RSDStepNavigationView
/// The protocol of path components with a step; here that is a step's view model.
public typealias RSDNodePathComponent = RSDStepViewPathComponent
