// A device that rumbles, open for as long as the value lives. Whatever goes wrong, leaving scope closes it,
// and the kernel then ends what it plays.

internal import CEvdev
internal import SystemCalls

/// An open device that can rumble.
struct RumbleMotor: ~Copyable {
    private let node: DeviceNode
    private let id: String

    /// Opens a device, to be written to.
    init(_ device: InputDeviceFacts) throws(EvdevError) {
        do throws(Errno) {
            node = try DeviceNode(device.node, for: .writing)
        } catch {
            throw EvdevError.opening(device, error)
        }
        id = device.id
    }

    /// Gives the device a rumble to play; answers its number.
    func upload(milliseconds: UInt16) throws(EvdevError) -> Int32 {
        try checked(
            "upload a rumble",
            footfall_rumble_upload(node.descriptor, Self.strength, Self.strength, milliseconds)
        )
    }

    /// Plays what was uploaded, once.
    func play(_ effect: Int32) throws(EvdevError) {
        _ = try checked("play a rumble", footfall_rumble_play(node.descriptor, effect, 1))
    }

    /// Takes back what was uploaded.
    func erase(_ effect: Int32) throws(EvdevError) {
        _ = try checked("erase a rumble", footfall_rumble_erase(node.descriptor, effect))
    }

    /// Three quarters of what it can: felt in a pocket, and short of the motor's rattle.
    private static let strength: UInt16 = 0xC000

    private func checked(_ call: String, _ answer: Int32) throws(EvdevError) -> Int32 {
        guard answer < 0 else { return answer }
        let errno = Errno(rawValue: -answer)
        guard errno != .noDevice else { throw EvdevError(.deviceGone(waited: .zero), at: id) }
        throw EvdevError(.failed(call: call, errno), at: id)
    }
}
