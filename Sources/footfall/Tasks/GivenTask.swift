// A task file as the command line gives it, with what its reading depends on. Every command that reads
// tasks has these options, and they mean the same in each.

internal import FoundationEssentials
internal import RecorderKinds
internal import Research
internal import ResearchUI
internal import SystemCalls
internal import Timebase

/// A task file, and what it is read with.
struct GivenTask: Sendable, Equatable {
    /// The file.
    var path: String
    /// Where the resources are that it names.
    var resources: [String]
    /// The kind of device whose overrides hold.
    var deviceType: RSDDeviceType

    static let operand = OperandDeclaration(name: "TASK.json", summary: "the task file")
    static let resourcesOption = Option(
        "resources",
        taking: "DIR",
        as: .text,
        repeats: true,
        "a folder with the files that the task names; may be given again; the task file's own folder if not given"
    )
    static let deviceTypeOption = Option(
        "device-type",
        taking: "KIND",
        as: .text,
        "the kind of device whose overrides in the task file hold: computer, phone, tablet, tv, watch, or another word; computer if not given"
    )
    static let options = [resourcesOption.declaration, deviceTypeOption.declaration]

    /// A task file of tens of megabytes is none.
    private static let sizeLimit: Int64 = 64 << 20

    init(path: String, resources: [String], deviceType: RSDDeviceType) {
        self.path = path
        self.resources = resources
        self.deviceType = deviceType
    }

    init(_ arguments: ParsedArguments) throws(UsageError) {
        path = arguments.operands[0]
        let given = try arguments.values(of: Self.resourcesOption)
        resources = given.isEmpty ? [FileSystem.parent(of: path) ?? "."] : given
        deviceType =
            try arguments.value(of: Self.deviceTypeOption).map(RSDDeviceType.init) ?? .computer
    }

    /// What decodes it: every type that this program knows.
    ///
    /// - Parameters:
    ///   - zone: What the dates of its results are written in.
    ///   - locale: How whoever answers writes numbers; a file of answers has plain digits and a point.
    /// - Returns: The factory.
    /// - Throws: `RSDDeclaredTwice` where two types of this program have one word.
    func factory(
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
        try Self.declare(to: factory)
        return factory
    }

    /// Declares what this program reads beyond what is built in.
    ///
    /// - Parameter factory: The factory that is to read it.
    /// - Throws: `RSDDeclaredTwice` where two types have one word.
    static func declare(to factory: RSDFactory) throws(RSDDeclaredTwice) {
        try factory.register(.tapping)
        for kind in KnownKinds.all { try factory.register(kind) }
    }

    /// Its bytes.
    func read() throws -> Data {
        for folder in resources where FileSystem.kind(of: folder) != .directory {
            throw CommandFailure(
                "\(folder.printable): there is no such folder; name one with the task's resources"
            )
        }
        do throws(SystemError) {
            let file = try OpenFile.openPlain(path)
            return Data(try file.readAll(limit: Self.sizeLimit))
        } catch {
            throw CommandFailure(FileWords.of(error, "a task file"))
        }
    }
}
