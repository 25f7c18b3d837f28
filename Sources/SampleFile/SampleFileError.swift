// The one error of opening, reading and mending sample files: where it happened, down to the byte,
// and what the person at the keyboard can do about it.

public import SystemCalls

/// Why a sample file could not be made, read or mended.
public struct SampleFileError: Error, Sendable, Equatable, CustomStringConvertible {
    public let path: String
    /// The offset in the file of the first byte that is wrong, where there is one.
    public let byteOffset: Int64?
    /// The number of the record, from zero, in which it is wrong.
    public let recordIndex: Int?
    public let what: String
    public let remedy: String

    public init(
        path: String,
        byteOffset: Int64? = nil,
        recordIndex: Int? = nil,
        what: String,
        remedy: String
    ) {
        self.path = path
        self.byteOffset = byteOffset
        self.recordIndex = recordIndex
        self.what = what
        self.remedy = remedy
    }

    /// What a call of the system made of a file.
    public init(_ cause: SystemError, path: String) {
        self.init(
            path: path,
            what: "\(cause.call) failed: \(cause.errno)",
            remedy: cause.errno.remedy ?? "see that the storage is in order and try again"
        )
    }

    public var description: String {
        var place = path
        if let recordIndex { place += ", record \(recordIndex)" }
        if let byteOffset { place += ", byte \(byteOffset)" }
        return "\(place): \(what); \(remedy)"
    }
}
