import Research
import ResearchUI
import Testing

@testable import HostServices

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
