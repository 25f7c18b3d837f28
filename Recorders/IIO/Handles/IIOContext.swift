// The devices of one machine as libiio sees them. libiio's pointers never leave this folder: other code names a
// device by its index and asks the context, so no pointer can outlive the context.

internal import CIIO
internal import SystemCalls

/// The device or channel that an attribute belongs to.
enum AttributeOwner: Sendable, Hashable {
    case device(Int)
    case channel(Int, device: Int)
}

/// An open context.
///
/// Its buffers keep libiio's memory alive until they are closed.
struct IIOContext: ~Copyable {
    let address: ContextAddress
    let box: ContextBox
    /// Whether libiio's messages on standard error are suppressed.
    let isQuiet: Bool
    /// Where a child process reports its progress to its parent.
    let progress: RemoteProgress?

    /// How long to wait for a machine that does not accept a connection.
    private static let patience = Duration.milliseconds(2200)

    /// How long another machine may take to answer a call until recording begins.
    private static let answerInMilliseconds = 1200

    /// Opens the context at an address.
    ///
    /// - Parameters:
    ///   - address: The context's address.
    ///   - isQuiet: Whether to suppress libiio's messages on standard error.
    ///   - progress: Where a child process reports its progress to its parent.
    ///   - isGivenUp: Returns true when the caller no longer wants the context.
    /// - Throws: Why the context cannot be opened.
    init(
        _ address: ContextAddress,
        isQuiet: Bool = false,
        showing progress: RemoteProgress? = nil,
        isGivenUp: () -> Bool = { false }
    ) throws(IIOError) {
        if let host = address.host {
            do throws(Errno) {
                try NetworkReach.look(
                    host.name,
                    port: host.port,
                    patience: Self.patience,
                    isGivenUp: isGivenUp
                )
            } catch {
                throw IIOError(.unreachable(error), at: address.uri)
            }
        }
        var reason: Int32 = 0
        // Over a network the call waits for the other machine. Suppressing standard error for so long would
        // also lose what other threads write there.
        let isQuiet = isQuiet && address.backend != .ip
        let opened = unsafe Self.calling(quietly: isQuiet) {
            unsafe footfall_iio_open(address.uri, &reason)
        }
        guard let raw = unsafe opened else {
            throw Self.unopened(address, Errno(rawValue: reason))
        }
        progress?.noteAnswer()
        progress?.begin(.asking)
        self.progress = progress
        self.address = address
        self.isQuiet = isQuiet
        box = unsafe ContextBox(raw)
        if !address.isLocal { setTimeout(milliseconds: Self.answerInMilliseconds) }
    }

    /// Calls libiio, which may write to standard error.
    ///
    /// It warns about every device without DMA, which means every inertial sensor, and has no setting to stop
    /// that. Real failures also come back as errors.
    static func calling<Answer>(quietly isQuiet: Bool, _ call: () -> Answer) -> Answer {
        isQuiet ? StandardError.muted(while: call) : call()
    }

    /// Reads a context from a description in libiio's own XML format.
    init(xml: String) throws(IIOError) {
        var reason: Int32 = 0
        guard let raw = unsafe footfall_iio_read(xml, xml.utf8.count, &reason) else {
            throw IIOError(.malformed(Errno(rawValue: reason).description), at: "xml:")
        }
        address = try ContextAddress("xml:-", supported: ["xml"])
        isQuiet = false
        progress = nil
        box = unsafe ContextBox(raw)
    }

    /// The backends of the installed library.
    static var backends: [String] {
        (0..<iio_get_backends_count()).compactMap { index in
            unsafe iio_get_backend(index).map { unsafe String(cString: $0) }
        }
    }

    /// Sets how long a call may take; over a network this includes the round trip.
    func setTimeout(milliseconds: Int) {
        _ = unsafe iio_context_set_timeout(box.raw, UInt32(clamping: milliseconds))
    }

    /// The context's description of its machine.
    var title: String {
        unsafe iio_context_get_description(box.raw).map { unsafe String(cString: $0) } ?? ""
    }

    // MARK: Attributes

