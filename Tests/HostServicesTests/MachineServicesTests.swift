// The services of this machine, whatever it has: each call is answered once, in order, and what the machine
// cannot do is said once.

import Research
import ResearchUI
import Testing

@testable import HostServices

@Suite("The services of a machine")
@MainActor
struct MachineServicesTests {
    @Test(
        "answer each text once and in order, whether or not anybody speaks",
        .timeLimit(.minutes(2))
    )
    func speech() async {
        let machine = MachineServices(soundDevice: "null")
        let services = machine.services
        var heard: [String] = []
        await withCheckedContinuation { continuation in
            for text in ["one", "two", "three"] {
                services.speak(text) { text, _ in
                    heard.append(text)
                    if heard.count == 3 { continuation.resume() }
                }
            }
            // Nobody has to hear it all to know that it is answered.
            services.hush()
        }
        #expect(heard == ["one", "two", "three"])
        #expect(machine.notes.count <= 1)
    }

    @Test("play any sound, also one whose name nobody knows, and fail by none")
    func sounds() {
        let services = MachineServices(soundDevice: "no-such-device").services
        for sound in RSDSound.all + [RSDSound(name: "nobody's")] { services.play(sound) }
    }

    @Test("vibrate what vibrates")
    func vibration() {
        let hand = Hand()
        let machine = MachineServices(soundDevice: "null", vibrator: hand)
        machine.services.vibrate()
        #expect(hand.count == 1)
    }

    @Test("keep the machine awake until the session is ended, or say why not")
    func awake() {
        let machine = MachineServices(soundDevice: "null")
        let session = machine.services.keepAwake("a test")
        #expect(session?.isActive == true)
        session?.end()
        session?.end()
        #expect(session?.isActive == false)
    }

    @Test("tell what is allowed as it is")
    func allowance() async {
        let machine = MachineServices(
            soundDevice: "null",
            permissions: DevicePermissions(known: [.motion: .denied])
        )
        #expect(machine.services.authorization(.motion) == .denied)
        let asked = await machine.services.requestAuthorization(
            RSDStandardPermission(permissionType: .motion)
        )
        #expect(asked == .denied)
    }
}

@Suite("The rights to devices")
struct DevicePermissionTests {
    private func status(
        _ type: RSDStandardPermissionType,
        nodes: [String: [String]],
        readable: Set<String> = []
    ) -> RSDAuthorizationStatus {
        DevicePermissions(names: { nodes[$0] ?? [] }, mayRead: { readable.contains($0) })
            .status(of: type)
    }

    @Test(
        "are those to any node of the kind",
        arguments: [
            (RSDStandardPermissionType.motion, "/dev", "iio:device0"),
            (.camera, "/dev", "video2"),
            (.microphone, "/dev/snd", "pcmC1D0c"),
        ]
    )
    func nodes(type: RSDStandardPermissionType, folder: String, name: String) {
        #expect(status(type, nodes: [:]) == .restricted)
        #expect(status(type, nodes: [folder: [name]]) == .denied)
        #expect(
            status(type, nodes: [folder: ["null", name]], readable: ["\(folder)/\(name)"])
                == .authorized
        )
    }

    @Test("do not take a loudspeaker for a microphone")
    func loudspeaker() {
        let nodes = ["/dev/snd": ["pcmC0D0p"]]
        #expect(status(.microphone, nodes: nodes, readable: ["/dev/snd/pcmC0D0p"]) == .restricted)
    }

    @Test("say nothing of what no device stands for")
    func withoutDevice() {
        #expect(status(.photoLibrary, nodes: [:]) == .authorized)
        #expect(status(.location, nodes: [:]) == .restricted)
        #expect(status("heartbeat", nodes: [:]) == .notDetermined)
    }

    @Test("give way to what is known otherwise")
    func known() {
        let permissions = DevicePermissions(
            known: [.motion: .authorized],
            names: { _ in [] },
            mayRead: { _ in false }
        )
        #expect(permissions.status(of: .motion) == .authorized)
    }
}

@MainActor
private final class Hand: RSDVibrator {
    var count = 0

    func vibrateDevice() { count += 1 }
}
