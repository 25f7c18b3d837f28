// Sessions of one file of motion, whose records a test writes out: also those that no recorder would write.

import Foundation
import MotionRecorder
import Scratch
import SessionFolder
import Timebase
import WrittenMotion

@testable import SessionAnalysis

/// A session of one file of motion.
struct MotionSession {
    static let samples = WrittenMotion.samples

    let scratch: Scratch
    let path: String
    let motion: SessionMotion

    /// Writes one with these records, one a line.
    init(_ records: String, _ change: (inout SessionManifest) -> Void = { _ in }) throws {
        let written = try WrittenMotion(records, change)
        (scratch, path) = (written.scratch, written.path)
        motion = try SessionMotion(opening: path, to: "analyse it")
    }
}
