// Whether a device is read already, as far as another machine tells. Its open files cannot be seen from
// here, and to find out by trying would switch the other one's buffer off.

internal import CIIO
internal import SystemCalls

extension IIOContext {
    /// Who may have a device whose buffer is on.
    private static let holder =
        "on that machine, or through its iiod, where a connection that was lost may hold it for a minute"

    /// Throws when somebody reads a device of another machine.
    func checkFreeElsewhere(_ place: Int) throws(IIOError) {
        // The daemon switches a buffer off some moments after its reader has gone.
        for _ in 0..<10 {
            guard try isBufferOn(place) else { return }
            let bell = Doorbell()
            bell.wait(since: bell.count, upTo: .milliseconds(50))
        }
        throw IIOError(.busy(holder: Self.holder), at: box.id(ofDevice: place))
    }

    private func isBufferOn(_ place: Int) throws(IIOError) -> Bool {
        var bytes = [CChar](repeating: 0, count: 64)
        let answer = try unsafe box.withOwner(.device(place)) { device, _ in
            unsafe bytes.withUnsafeMutableBufferPointer {
                unsafe iio_device_buffer_attr_read(device, "enable", $0.baseAddress, $0.count)
            }
        }
        // What cannot be read says nothing; opening the buffer will.
        return answer > 0 && bytes[0] == CChar(UInt8(ascii: "1"))
    }
}
