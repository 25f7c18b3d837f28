// Several machines may share a folder. A machine that was suspended cannot know that another one has taken the folder
// over. Another module checks this; through this protocol, a writer gets the result.

package import SystemCalls

/// Reports whether this process may still write its file.
package protocol WritingRight: AnyObject, Sendable {
    /// Whether another machine has taken the folder over.
    ///
    /// This may read the disk, so never call it on the main thread.
    var isLost: Bool { get }
}

/// An open folder for files, and the right to write there.
package struct FileHome: Sendable {
    /// The folder.
    package let folder: OpenFolder
    /// Reports whether this process may still write there; `nil` if it always may.
    package let right: (any WritingRight)?

    package init(_ folder: OpenFolder, by right: (any WritingRight)? = nil) {
        self.folder = folder
        self.right = right
    }

    /// Whether another machine has taken the folder over.
    ///
    /// This may read the disk, so never call it on the main thread.
    package var isLost: Bool { right?.isLost ?? false }
}
