// The findings of recovery. A torn end and damage within the file are different faults and are reported separately.

/// What is whole, torn and damaged in a sample file.
///
/// Offsets in a compressed file refer to its text.
public struct SampleFileCondition: Sendable, Equatable, CustomStringConvertible {
    /// A line within the file that is not a record.
    public struct DamagedLine: Sendable, Equatable {
        /// Where the line begins.
        public let byteOffset: Int64
        /// How many of its bytes a repair leaves out; 0 if only a comma is missing.
        public let byteCount: Int64
        public let why: String
    }

    /// The layout; `nil` if the beginning of the file is lost.
    public internal(set) var layout: SampleFileLayout?
    public internal(set) var fileBytes: Int64 = 0
    /// How many records are whole.
    public internal(set) var intactRecords = 0
    /// Where the last whole record ends.
    public internal(set) var intactBytes: Int64 = 0
    /// Whether the file is a whole document with nothing wrong.
    public internal(set) var isComplete = false
    /// The number of bytes at the end that belong to no whole record; 0 in a whole document.
    public internal(set) var tornBytes: Int64 = 0
    /// The first of the damaged lines, in order.
    public internal(set) var damaged: [DamagedLine] = []
    /// How many damaged lines there are.
    public internal(set) var damagedLines = 0

    /// True if the first line does not open a document, so that the file may not be one of ours.
    package internal(set) var lacksOpening = false

    /// Whether a repair is possible: not if every line is damaged.
    package var isRecoverable: Bool { !isComplete && (intactRecords > 0 || damagedLines == 0) }

    public var description: String {
        if isComplete { return "whole, \(intactRecords.records)" }
        var findings: [String] = []
        if damagedLines > 0 {
            let first = damaged.first.map { ", the first at byte \($0.byteOffset): \($0.why)" }
            findings.append("\(damagedLines) damaged lines" + (first ?? ""))
        }
        if tornBytes > 0 {
            findings.append("torn at byte \(fileBytes - tornBytes), \(tornBytes.bytes) after it")
        } else if damagedLines == 0 {
            findings.append("without its end")
        }
        return findings.joined(separator: "; ") + "; \(intactRecords.records) whole"
    }
}

extension Int {
    var records: String { self == 1 ? "1 record" : "\(self) records" }
}
