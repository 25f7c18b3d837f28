// A file names a sensor in each record, and has few of them: a name is compared where it lies, and is a text only once.

internal import SampleFile

/// The sensors of a file, in the order in which they were met.
struct SensorNames: Sendable {
    private(set) var names: [String] = []
    private var bytes: [[UInt8]] = []

    /// Where a name stands among them.
    func place(of name: RecordText) -> Int? { bytes.firstIndex { name == $0 } }

    /// Where a name stands among them, last if it is new.
    mutating func note(_ name: RecordText) -> Int {
        if let place = place(of: name) { return place }
        let text = name.description
        names.append(text)
        bytes.append(Array(text.utf8))
        return names.count - 1
    }
}
