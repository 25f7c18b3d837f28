// Each record of a file names its sensor, but a file has few sensors. So names are compared as bytes, and each is
// converted to a text only once.

internal import SampleFile

/// The sensors of a file, in the order of their first record.
struct SensorNames: Sendable {
    private(set) var names: [String] = []
    private var bytes: [[UInt8]] = []

    /// The index of a name.
    func place(of name: RecordText) -> Int? { bytes.firstIndex { name == $0 } }

    /// The index of a name, which is added if it is new.
    mutating func note(_ name: RecordText) -> Int {
        if let place = place(of: name) { return place }
        let text = name.description
        names.append(text)
        bytes.append(Array(text.utf8))
        return names.count - 1
    }
}
