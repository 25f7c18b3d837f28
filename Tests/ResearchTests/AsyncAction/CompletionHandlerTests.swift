import FoundationEssentials
import Research
import Testing

@MainActor
@Suite("The calls with a completion handler")
struct CompletionHandlerTests {
    enum Call: CaseIterable, Sendable {
        case requestPermissions, start, stop
    }

    /// What a completion handler was given.
    struct Answer: Equatable {
        var status: RSDAsyncActionStatus
        var result: String?
        var error: Fault?
    }

    let controller = ScriptedController(
        configuration: PlainConfiguration(identifier: "walk"),
        path: RSDStandalonePath(identifier: "walk"),
        result: RSDResultObject(identifier: "walk", startDate: Date(timeIntervalSince1970: 0))
    )

    /// Makes a call and waits for its completion; the second is the status when the call returned.
    private func answer(to call: Call) async -> (Answer, RSDAsyncActionStatus) {
        var statusOnReturn = RSDAsyncActionStatus.idle
        let answer = await withCheckedContinuation { continuation in
            let completion: RSDAsyncActionCompletionHandler = { controller, result, error in
                continuation.resume(
                    returning: Answer(
                        status: controller.status,
                        result: result?.identifier,
                        error: error as? Fault
                    )
                )
            }
            switch call {
            case .requestPermissions: controller.requestPermissions(on: nil, completion)
            case .start: controller.start(completion)
            case .stop: controller.stop(completion)
            }
            statusOnReturn = controller.status
        }
        return (answer, statusOnReturn)
    }

    @Test(
        "have begun when they return, and complete once, later",
        arguments: [
            (
                Call.requestPermissions, RSDAsyncActionStatus.requestingPermission,
                .permissionGranted
            ),
            (Call.start, .starting, .running),
            (Call.stop, .waitingToStop, .finished),
        ] as [(Call, RSDAsyncActionStatus, RSDAsyncActionStatus)]
    )
    func complete(
        call: Call,
        onReturn: RSDAsyncActionStatus,
        onCompletion: RSDAsyncActionStatus
    ) async {
        let (answer, statusOnReturn) = await answer(to: call)
        #expect(statusOnReturn == onReturn)
        #expect(answer == Answer(status: onCompletion, result: "walk"))
    }

    @Test("hand over the error, and the partial result beside it", arguments: Call.allCases)
    func handOverErrors(call: Call) async {
        controller.answer = .failure(.disk)
        let (answer, _) = await answer(to: call)
        #expect(answer.error == .disk)
        #expect(answer.result == "walk")
    }

    @Test("need no handler")
    func needNoHandler() {
        controller.start(nil)
        controller.stop(nil)
        #expect(controller.calls == ["start", "stop"])
    }
}

@MainActor
@Suite("The configuration of a recorder")
struct ConfigurationTests {
    let configuration = RecorderConfiguration(identifier: "walk")

    @Test("asks for an array of JSON records unless it says otherwise, and is valid as it is")
    func hasDefaults() throws {
        #expect(!configuration.usesCSVEncoding)
        #expect(!configuration.usesRootDictionary)
        try configuration.validate()
    }

    @Test("vends its own controller")
    func vends() throws {
        let path = RSDStandalonePath(identifier: "host")
        let vendor: any RSDAsyncActionControllerVendor = configuration
        let controller = try #require(vendor.instantiateController(with: path))
        #expect(controller.configuration.identifier == "walk")
        #expect(controller.path === path)
    }
}
