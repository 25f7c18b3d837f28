import FoundationEssentials
import Research
import Testing

/// The task files of the repository.
enum SampleTasks {
    static let names = ["WalkAndBalance", "Tapping", "Survey", "FortyQuestions", "MotorControl"]

    static let folder: String = {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.path + "/SampleData/Tasks"
    }()

    static func bytes(of name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: "\(folder)/\(name).json"))
    }

    static func factory(on device: RSDDeviceType = .computer) -> RSDFactory {
        RSDFactory(
            surroundings: FactorySurroundings(
                deviceType: device,
                resources: RSDResourceLocator(folders: [folder])
            )
        )
    }

    static func task(_ name: String, on device: RSDDeviceType = .computer) throws -> RSDTaskObject {
        try #require(factory(on: device).decodeTask(with: bytes(of: name)) as? RSDTaskObject)
    }
}

@Suite("The sample tasks")
struct SampleTaskTests {
    @Test("are decoded, can be run, and have nothing wrong", arguments: SampleTasks.names)
    func areGood(name: String) throws {
        let task = try SampleTasks.task(name)
        #expect(throws: Never.self) { try task.validate() }
        let faults = TaskFileCheck.faults(
            in: try SampleTasks.bytes(of: name),
            factory: SampleTasks.factory()
        )
        #expect(faults == [])
    }

    @Test("are the same after they were written and read again", arguments: SampleTasks.names)
    func roundTrip(name: String) throws {
        let factory = SampleTasks.factory()
        let once = try factory.encodeTask(SampleTasks.task(name))
        let alone = RSDFactory()
        #expect(try alone.encodeTask(alone.decodeTask(with: once)) == once)
    }

    @Test("have in walk-and-balance two sections from elsewhere, each with its recorder")
    func walkAndBalance() throws {
        let task = try SampleTasks.task("WalkAndBalance")
        #expect(task.steps.map(\.identifier) == ["overview", "walk", "balance", "completion"])
        #expect(task.schemaInfo?.revision == 2)
        let overview = try #require(task.steps[0] as? RSDOverviewStepObject)
        #expect(overview.icons?.count == 3)
        #expect(overview.standardPermissions?.first?.permissionType == .motion)
        #expect(overview.imageTheme?.placementType == .topBackground)
        for (step, name) in [(task.steps[1], "walking"), (task.steps[2], "standing")] {
            let section = try #require(step as? RSDSectionStepObject)
            #expect(section.steps.map(\.identifier) == ["instruction", "countdown", name])
            #expect(section.asyncActions?.map(\.asyncActionType) == [.motion])
            let active = try #require(section.steps[2] as? RSDActiveUIStepObject)
            #expect(active.duration == 30)
            #expect(active.commands.isSuperset(of: .transitionAutomatically))
            #expect(active.spokenInstruction(at: 15) != nil)
        }
        let balance = try #require(task.steps[2] as? RSDSectionStepObject)
        #expect((balance.steps[0] as? RSDUIStepObject)?.title == "Now stand still")
    }

    @Test("say something else on a telephone")
    func onTelephone() throws {
        func text(on device: RSDDeviceType) throws -> String? {
            let walk = try SampleTasks.task("WalkAndBalance", on: device).steps[1]
            return ((walk as? RSDSectionStepObject)?.steps[0] as? RSDUIStepObject)?.text
        }
        #expect(try text(on: .phone)?.contains("front pocket") == true)
        #expect(try text(on: .computer)?.contains("belt") == true)
    }

    @Test("have in motor control what only an app knows, and it is all there")
    func motorControl() throws {
        let task = try SampleTasks.task("MotorControl")
        #expect(task.taskType == "motorControlTask")
        let hands = try #require(task.steps[0] as? RSDGenericStepObject)
        #expect(hands.stepType == "handSelection")
        #expect(hands.userInfo["inputFields"] != nil)
        let left = try #require(task.steps[1] as? RSDSectionStepObject)
        #expect(left.asyncActions?.map(\.asyncActionType) == [.motion, "airQuality"])
        let inner = try #require(task.steps[2] as? any RSDSubtaskStep)
        #expect(inner.task.identifier == "Handedness")
        let more = try #require(task.steps[3] as? any RSDTaskInfoStep)
        #expect(more.taskInfo.estimatedMinutes == 1)
        let last = try #require(task.steps[5] as? RSDUIStepObject)
        #expect(last.actions?[.goForward]?.buttonTitle == "Done")
        #expect(last.actions?[.goForward] is RSDUnknownUIActionObject)
    }

    @Test("can have another identifier than the file gives them; what is inside keeps its own")
    func injectedIdentifier() throws {
        let bytes = try SampleTasks.bytes(of: "MotorControl")
        let task = try SampleTasks.factory().decodeTask(with: bytes, identifier: "Evening")
        #expect(task.identifier == "Evening")
        let inner = task.stepNavigator.step(with: "questions") as? any RSDSubtaskStep
        #expect(inner?.task.identifier == "Handedness")
    }
}
