// A device that can rumble, open while the value lives. Leaving scope closes it, even after an error, and the
// kernel then ends the effect.

internal import CEvdev
internal import SystemCalls

/// An open device that can rumble.
struct RumbleMotor: ~Copyable {
    private let node: DeviceNode
    private let id: String

    /// Opens a device for writing.
    init(_ device: InputDeviceFacts) throws(EvdevError) {
        do throws(Errno) {
            node = try DeviceNode(device.node, for: .writing)
        } catch {
            throw EvdevError.opening(device, error)
        }
        id = device.id
    }

    /// Uploads a rumble to the device; returns its number.
    func upload(milliseconds: UInt16) throws(EvdevError) -> Int32 {
        try checked(
            "upload a rumble",
            footfall_rumble_upload(node.descriptor, Self.strength, Self.strength, milliseconds)
        )
    }

    /// Plays an uploaded effect once.
    func play(_ effect: Int32) throws(EvdevError) {
        _ = try checked("play a rumble", footfall_rumble_play(node.descriptor, effect, 1))
    }

    /// Removes an uploaded effect.
    func erase(_ effect: Int32) throws(EvdevError) {
        _ = try checked("erase a rumble", footfall_rumble_erase(node.descriptor, effect))
    }

    /// Three quarters of the greatest strength: felt in a pocket, but without the motor's rattle.
    private static let strength: UInt16 = 0xC000

    private func checked(_ call: String, _ answer: Int32) throws(EvdevError) -> Int32 {
        guard answer < 0 else { return answer }
        let errno = Errno(rawValue: -answer)
        guard errno != .noDevice else { throw EvdevError(.deviceGone(waited: .zero), at: id) }
        throw EvdevError(.failed(call: call, errno), at: id)
    }
}
