// The one error of opening, reading and repairing sample files: where it happened, down to the byte, and what the
// user can do.

public import SystemCalls

/// Why a sample file could not be made, read or repaired.
public struct SampleFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors that a program may want to distinguish.
    public enum Kind: Sendable, Equatable, CaseIterable {
        /// The system refused to open, read or write the file.
        case system
        /// The file is not one of this project's layouts, or not of this schema.
        case foreign
        /// The file ends too early, because the program that wrote it was stopped.
        case torn
        /// A line within the file is not a record.
        case damaged
        /// A record holds a value of another type than its column.
        case wrongType
        /// A record holds a number that its column cannot hold.
        case outOfRange
        /// A line is too long to be a record.
        case lineTooLong
    }

    public let kind: Kind
    public let path: String
    /// The offset of the first wrong byte, if there is one.
    public let byteOffset: Int64?
    /// The number of the affected record, counted from one.
    public let record: Int?
    public let what: String
    public let remedy: String

    public init(
        _ kind: Kind = .system,
        path: String,
        byteOffset: Int64? = nil,
        record: Int? = nil,
        what: String,
        remedy: String
    ) {
        self.kind = kind
        self.path = path
        self.byteOffset = byteOffset
        self.record = record
        self.what = what
        self.remedy = remedy
    }

    /// An error of a system call on a file.
    public init(_ cause: SystemError, path: String) {
        self.init(cause, path: path, remedy: cause.errno.remedy)
    }

    /// An error of a system call that reads a recorded file.
    init(ofReading cause: SystemError, path: String) {
        self.init(cause, path: path, remedy: cause.remedyOfReading)
    }

    private init(_ cause: SystemError, path: String, remedy: String?) {
        self.init(
            path: path,
            what: "cannot \(cause.deed) it: \(cause.errno)",
            remedy: remedy ?? "see that the storage is in order and try again"
        )
    }

    public var description: String {
        var place = path
        switch (record, byteOffset) {
        case (let record?, let byteOffset?): place += ", record \(record) (byte \(byteOffset))"
        case (let record?, nil): place += ", record \(record)"
        case (nil, let byteOffset?): place += ", byte \(byteOffset)"
        case (nil, nil): break
        }
        return "\(place): \(what); \(remedy)"
    }
}

extension SystemError {
    /// The remedy if something recorded exists and cannot be read; `nil` if none is known.
    ///
    /// If permission is missing, naming another path would not help, so the remedy is about permissions.
    package var remedyOfReading: String? {
        guard errno == .access || errno == .permission else { return remedy }
        return "run the command as the user who recorded it; if that is you, give yourself the "
            + "right by `chmod u+rwX`"
    }
}
