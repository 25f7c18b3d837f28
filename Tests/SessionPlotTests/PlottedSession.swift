// Sessions of one file of motion, whose records a test writes out: also those that no recorder would write.

import Foundation
import MotionRecorder
import Scratch
import SessionFolder
import Timebase
import WrittenMotion

@testable import SessionPlot

/// A session of one file of motion.
struct PlottedSession {
    static let samples = WrittenMotion.samples

    let scratch: Scratch
    let path: String

    /// Writes one with these records, one a line.
    init(_ records: [String], _ change: (inout SessionManifest) -> Void = { _ in }) throws {
        let written = try WrittenMotion(records.joined(separator: ",\n"), change)
        (scratch, path) = (written.scratch, written.path)
    }

    /// A record of a sensor with an `x`.
    static func sample(_ seconds: Double, _ x: Double, _ sensor: String = "gyro") -> String {
        #"{"uptime":\#(seconds),"timestamp":\#(seconds),"stepPath":"motion","sensorType":"\#(sensor)","x":\#(x)}"#
    }
}
