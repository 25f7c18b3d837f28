// Who writes into a folder that several machines share may have lost it without knowing: a machine that sleeps
// does not hear that another has taken over. What tells so is not this module's affair.

package import SystemCalls

/// Says whether one may still write what one writes.
package protocol WritingRight: AnyObject, Sendable {
    /// Whether another has taken over what is written; it may look at the disk, and is asked by no main thread.
    var isLost: Bool { get }
}

/// An open folder that files are made in, and the right to write there.
package struct FileHome: Sendable {
    /// The folder.
    package let folder: OpenFolder
    /// Who says whether one may still write there; without it, one always may.
    package let right: (any WritingRight)?

    package init(_ folder: OpenFolder, by right: (any WritingRight)? = nil) {
        self.folder = folder
        self.right = right
    }

    /// Whether another has taken the folder over; it may look at the disk, and is asked by no main thread.
    package var isLost: Bool { right?.isLost ?? false }
}
