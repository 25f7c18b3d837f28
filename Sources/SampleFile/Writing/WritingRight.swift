// Several machines may share a folder. A machine that was asleep does not know that another has taken the folder
// over. Another module finds out; this protocol asks it.

package import SystemCalls

/// Says whether this process may still write its file.
package protocol WritingRight: AnyObject, Sendable {
    /// Whether another machine has taken the folder over.
    ///
    /// It may read the disk, so never ask on the main thread.
    var isLost: Bool { get }
}

/// An open folder for files, and the right to write there.
package struct FileHome: Sendable {
    /// The folder.
    package let folder: OpenFolder
    /// Says whether this process may still write there; `nil` if it always may.
    package let right: (any WritingRight)?

    package init(_ folder: OpenFolder, by right: (any WritingRight)? = nil) {
        self.folder = folder
        self.right = right
    }

    /// Whether another machine has taken the folder over.
    ///
    /// It may read the disk, so never ask on the main thread.
    package var isLost: Bool { right?.isLost ?? false }
}
