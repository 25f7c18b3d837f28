// Stores what tasks remember between their runs: the cohorts of the participant, and the answers of tasks that use
// them again.

internal import FoundationEssentials
public import Research
public import TrackedStore

/// What tasks remember between runs.
public struct TrackedData: Sendable {
    private static let (cohorts, participant, answers) = ("cohorts", "participant", "answers")
    private let store: TrackedStore
    private let factory: RSDFactory

    /// Creates the data of a store; the factory decodes and encodes the results.
    public init(in store: TrackedStore, factory: RSDFactory = RSDFactory()) {
        self.store = store
        self.factory = factory
    }

    /// The cohorts that the participant is in.
    public func cohorts() throws -> Set<String> {
        try document(Set<String>.self, Self.cohorts, Self.participant) ?? []
    }

    /// The answers from earlier runs of a task; `nil` if there are none.
    public func answers(ofTask identifier: String) throws -> (any RSDTaskResult)? {
        try document(RSDTaskResultObject.self, Self.answers, identifier)
    }

    /// Stores the participant's cohorts and, if given, the answers of a run, in one transaction.
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

/// Why stored data cannot be read.
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
    /// The answers of a run, and the earlier answers to the steps that the run did not show.
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
