// The members of the step controller that speak, sound and vibrate, and those that ask for permissions.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDStepViewController: speech and sounds")
@MainActor
struct StepSpeechMemberTests {
    @Test("`playSound(_:)` plays two rising tones, or what it is given")
    func playSound() {
        let rig = StepRig([Steps.active()])
        rig.controller.playSound()
        rig.controller.playSound(.tink)
        #expect(rig.log.calls == [.play("short_low_high"), .play("Tink")])
    }

    @Test("`vibrateDevice()` vibrates")
    func vibrateDevice() {
        let rig = StepRig([Steps.active()])
        rig.controller.vibrateDevice()
        #expect(rig.log.calls == [.vibrate])
    }

    @Test("`speakInstruction(_:at:completion:)` speaks, and tells when it is over")
    func speakInstruction() {
        let rig = StepRig([Steps.active()])
        var told: [String] = []
        rig.controller.speakInstruction("Turn around", at: 3) { text, wasWhole in
            told.append("\(text) \(wasWhole)")
        }
        #expect(rig.spoken == ["Turn around"])
        #expect(told == ["Turn around true"])
    }

    @Test("`speakInstruction(at:)` speaks what the step says then, if anything")
    func speakInstructionAt() {
        let rig = StepRig([Steps.active(duration: 10, [], spoken: ["start": "Go", "4": "Four"])])
        rig.controller.speakInstruction(at: 4)
        rig.controller.speakInstruction(at: 5)
        #expect(rig.spoken == ["Four"])
    }

    @Test("`spokenInstruction(at:)` is the step's, or a subclass's")
    func spokenInstruction() {
        let step = Steps.active(duration: 10, [], spoken: ["countdown": "3"])
        let controller = RSDStepViewController(step: step, parent: nil)
        #expect(controller.spokenInstruction(at: 8) == "two")
        #expect(controller.spokenInstruction(at: 3) == nil)
        let own = StepRig([step]) { Talkative(step: $0, parent: $1) }
        own.controller.appear()
        #expect(own.spoken == ["at 0.0"])
    }

    @Test(
        "`spokenInstruction(at:)` of a subclass is asked about each second, also those of a late tick"
    )
    func overriddenInstructions() async {
        let rig = StepRig([Steps.active(duration: 10)]) { Talkative(step: $0, parent: $1) }
        rig.controller.appear()
        await rig.pass(seconds: 1)
        await rig.pass(.seconds(3))
        #expect(rig.spoken == (0...4).map { "at \($0).0" })
    }

    @Test("`speakEndCommand(_:)` speaks the end once, and completes at once from then on")
    func speakEndCommand() {
        let rig = StepRig([Steps.active(duration: 10, [], spoken: ["end": "Stop"])])
        var completions = 0
        rig.controller.speakEndCommand { completions += 1 }
        rig.controller.speakEndCommand { completions += 1 }
        #expect(rig.spoken == ["Stop"])
        #expect(completions == 2)
        let silent = StepRig([Steps.active(duration: 10, [])])
        silent.controller.speakEndCommand { completions += 1 }
        #expect(completions == 3)
    }

    @Test("keeps the machine awake where it must speak with the screen off")
    func backgroundAudio() {
        let step = Steps.active(duration: 10, [], spoken: ["start": "Go"])
        step.requiresBackgroundAudio = true
        let rig = StepRig([step])
        rig.controller.appear()
        #expect(rig.host.requests == ["audio"])
    }
}

@Suite("RSDStepViewController: permissions")
@MainActor
struct StepPermissionMemberTests {
    private static let motion = RSDStandardPermission(
        permissionType: .motion,
        deniedMessage: "We need to see how you walk."
    )
    private static let camera = RSDStandardPermission(permissionType: .camera, optional: true)
    private static let place = RSDStandardPermission(
        permissionType: .location,
        requestIfNeeded: false
    )

    private func rig(
        _ statuses: [RSDStandardPermissionType: RSDAuthorizationStatus]
    ) -> StepRig<RSDStepViewController> {
        let step = Steps.instruction("b")
        step.standardPermissions = [Self.motion, Self.camera, Self.place]
        var services = StepServices.silent
        services.authorization = { statuses[$0] ?? .authorized }
        return StepRig([Steps.instruction("a"), step], at: "b", services: services)
    }

    @Test("`requiredPermissions()` are those that are not optional")
    func requiredPermissions() {
        let rig = rig([:])
        #expect(rig.controller.requiredPermissions() == [Self.motion, Self.place])
        #expect(StepRig([Steps.instruction()]).controller.requiredPermissions() == nil)
    }

    @Test("`requestedPermissions()` are those that the participant is asked for")
    func requestedPermissions() {
        #expect(rig([:]).controller.requestedPermissions() == [Self.motion, Self.camera])
    }

    @Test(
        "`authorizationStatus(for:)` is the machine's",
        arguments: RSDAuthorizationStatus.allCases
    )
    func authorizationStatus(status: RSDAuthorizationStatus) {
        let rig = rig([.motion: status])
        #expect(rig.controller.authorizationStatus(for: .motion) == status)
    }

    @Test("`checkAuthorizationStatus()` answers what is missing first, and minds nothing optional")
    func checkAuthorizationStatus() {
        let refusing = rig([.location: .denied, .motion: .restricted])
        let refused = refusing.controller.checkAuthorizationStatus()
        #expect(refused.status == .restricted && refused.permission == Self.motion)
        let allowing = rig([.camera: .denied])
        let allowed = allowing.controller.checkAuthorizationStatus()
        #expect(allowed.status == .authorized && allowed.permission == nil)
    }

    @Test(
        "`handleAuthorizationFailed(status:permission:)` tells why, and asks again or leaves the task"
    )
    func handleAuthorizationFailed() {
        let rig = rig([.motion: .denied])
        rig.controller.appear()
        rig.controller.handleAuthorizationFailed(status: .denied, permission: Self.motion)
        guard case .alert(let alert)? = rig.controller.screen.node("screen/top-0/alert")?.content
        else { return #expect(Bool(false)) }
        #expect(alert.message == "We need to see how you walk.")
        #expect(rig.questions.map(\.title) == ["Try again", "End the task"])
        rig.answer(1)
        #expect(rig.host.requests == ["cancel, save false"])
    }

    @Test("that are missing are told in general words where the step has none")
    func generalWords() {
        let rig = rig([:])
        rig.controller.appear()
        rig.controller.handleAuthorizationFailed(status: .restricted, permission: Self.place)
        guard case .alert(let alert)? = rig.controller.screen.node("screen/top-0/alert")?.content
        else { return #expect(Bool(false)) }
        #expect(
            alert.title?.isEmpty == false && alert.message == StepWords()(.permissionRestricted)
        )
    }
}

private final class Talkative: RSDStepViewController {
    override func spokenInstruction(at duration: Double) -> String? { "at \(duration)" }
}
