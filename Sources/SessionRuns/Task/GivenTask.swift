// A task file as the command line names it, and the settings with which it is decoded.

public import FoundationEssentials
public import RecorderKinds
public import Research
internal import ResearchUI
internal import SystemCalls
public import Timebase

/// A task file, and the settings with which it is decoded.
public struct GivenTask: Sendable, Equatable {
    /// The file.
    public var path: String
    /// The folders of the resources that it names.
    public var resources: [String]
    /// The type of device whose overrides apply.
    public var deviceType: RSDDeviceType

    /// The size in bytes above which a file is not accepted as a task file.
    private static let sizeLimit: Int64 = 64 << 20

    public init(path: String, resources: [String], deviceType: RSDDeviceType) {
        self.path = path
        self.resources = resources
        self.deviceType = deviceType
    }

    /// Makes the factory that decodes it.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of recorders that it may have, besides the built-in types.
    ///   - zone: The time zone of the dates in its results.
    ///   - locale: How the participant writes numbers; a file of answers has plain digits and a point.
    /// - Returns: The factory.
    /// - Throws: `RSDDeclaredTwice` if two types have the same name in task files.
    public func factory(
        reading kinds: [any RecorderKind],
        writingDatesIn zone: UTCOffset? = nil,
        answeredAs locale: AnswerLocale = AnswerLocale()
    ) throws(RSDDeclaredTwice) -> RSDFactory {
        let factory = RSDFactory(
            writingDatesIn: zone,
            surroundings: FactorySurroundings(
                deviceType: deviceType,
                resources: RSDResourceLocator(folders: resources),
                answerLocale: locale
            )
        )
        try Self.declare(kinds, to: factory)
        return factory
    }

    /// Registers the types that task files may have besides the built-in ones.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of recorders.
    ///   - factory: The factory that decodes them.
    /// - Throws: `RSDDeclaredTwice` if two types have the same name in task files.
    public static func declare(
        _ kinds: [any RecorderKind],
        to factory: RSDFactory
    ) throws(RSDDeclaredTwice) {
        try factory.register(.tapping)
        for kind in kinds { try factory.register(kind) }
    }

    /// Reads its bytes.
    public func read() throws -> Data {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try OpenFile.openPlain(path).readAll(limit: Self.sizeLimit)
        } catch {
            throw RunFailure(FileWords.of(error, "a task file"))
        }
        // Checked after the file, because its own folder is one of these if the user has named none.
        for folder in resources {
            if let fault = FileWords.ofFolder(folder, with: "the task's resources") {
                throw RunFailure(fault)
            }
        }
        return Data(bytes)
    }
}
