// What lies around an element is for other tests: here it is found by the end of its path.

import ViewTree

extension ViewNode {
    /// The first element whose names end in these.
    func first(endingIn names: [String]) -> ViewNode? {
        let end = "/" + names.joined(separator: "/")
        var found: ViewNode?
        forEach { node in
            if found == nil, node.id.path.hasSuffix(end) { found = node }
        }
        return found
    }
}
