import Research
import ResearchUI
import Testing

@testable import HostServices

@Suite("The permissions for devices")
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
        "depend on whether any device node of the kind exists and may be read",
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

    @Test("do not mistake a loudspeaker for a microphone")
    func loudspeaker() {
        let nodes = ["/dev/snd": ["pcmC0D0p"]]
        #expect(status(.microphone, nodes: nodes, readable: ["/dev/snd/pcmC0D0p"]) == .restricted)
    }

    @Test("are fixed for types without a device node")
    func withoutDevice() {
        #expect(status(.photoLibrary, nodes: [:]) == .authorized)
        #expect(status(.location, nodes: [:]) == .restricted)
        #expect(status("heartbeat", nodes: [:]) == .notDetermined)
    }

    @Test("yield to a status that the host knows")
    func known() {
        let permissions = DevicePermissions(
            known: [.motion: .authorized],
            names: { _ in [] },
            mayRead: { _ in false }
        )
        #expect(permissions.status(of: .motion) == .authorized)
    }
}
