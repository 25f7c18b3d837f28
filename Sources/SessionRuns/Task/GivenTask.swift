// A task file, with what its reading depends on.

public import FoundationEssentials
internal import PlainWords
public import RecorderKinds
public import Research
internal import ResearchUI
internal import SystemCalls
public import Timebase

/// A task file, and what it is read with.
public struct GivenTask: Sendable, Equatable {
    /// The file.
    public var path: String
    /// Where the resources are that it names.
    public var resources: [String]
    /// The kind of device whose overrides hold.
    public var deviceType: RSDDeviceType

    /// A task file of tens of megabytes is none.
    private static let sizeLimit: Int64 = 64 << 20

    public init(path: String, resources: [String], deviceType: RSDDeviceType) {
        self.path = path
        self.resources = resources
        self.deviceType = deviceType
    }

    /// What decodes it.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of recorders that it may have, beside what is built in.
    ///   - zone: What the dates of its results are written in.
    ///   - locale: How whoever answers writes numbers; a file of answers has plain digits and a point.
    /// - Returns: The factory.
    /// - Throws: `RSDDeclaredTwice` where two types of this program have one word.
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

    /// Declares what task files may have beyond what is built in.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of recorders.
    ///   - factory: The factory that is to read them.
    /// - Throws: `RSDDeclaredTwice` where two types have one word.
    public static func declare(
        _ kinds: [any RecorderKind],
        to factory: RSDFactory
    ) throws(RSDDeclaredTwice) {
        try factory.register(.tapping)
        for kind in kinds { try factory.register(kind) }
    }

    /// Its bytes.
    public func read() throws -> Data {
        for folder in resources where FileSystem.kind(of: folder) != .directory {
            throw RunFailure(
                "\(folder.printable): there is no such folder; name one with the task's resources"
            )
        }
        do throws(SystemError) {
            let file = try OpenFile.openPlain(path)
            return Data(try file.readAll(limit: Self.sizeLimit))
        } catch {
            throw RunFailure(FileWords.of(error, "a task file"))
        }
    }
}
