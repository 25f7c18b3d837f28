// A test's own message bus, so that no bus of the machine is touched.

internal import SystemCalls
internal import Testing

/// A running message bus.
package final class PrivateBus: Sendable {
    private let folder: ScratchFolder
    package let service: Service

    package var address: String { "unix:path=\(folder.path)/bus" }

    package init() async throws {
        let folder = try ScratchFolder()
        self.folder = folder
        let configuration = try folder.file(
            "bus.conf",
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>unix:path=\(folder.path)/bus</listen>
              <policy context="default">
                <allow send_destination="*"/>
                <allow receive_sender="*"/>
                <allow own="*"/>
                <allow user="*"/>
              </policy>
            </busconfig>
            """
        )
        service = try Service(
            ["dbus-daemon", "--nofork", "--nopidfile", "--print-address=2"]
                + ["--config-file=\(configuration)"]
        )
        try #require(
            try await eventually {
                // The daemon prints its address once it listens.
                service.program.errorText().contains("unix:") || service.program.ending != nil
            }
        )
        try #require(service.program.ending == nil, "\(service.program.errorText())")
    }
}
