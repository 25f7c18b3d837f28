// Sessions with one motion file, whose records a test writes by hand, including records that no recorder would write.

import Foundation
import MotionRecorder
import Scratch
import SessionFolder
import Timebase
import WrittenMotion

@testable import SessionAnalysis

/// A session with one motion file, opened for analysis.
struct MotionSession {
    static let samples = WrittenMotion.samples

    let scratch: Scratch
    let path: String
    let motion: SessionMotion

    /// Writes a session with these records, one on each line, and opens it.
    init(_ records: String, _ change: (inout SessionManifest) -> Void = { _ in }) throws {
        let written = try WrittenMotion(records, change)
        (scratch, path) = (written.scratch, written.path)
        motion = try SessionMotion(opening: path, to: "analyse it")
    }
}
