// A connection of libmicrohttpd: all calls of the library about one connection are here.

internal import CMicroHTTPD

/// A connection of the library; valid until the library reports that it is closed.
@safe
struct HTTPConnection {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// Distinguishes it from other connections.
    var name: UInt { unsafe UInt(bitPattern: pointer) }

    /// The request's headers.
    var headers: [HTTPHeader] {
        var found: [HTTPHeader] = []
        unsafe withUnsafeMutablePointer(to: &found) { place in
            _ = unsafe MHD_get_connection_values(pointer, .HEADER_KIND, Self.collect, place)
        }
        return found
    }

    private static let collect: MHD_KeyValueIterator = { place, _, name, value in
        guard let place = unsafe place, let name = unsafe name else { return .YES }
        let value = unsafe value.map { unsafe String(cString: $0) } ?? ""
        let header = HTTPHeader(unsafe String(cString: name), value)
        unsafe place.assumingMemoryBound(to: [HTTPHeader].self).pointee.append(header)
        return .YES
    }

    /// The numeric address of the client.
    var client: String {
        var text = [CChar](repeating: 0, count: Int(footfall_http_address_room))
        unsafe footfall_http_client(pointer, &text, UInt32(text.count))
        let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }

    func suspend() { unsafe MHD_suspend_connection(pointer) }
    func resume() { unsafe MHD_resume_connection(pointer) }

    /// Whether the client is still there.
    enum Presence {
        case here
        /// The client has closed the connection, or only its sending side.
        case perhapsGone
        /// The connection is lost.
        case gone
    }

    /// Whether the client is still there, which the library does not notice while the connection is suspended.
    var presence: Presence {
        let departure = unsafe footfall_http_departure_of(pointer)
        return switch departure {
        case footfall_http_present: .here
        case footfall_http_maybe_gone: .perhapsGone
        default: .gone
        }
    }

    /// Shuts the connection down; the library notices when it next runs.
    func cut() { unsafe footfall_http_cut(pointer) }

    /// Gives the library the answer.
    ///
    /// - Returns: `false` if the library refuses it.
    func answer(_ answer: HTTPAnswer, from exchange: Exchange) -> Bool {
        let response: OpaquePointer?
        switch answer.body {
        case .whole(var bytes):
            unsafe response = MHD_create_response_from_buffer(
                bytes.count,
                &bytes,
                .RESPMEM_MUST_COPY
            )
        case .stream(let length):
            unsafe response = MHD_create_response_from_callback(
                length.map(UInt64.init) ?? footfall_http_unknown_length,
                Self.blockBytes,
                Self.fill,
                Unmanaged.passUnretained(exchange).toOpaque(),
                nil
            )
        }
        guard let response = unsafe response else { return false }
        defer { unsafe MHD_destroy_response(response) }
        for header in answer.headers {
            guard unsafe MHD_add_response_header(response, header.name, header.value) == .YES
            else { return false }
        }
        return unsafe MHD_queue_response(pointer, UInt32(answer.status), response) == .YES
    }

    private static let blockBytes = 32 << 10

    private static let fill: MHD_ContentReaderCallback = { context, _, place, room in
        guard let context = unsafe context, let place = unsafe place else {
            return footfall_http_end_of_stream
        }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: place, count: room)
        return unsafe exchange.fill(buffer) ?? footfall_http_end_of_stream
    }
}
