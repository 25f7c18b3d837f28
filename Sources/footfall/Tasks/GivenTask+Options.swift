// The options that every command with a task file has, with the same meaning in each.

internal import Arguments
internal import RecorderKinds
internal import Research
internal import ResearchUI
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls
internal import Timebase

extension GivenTask {
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
        "the type of device whose overrides in the task file apply: computer, phone, tablet, tv, watch, or another word; computer if not given"
    )
    static let options = [resourcesOption.declaration, deviceTypeOption.declaration]

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let path = arguments.operands[0]
        let given = try arguments.values(of: Self.resourcesOption)
        self.init(
            path: path,
            resources: given.isEmpty ? [FileSystem.parent(of: path) ?? "."] : given,
            deviceType: try arguments.value(of: Self.deviceTypeOption).map(RSDDeviceType.init)
                ?? .computer
        )
    }

    /// The types of recorders that a run can make.
    static let recordable = StandardKinds.all.map { $0.declaration.word }

    /// Makes the factory that decodes the task file, with every type of recorder that this program has.
    func factory(
        writingDatesIn zone: UTCOffset? = nil,
        answeredAs locale: AnswerLocale = AnswerLocale()
    ) throws(RSDDeclaredTwice) -> RSDFactory {
        try factory(reading: StandardKinds.all, writingDatesIn: zone, answeredAs: locale)
    }
}
