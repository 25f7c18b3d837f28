// What tasks remember between their runs, in the words of the model: the cohorts of the participant,
// and the answers of tasks that use them again.

internal import FoundationEssentials
public import Research
public import TrackedStore

/// What tasks remember between runs.
public struct TrackedData: Sendable {
    private static let (cohorts, participant, answers) = ("cohorts", "participant", "answers")
    private let store: TrackedStore
    private let factory: RSDFactory

    /// What is remembered in a store; the factory knows the types of results.
    public init(in store: TrackedStore, factory: RSDFactory = RSDFactory()) {
        self.store = store
        self.factory = factory
    }

    /// The cohorts that the participant is in.
    public func cohorts() throws -> Set<String> {
        try document(Set<String>.self, Self.cohorts, Self.participant) ?? []
    }

    /// What a task was answered when it was run before; `nil` if it was not, or does not use it.
    public func answers(ofTask identifier: String) throws -> (any RSDTaskResult)? {
        try document(RSDTaskResultObject.self, Self.answers, identifier)
    }

    /// Remembers the cohorts that the participant is in and, if it is given, what a run has answered:
    /// both of them, or none.
    public func remember(cohorts: Set<String>, answersOf result: (any RSDTaskResult)? = nil) throws
    {
        let encoder = factory.createJSONEncoder()
        var documents = [
            TrackedDocument(
                kind: Self.cohorts,
                key: Self.participant,
                value: [UInt8](try encoder.encode(cohorts.sorted()))
            )
        ]
        if let result {
            let earlier = try answers(ofTask: result.identifier)
            let answers = RSDTaskResultObject(answersOf: result, andEarlier: earlier)
            documents.append(
                TrackedDocument(
                    kind: Self.answers,
                    key: result.identifier,
                    value: [UInt8](try encoder.encode(answers))
                )
            )
        }
        try store.change(documents.map { .write($0) })
    }

    private func document<Value: Decodable>(
        _ type: Value.Type,
        _ kind: String,
        _ key: String
    ) throws -> Value? {
        guard let bytes = try store.read(kind, key: key) else { return nil }
        do {
            return try factory.createJSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw TrackedDataError(kind: kind, key: key, cause: "\(error)")
        }
    }
}

/// Why it cannot be read what tasks remember.
public struct TrackedDataError: Error, Sendable, Hashable, CustomStringConvertible {
    public var kind: String
    public var key: String
    public var cause: String

    public var description: String {
        "the \(kind) of '\(key)' that the store remembers cannot be read: \(cause); "
            + "remove them from the store, or name another one"
    }
}

extension RSDTaskResultObject {
    /// What a run has answered, with what earlier ones have where this one did not ask.
    init(answersOf result: any RSDTaskResult, andEarlier earlier: (any RSDTaskResult)?) {
        let asked = Set(result.stepHistory.map(\.identifier))
        let kept = earlier?.stepHistory.filter { !asked.contains($0.identifier) } ?? []
        let given = result.stepHistory.compactMap { entry -> (any RSDResult)? in
            switch entry {
            case let level as any RSDTaskResult:
                let before = earlier?.findResult(for: level.identifier) as? any RSDTaskResult
                let answers = RSDTaskResultObject(answersOf: level, andEarlier: before)
                return answers.stepHistory.isEmpty ? nil : answers
            case let form as any RSDCollectionResult:
                let answers = form.inputResults.filter {
                    ($0 as? any RSDAnswerResult)?.value != nil
                }
                guard !answers.isEmpty else { return nil }
                return RSDCollectionResultObject(
                    identifier: form.identifier,
                    startDate: form.startDate,
                    endDate: form.endDate,
                    inputResults: answers
                )
            default: return nil
            }
        }
        self.init(
            identifier: result.identifier,
            taskRunUUID: result.taskRunUUID,
            schemaInfo: result.schemaInfo,
            startDate: result.startDate,
            endDate: result.endDate,
            stepHistory: kept + given
        )
    }
}
