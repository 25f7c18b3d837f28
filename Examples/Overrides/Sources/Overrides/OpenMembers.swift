// The list of Footfall's own tests decides which members must be overridden: a member
// that becomes open is reported here until it is overridden and called.

import Foundation

/// The open members of SageResearch's and ResearchKit's classes.
struct OpenMembers {
    /// Their names in the log: a member that can be set counts twice.
    let names: [FieldClass: [String]]

    private struct Page: Decodable {
        var classes: [String: Listed]
    }

    private struct Listed: Decodable {
        var members: [Member]
    }

    private struct Member: Decodable {
        var name: String
        var access: String
        var settable: Bool?
    }

    /// Reads the list of a file.
    init(file: String) throws {
        let page = try JSONDecoder().decode(Page.self, from: Data(contentsOf: URL(filePath: file)))
        var names: [FieldClass: [String]] = [:]
        for owner in FieldClass.allCases {
            guard let listed = page.classes[owner.rawValue] else {
                throw ScriptError("\(file) does not list \(owner.rawValue)")
            }
            names[owner] = listed.members.filter { $0.access == "open" }.flatMap { member in
                member.settable == true ? [member.name, "\(member.name) ="] : [member.name]
            }
        }
        self.names = names
    }

    /// Prints which of them were called; returns true if all were.
    func judge(_ calls: [Call]) -> Bool {
        var called: [FieldClass: Set<String>] = [:]
        for call in calls { called[call.owner, default: []].insert(call.member) }
        var (missed, total) = (0, 0)
        for owner in FieldClass.allCases {
            let all = names[owner] ?? []
            let lacking = all.filter { !(called[owner] ?? []).contains($0) }
            for name in lacking { print("never called: \(owner.rawValue).\(name)") }
            print("  \(owner.rawValue): \(all.count - lacking.count) of \(all.count)")
            missed += lacking.count
            total += all.count
        }
        print("overrides that were called: \(total - missed) of \(total)")
        return missed == 0
    }
}
