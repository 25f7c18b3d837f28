// Encodes a record as a message: a JSON object of its filled columns, with the digits of the sample file; and the JSON
// Schema of such messages.

internal import RecorderKinds
internal import SampleFile

/// Encodes the messages of a file.
struct MCAPMessage: Sendable {
    private let columns: RecordColumns
    /// The text before each column's value: its name and a colon.
    private let keys: [[UInt8]]

    init(_ columns: RecordColumns) {
        self.columns = columns
        keys = columns.schema.columns.map { column in
            var key: [UInt8] = []
            key.append(json: column.name)
            return key + Array(":".utf8)
        }
    }

    /// Appends the record in a row.
    func append(_ batch: RecordBatch, _ row: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        for column in keys.indices where batch.has(row, column, of: columns.schema) {
            bytes.append(UInt8(ascii: bytes.count == start ? "{" : ","))
            bytes += keys[column]
            append(batch, row, column, to: &bytes)
        }
        if bytes.count == start { bytes.append(UInt8(ascii: "{")) }
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(_ batch: RecordBatch, _ row: Int, _ column: Int, to bytes: inout [UInt8]) {
        switch columns.schema.columns[column].kind {
        case .number: if let number = batch.number(row, column) { bytes.append(number: number) }
        case .integer: if let number = batch.integer(row, column) { bytes.append(integer: number) }
        case .text: if let text = batch.text(row, column) { bytes.append(json: text) }
        case .json: if let text = batch.text(row, column) { bytes.append(text) }
        case .boolean:
            if let truth = batch.boolean(row, column) {
                bytes += Array((truth ? "true" : "false").utf8)
            }
        }
    }

    /// The JSON Schema of a channel's messages.
    ///
    /// - Parameters:
    ///   - title: The title of the schema.
    ///   - meaning: The units, axes and signs of the values, if known.
    ///   - isFilled: For each column, whether a message has it.
    /// - Returns: The schema's text.
    func schema(_ title: String, meaning: String?, _ isFilled: [Bool]) -> [UInt8] {
        var bytes = Array(#"{"type":"object","title":"#.utf8)
        bytes.append(json: title)
        bytes += Array(#","properties":{"#.utf8)
        var isFirst = true
        for (index, column) in columns.schema.columns.enumerated() where isFilled[index] {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes += keys[index]
            bytes += Self.type(of: column.kind)
            let isCommon = RecordSchema.commonColumns.contains { $0.name == column.name }
            if let words = isCommon ? Self.commonMeanings[column.name] : meaning {
                if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
                bytes += Array(#""description":"#.utf8)
                bytes.append(json: words)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        return bytes + Array("}}".utf8)
    }

    private static func type(of kind: RecordSchema.Column.Kind) -> [UInt8] {
        let word: String? =
            switch kind {
            case .number: "number"
            case .integer: "integer"
            case .text: "string"
            case .boolean: "boolean"
            case .json: nil
            }
        return Array("{".utf8) + Array((word.map { #""type":"\#($0)""# } ?? "").utf8)
    }

    private static let commonMeanings = [
        "uptime": "s of the kernel's boot time (CLOCK_BOOTTIME)",
        "timestamp": "s since the recorder began",
        "stepPath": "the step of the task, or the recorder",
        "timestampDate": "the date by the machine's clock",
        "sensorType": "what gave the sample, or lost it",
        "lost": "how many samples are missing here",
        "reason": "who lost them",
        "estimated": "true where the number of lost samples is estimated, and not counted",
        "marker": "what the recording was doing, or what somebody marked",
    ]
}
