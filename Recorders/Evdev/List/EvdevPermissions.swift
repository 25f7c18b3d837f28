// What stands between a user and a recording of input, found out before the recording begins: a device
// that is not there, its node, and keys that nobody can press.

public import InputRecorder
internal import SystemCalls

/// Looks at what recording from this machine's input devices needs.
public enum EvdevPermissions {
    /// Something that stands in the way, and what to do about it.
    public struct Obstacle: Error, Sendable, Hashable, CustomStringConvertible {
        /// The device, by its id.
        public var device: String
        public var what: String
        public var remedy: String

        public var description: String { "\(device): \(what); \(remedy)" }
    }

    /// Looks whether there is the device that is asked for, whether it may be read, and whether it has
    /// the keys that are to be marks.
    ///
    /// - Throws: `EvdevError`, `InputRecorderError` where one key is to be two marks, or an `Obstacle`
    ///   that is none of this module's errors.
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

    /// What stands in the way of recording from a device, `nil` when nothing does.
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

    /// What it means that a device's node cannot be read.
    static func refusal(_ errno: Errno, of device: InputDeviceFacts) -> EvdevError.Kind {
        switch errno {
        case .access, .permission: .notPermitted(obstacle: device.node)
        default: .failed(call: "look at \(device.node)", errno)
        }
    }
}
