// An enabled buffer of a device. While it is enabled, no other process can read the device; `deinit` disables
// it, so leaving scope frees the device even after an error.

internal import CIIO
internal import Synchronization
internal import SystemCalls

/// An enabled buffer of a device.
@safe
struct IIOBuffer: ~Copyable {
    private let raw: OpaquePointer
    private let context: ContextBox
    private let isQuiet: Bool
    private let progress: RemoteProgress?
    /// Lets another thread wake a refill that waits.
    let canceller: BufferCanceller
    let device: String

    /// Enables the given channels of a device, then its buffer.
    ///
    /// - Parameters:
    ///   - context: The device's context.
    ///   - place: The device's index in the context.
    ///   - channels: The indices of the channels to enable; all others are disabled.
    ///   - plan: How many scans the kernel keeps and how many a refill reads.
    ///   - isBlocking: Whether a refill waits until it is full.
    /// - Throws: Why the buffer cannot be enabled; each cause has its own error.
    init(
        _ context: borrowing IIOContext,
        device place: Int,
        channels: Set<Int>,
        plan: BufferPlan,
        isBlocking: Bool
    ) throws(IIOError) {
        let box = context.box
        let isQuiet = context.isQuiet
        let id = box.id(ofDevice: place)
        var reason: Int32 = 0
        let buffer = try unsafe box.withOwner(.device(place)) { device, _ -> OpaquePointer? in
            for index in 0..<(unsafe iio_device_get_channels_count(device)) {
                guard let channel = unsafe iio_device_get_channel(device, index) else { continue }
                if channels.contains(Int(index)) {
                    unsafe iio_channel_enable(channel)
                } else {
                    unsafe iio_channel_disable(channel)
                }
            }
            _ = unsafe iio_device_set_kernel_buffers_count(device, UInt32(clamping: plan.blocks))
            return unsafe IIOContext.calling(quietly: isQuiet) {
                unsafe footfall_iio_buffer(device, plan.scansAtOnce, &reason)
            }
        }
        guard let buffer = unsafe buffer else {
            throw Self.refused(Errno(rawValue: reason), id, context.address)
        }
        // Never fails for a local device, and only local devices are read without blocking.
        let answer = isBlocking ? 0 : unsafe iio_buffer_set_blocking_mode(buffer, false)
        guard answer == 0 else {
            unsafe iio_buffer_destroy(buffer)
            throw IIOError(
                .failed(call: "read without waiting", Errno(rawValue: -answer)),
                at: id
            )
        }
        unsafe raw = buffer
        self.context = box
        self.isQuiet = isQuiet
        progress = context.progress
        canceller = unsafe BufferCanceller(buffer)
        device = id
    }

    deinit {
        canceller.forget()
        IIOContext.calling(quietly: isQuiet) { unsafe iio_buffer_destroy(raw) }
        _ = context
    }

    /// Bytes from one scan to the next.
    var bytesOfScan: Int { unsafe iio_buffer_step(raw) }

    /// Reads what is there, or waits for a batch if blocking; returns the number of bytes read, 0 when there
    /// are none.
    mutating func refill() throws(Errno) -> Int {
        let answer = unsafe iio_buffer_refill(raw)
        if answer >= 0 {
            progress?.noteAnswer()
            return answer
        }
        let errno = Errno(rawValue: Int32(clamping: -answer))
        if errno == .again { return 0 }
        throw errno
    }

    /// Calls `body` with the bytes of the last refill.
    func withBytes<Answer>(
        _ count: Int,
        _ body: (UnsafeRawBufferPointer) throws(IIOError) -> Answer
    ) throws(IIOError) -> Answer {
        let bytes = unsafe UnsafeRawBufferPointer(start: iio_buffer_start(raw), count: count)
        return try unsafe body(bytes)
    }

    private static func refused(
        _ errno: Errno,
        _ id: String,
        _ address: ContextAddress
    ) -> IIOError {
        switch errno {
        case .busy:
            return IIOError(
                .busy(holder: address.isLocal ? FileHolder.describe(of: "/dev/\(id)") : nil),
                at: id
            )
        case .access, .permission:
            let obstacle =
                address.isLocal
                ? IIOPermissions.firstObstacle(of: id) ?? KernelFiles.path("buffer", of: id)
                : "its buffer, for the user that runs iiod"
            return IIOError(.notPermitted(obstacle: obstacle), at: id)
        case .noDevice, .notFound, .noDeviceOrAddress:
            return IIOError(.deviceGone, at: id)
        case .timedOut:
            return IIOError(.connectionLost(errno), at: address.uri)
        case let errno where errno.isOfLostConnection:
            return IIOError(.connectionLost(errno), at: address.uri)
        default:
            return IIOError(.bufferRefused(errno), at: id)
        }
    }
}

/// Wakes a refill from another thread; does nothing once the buffer is closed.
final class BufferCanceller: Sendable {
    private let raw: Mutex<Address?>

    @safe
    private struct Address: @unchecked Sendable {
        // @unchecked: libiio allows `iio_buffer_cancel` from any thread; the lock keeps it alive.
        var pointer: OpaquePointer
    }

    init(_ pointer: OpaquePointer) {
        raw = unsafe Mutex(Address(pointer: pointer))
    }

    /// Makes the waiting refill return at once, and every later one.
    func cancel() {
        raw.withLock { address in
            if let address { unsafe iio_buffer_cancel(address.pointer) }
        }
    }

    func forget() {
        raw.withLock { $0 = nil }
    }
}
