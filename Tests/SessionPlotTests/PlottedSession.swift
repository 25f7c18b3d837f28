// Sessions with one motion file whose records the test writes, including records that no recorder would write.

import Foundation
import MotionRecorder
import Scratch
import SessionFolder
import Timebase
import WrittenMotion

@testable import SessionPlot

/// A session with one motion file.
struct PlottedSession {
    static let samples = WrittenMotion.samples

    let scratch: Scratch
    let path: String

    /// Writes a session with these records, one per line.
    init(_ records: [String], _ change: (inout SessionManifest) -> Void = { _ in }) throws {
        let written = try WrittenMotion(records.joined(separator: ",\n"), change)
        (scratch, path) = (written.scratch, written.path)
    }

    /// A sensor's record with a value `x`.
    static func sample(_ seconds: Double, _ x: Double, _ sensor: String = "gyro") -> String {
        #"{"uptime":\#(seconds),"timestamp":\#(seconds),"stepPath":"motion","sensorType":"\#(sensor)","x":\#(x)}"#
    }
}
