// The documentation promises when a member is called, too: an override that is called too late, or
// twice, may break an app unnoticed.

/// Calls in their documented order, each as often as it is listed.
struct Moment {
    let title: String
    let calls: [Call]

    init(_ title: String, _ calls: [Call]...) {
        self.title = title
        self.calls = calls.flatMap { $0 }
    }

    /// The calls of these kinds from the first one on, as they came.
    func happened(in log: [Call]) -> [Call] {
        guard let first = calls.first, let start = log.firstIndex(of: first) else { return [] }
        let kinds = Set(calls)
        return Array(log[start...].lazy.filter { kinds.contains($0) }.prefix(calls.count))
    }

    /// Prints each moment whose calls differ from the documentation; returns true if none does.
    static func judge(_ moments: [Moment], _ log: [Call]) -> Bool {
        var kept = 0
        for moment in moments {
            let happened = moment.happened(in: log)
            guard happened != moment.calls else {
                kept += 1
                continue
            }
            let common = zip(happened, moment.calls).prefix { $0 == $1 }.count
            func name(_ calls: [Call]) -> String {
                calls.indices.contains(common) ? "\(calls[common])" : "nothing"
            }
            print("out of order: \(moment.title): call \(common + 1) was \(name(happened)),")
            print("  where it should have been \(name(moment.calls))")
        }
        print("moments in their order: \(kept) of \(moments.count)")
        return kept == moments.count
    }
}

extension Moment {
    static func step(_ place: String, _ members: String...) -> [Call] {
        members.map { Call(owner: .step, member: $0, place: place) }
    }

    static func task(_ members: String...) -> [Call] {
        members.map { Call(owner: .task, member: $0, place: "task") }
    }

    static func table(_ place: String, _ members: String...) -> [Call] {
        members.map { Call(owner: .table, member: $0, place: place) }
    }

    static func orkStep(_ place: String, _ members: String...) -> [Call] {
        members.map { Call(owner: .orkStep, member: $0, place: place) }
    }

    static func stepObject(_ place: String, _ members: String...) -> [Call] {
        members.map { Call(owner: .stepObject, member: $0, place: place) }
    }
}
