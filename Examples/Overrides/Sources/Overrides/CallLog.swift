// The log of the overrides. It is global, because a class method has no instance
// that could hold a log.

import Synchronization

/// A class of the field, of which there is a subclass here.
enum FieldClass: String, CaseIterable {
    case step = "RSDStepViewController"
    case task = "RSDTaskViewController"
    case table = "RSDTableStepViewController"
    case orkStep = "ORKStepViewController"
    case stepObject = "RSDUIStepObject"
}

/// A call of an override.
struct Call: Hashable, CustomStringConvertible {
    var owner: FieldClass
    /// The member as the documentation writes it; a setter ends in ` =`.
    var member: String
    /// The step of the object, or the task; empty if the object has none yet.
    var place: String

    var description: String { "\(place): \(owner.rawValue).\(member)" }
}

/// The calls of all overrides, in their order.
final class CallLog: Sendable {
    static let ofRun = CallLog()
    private let noted = Mutex<[Call]>([])

    var calls: [Call] { noted.withLock { $0 } }

    /// How many calls there are; later calls come after this position.
    var count: Int { noted.withLock { $0.count } }

    func note(_ owner: FieldClass, _ member: String, at place: String) {
        noted.withLock { $0.append(Call(owner: owner, member: member, place: place)) }
    }
}
