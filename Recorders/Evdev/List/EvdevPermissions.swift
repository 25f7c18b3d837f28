// Checks before a recording what would prevent it: a device that does not exist, a node that cannot be read, or
// keys that the device does not have.

public import InputRecorder
internal import SystemCalls

/// Checks what recording from this machine's input devices needs.
public enum EvdevPermissions {
    /// Something that prevents a recording, and how to remedy it.
    public struct Obstacle: Error, Sendable, Hashable, CustomStringConvertible {
        /// The device, by its id.
        public var device: String
        public var what: String
        public var remedy: String

        public var description: String { "\(device): \(what); \(remedy)" }
    }

    /// Checks that the requested device exists, that it may be read, and that it has the keys that are to be
    /// marks.
    ///
    /// - Throws: `EvdevError`; `InputRecorderError` if one key is to be two marks; or an `Obstacle` for
    ///   anything else.
    public static func check(_ request: InputRequest) throws {
        try check(request, in: EvdevSurroundings())
    }

    static func check(_ request: InputRequest, in surroundings: EvdevSurroundings) throws {
        try KeyNames.check(request)
        let device = try DeviceChoice.choose(
            for: request,
            among: InputDeviceFacts.present(in: surroundings)
        )
        for key in request.markers.map(\.key) where !device.has(key: try KeyNames.code(of: key)) {
            throw EvdevError(.lacks(wanted: "key \(key)"), at: device.title)
        }
        switch refusal(of: device) {
        case nil: return
        case .some(.failed(_, .notFound)): throw missingNode(of: device)
        case .some(let kind): throw EvdevError(kind, at: device.id)
        }
    }

    /// What prevents recording from a device; `nil` if nothing does.
    static func obstacle(to device: InputDeviceFacts) -> Obstacle? {
        switch refusal(of: device) {
        case nil:
            return nil
        case .some(.failed(_, .notFound)):
            return missingNode(of: device)
        case .some(let kind):
            let error = EvdevError(kind, at: device.id)
            return Obstacle(device: device.id, what: error.what, remedy: error.remedy ?? "")
        }
    }

    private static func missingNode(of device: InputDeviceFacts) -> Obstacle {
        Obstacle(
            device: device.id,
            what: "its device node \(device.node) is missing",
            remedy: "let udev make it, or record in a container that is given the node"
        )
    }

    private static func refusal(of device: InputDeviceFacts) -> EvdevError.Kind? {
        FileSystem.obstacleToReading(device.node).map { refusal($0, of: device) }
    }

    /// The meaning of the errno of a failed open of a device's node.
    static func refusal(_ errno: Errno, of device: InputDeviceFacts) -> EvdevError.Kind {
        switch errno {
        case .access, .permission: .notPermitted(obstacle: device.node)
        default: .failed(call: "look at \(device.node)", errno)
        }
    }
}
