// Finds an element by the end of its path: these tests do not depend on its ancestors.

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
