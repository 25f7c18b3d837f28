// A sound card that is a file: alsa-lib's own plugins write the samples into it.

internal import SystemCalls

/// A test's own sound device, and the samples that were played on it.
package final class KeptSound: Sendable {
    /// The name of the device.
    package static let device = "kept"

    package let folder: ScratchFolder

    package init(in folder: ScratchFolder) {
        self.folder = folder
    }

    /// alsa-lib's configuration for the device.
    package var configuration: String { Self.configuration(writingTo: path) }

    /// The same device, which appends to its file each time it is opened: a player closes a device after a pause,
    /// and alsa-lib by itself begins the file anew.
    package var lastingConfiguration: String {
        Self.configuration(writingTo: "|cat >> '\(path)'")
    }

    /// The device with another file, or, after "|", with a command that reads the samples.
    package static func configuration(writingTo file: String) -> String {
        """
        pcm.\(device) {
            type file
            slave.pcm { type null }
            file "\(file)"
            format raw
        }
        """
    }

    package var path: String { "\(folder.path)/heard" }

    /// The samples so far: all of them once the device is closed.
    package var samples: [Int16] {
        let bytes = (try? folder.bytes("heard")) ?? []
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    /// The samples, once there are at least this many or a time limit has passed.
    package func samples(atLeast count: Int) async throws -> [Int16] {
        _ = try await eventually { (try? folder.bytes("heard").count) ?? 0 >= 2 * count }
        return samples
    }
}