    /// Reads an attribute, without its end of line.
    func read(_ name: String, of owner: AttributeOwner) throws(IIOError) -> String {
        var bytes = [CChar](repeating: 0, count: 4096)
        let answer = try unsafe box.withOwner(owner) { device, channel in
            unsafe bytes.withUnsafeMutableBufferPointer { raw in
                if let channel = unsafe channel {
                    return unsafe iio_channel_attr_read(channel, name, raw.baseAddress, raw.count)
                }
                return unsafe iio_device_attr_read(device, name, raw.baseAddress, raw.count)
            }
        }
        progress?.noteAnswer()
        guard answer >= 0 else {
            throw failure("read \(name)", answer, of: owner, attribute: name)
        }
        let text = bytes.prefix(Int(answer)).prefix { $0 != 0 }
        return UnitConversion.trimmed(
            String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
    }

    /// Reads an attribute; returns `nil` if it cannot be read.
    ///
    /// - Throws: When the connection is lost, or a call to another machine timed out. The next call would take
    ///   as long, and a late answer would be mistaken for the answer to another question.
    func readIfThere(_ name: String, of owner: AttributeOwner) throws(IIOError) -> String? {
        do throws(IIOError) {
            return try read(name, of: owner)
        } catch {
            if case .connectionLost = error.kind { throw error }
            return nil
        }
    }

    /// Writes an attribute.
    func write(_ value: String, to name: String, of owner: AttributeOwner) throws(IIOError) {
        let answer = try unsafe box.withOwner(owner) { device, channel in
            if let channel = unsafe channel {
                return unsafe iio_channel_attr_write(channel, name, value)
            }
            return unsafe iio_device_attr_write(device, name, value)
        }
        progress?.noteAnswer()
        guard answer >= 0 else {
            throw failure("write \(name)", answer, of: owner, attribute: name)
        }
    }

    /// The error for a negative return value of libiio.
    private func failure(
        _ call: String,
        _ answer: Int,
        of owner: AttributeOwner,
        attribute: String
    ) -> IIOError {
        let errno = Errno(rawValue: Int32(clamping: -answer))
        let place = box.id(ofDevice: owner.device)
        switch errno {
        // A sensor that does not respond on its bus gives another errno, ENXIO, and may respond again.
        case .noDevice:
            return IIOError(.deviceGone, at: place)
        case .access, .permission, .readOnlyFileSystem:
            let file = KernelFiles.path(filename(attribute, of: owner), of: place)
            return IIOError(.notPermitted(obstacle: file), at: place)
        case let errno where errno.isOfLostConnection:
            return IIOError(.connectionLost(errno), at: address.uri)
        case .timedOut:
            return IIOError(
                address.isLocal ? .failed(call: call, errno) : .connectionLost(errno),
                at: address.isLocal ? place : address.uri
            )
        default:
            return IIOError(.failed(call: call, errno), at: place)
        }
    }

    private func filename(_ attribute: String, of owner: AttributeOwner) -> String {
        switch owner {
        case .device: return attribute
        case .channel:
            let file = unsafe box.tryOwner(owner) { _, channel -> String? in
                guard let channel = unsafe channel,
                    let name = unsafe iio_channel_attr_get_filename(channel, attribute)
                else { return nil }
                return unsafe String(cString: name)
            }
            return (file ?? nil) ?? attribute
        }
    }

    private static func unopened(_ address: ContextAddress, _ errno: Errno) -> IIOError {
        switch (address.backend, errno) {
        case (.ip, _), (.usb, _), (.serial, _):
            IIOError(.unreachable(errno), at: address.uri)
        case (.local, .notFound), (.local, .noDevice):
            IIOError(.noSuchDevice(wanted: "motion", present: []), at: address.uri)
        case (.xml, .invalid):
            // libiio returns the same errno for a missing file and for one that is not a context description.
            FileSystem.kind(of: String(address.uri.dropFirst("xml:".count))) == .missing
                ? IIOError(.failed(call: "open it", .notFound), at: address.uri)
                : IIOError(.noDescription, at: address.uri)
        case (.local, _), (.xml, _):
            IIOError(.failed(call: "open the context", errno), at: address.uri)
        }
    }
}

extension AttributeOwner {
    var device: Int {
        switch self {
        case .device(let device), .channel(_, let device): device
        }
    }
}

/// Owns libiio's context, and frees it when the last user is gone.
@safe
final class ContextBox {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) {
        unsafe self.raw = unsafe raw
    }

    deinit {
        unsafe iio_context_destroy(raw)
    }

    /// Calls `body` with the device's pointer, and the channel's if the owner is a channel.
    func withOwner<Answer>(
        _ owner: AttributeOwner,
        _ body: (OpaquePointer, OpaquePointer?) -> Answer
    ) throws(IIOError) -> Answer {
        guard let answer = unsafe tryOwner(owner, body) else {
            throw IIOError(.malformed("it has no \(owner)"), at: "context")
        }
        return answer
    }

    func tryOwner<Answer>(
        _ owner: AttributeOwner,
        _ body: (OpaquePointer, OpaquePointer?) -> Answer
    ) -> Answer? {
        guard let device = unsafe iio_context_get_device(raw, UInt32(clamping: owner.device))
        else { return nil }
        guard case .channel(let place, _) = owner else { return unsafe body(device, nil) }
        guard let channel = unsafe iio_device_get_channel(device, UInt32(clamping: place))
        else { return nil }
        return unsafe body(device, channel)
    }

    func id(ofDevice place: Int) -> String {
        unsafe tryOwner(.device(place)) { device, _ in
            unsafe iio_device_get_id(device).map { unsafe String(cString: $0) }
        }.flatMap { $0 } ?? "device \(place)"
    }
}
