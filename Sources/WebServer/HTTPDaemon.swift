// Runs libmicrohttpd on the thread that owns it; the library calls back only during `run`.

internal import CMicroHTTPD
internal import SystemCalls

/// libmicrohttpd on one socket.
@safe
final class HTTPDaemon {
    private let pointer: OpaquePointer
    /// The descriptor that becomes readable when the daemon has work.
    let descriptor: Int32

    /// Starts the daemon on a listening socket; returns `nil` if the library refuses its arguments.
    ///
    /// With an identity it uses TLS. The daemon calls `child` for every request, so the child must live longer.
    init?(
        at socket: Int32,
        _ limits: WebLimits,
        _ identity: WebSettings.Identity?,
        calling child: WebChild
    ) {
        let calls = unsafe footfall_http_calls(
            context: Unmanaged.passUnretained(child).toOpaque(),
            handle: Self.handle,
            connection: Self.connection,
            completed: Self.completed,
            target: Self.target
        )
        let bounds = footfall_http_limits(
            connections: UInt32(limits.connections),
            connections_of_one: UInt32(limits.connectionsOfOne),
            seconds_of_silence: UInt32(limits.secondsOfSilence),
            head_bytes: limits.headBytes
        )
        let started =
            if let identity {
                unsafe footfall_http_start(
                    socket,
                    bounds,
                    identity.certificate,
                    identity.key,
                    calls
                )
            } else {
                unsafe footfall_http_start(socket, bounds, nil, nil, calls)
            }
        guard let started = unsafe started else { return nil }
        unsafe pointer = started
        descriptor = unsafe footfall_http_descriptor(started)
    }

    /// Does the pending work.
    func run() { _ = unsafe MHD_run(pointer) }

    /// How long until it has work again without any input; `nil` if it needs input.
    var patience: Duration? {
        var milliseconds: UInt64 = 0
        guard unsafe MHD_get_timeout(pointer, &milliseconds) == .YES else { return nil }
        return .milliseconds(Int64(clamping: milliseconds))
    }

    // MARK: Calls

    private static func child(_ context: UnsafeMutableRawPointer?) -> WebChild? {
        unsafe context.map { unsafe Unmanaged<WebChild>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Called with a request's first line; the result becomes the context of all later calls for this request.
    private static let target:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
            UnsafeMutableRawPointer? = { context, target, _ in
                guard let child = unsafe child(context), let target = unsafe target else {
                    return nil
                }
                let exchange = child.begin(unsafe String(cString: target))
                return unsafe Unmanaged.passRetained(exchange).toOpaque()
            }

    private static let handle: MHD_AccessHandlerCallback = {
        context,
        connection,
        _,
        method,
        _,
        bytes,
        count,
        place in
        guard let child = unsafe child(context), let connection = unsafe connection,
            let count = unsafe count, let own = unsafe place?.pointee
        else { return .NO }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue()
        if exchange.method.isEmpty, let method = unsafe method {
            exchange.method = unsafe String(cString: method)
        }
        let body = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
        unsafe count.pointee = 0
        return unsafe child.goOn(exchange, HTTPConnection(connection), with: body)
            ? .YES : .NO
    }

    private static let completed: MHD_RequestCompletedCallback = { context, connection, place, _ in
        guard let child = unsafe child(context), let own = unsafe place?.pointee else { return }
        unsafe place?.pointee = nil
        child.forget(unsafe Unmanaged<Exchange>.fromOpaque(own).takeRetainedValue())
        guard let connection = unsafe connection else { return }
        child.expectQuestion(on: unsafe HTTPConnection(connection), isFirst: false)
    }

    private static let connection: MHD_NotifyConnectionCallback = { context, connection, _, what in
        guard let child = unsafe child(context), let connection = unsafe connection else { return }
        let own = unsafe HTTPConnection(connection)
        if what == .CONNECTION_NOTIFY_STARTED {
            child.expectQuestion(on: own, isFirst: true)
        } else {
            child.connections.forget(own)
        }
    }
}
