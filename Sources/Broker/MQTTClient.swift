// Wraps the MQTT library libmosquitto. One thread owns and runs it: the library calls back only during `run`, and its
// events are stored until fetched.

internal import CMosquitto
internal import SystemCalls

/// libmosquitto, for one connection.
@safe
final class MQTTClient {
    /// An event from the library.
    enum Event {
        case connected
        case refused(code: Int32)
        case taken(UInt64)
        case hears
        case heard(ReceivedMessage)
        case tooLong
        /// The connection has ended, with the library's error number.
        case ended(Int32)
    }

    private let client: OpaquePointer
    private let tls: SecureTalk?
    private let call: BrokerCall
    private var events: [Event] = []
    private var ids: [Int32: UInt64] = [:]
    private var lastWords = ""
    /// True once the broker has accepted this board.
    private(set) var isTakenIn = false

    /// Creates a client without connecting; no file is needed after this.
    init(_ call: BrokerCall) throws(CallFailure) {
        self.call = call
        tls = call.isEncrypted ? try SecureTalk(with: call.host, call.proofs) : nil
        mosquitto_lib_init()
        guard let client = unsafe mosquitto_new(call.identifier, true, nil) else {
            throw .unconfined(.noMemory)
        }
        unsafe self.client = client
        try settle()
    }

    deinit {
        unsafe mosquitto_destroy(client)
    }

    private func settle() throws(CallFailure) {
        var problem = MOSQ_ERR_SUCCESS.rawValue
        if let user = call.user {
            let password = call.proofs.password.map { String(decoding: $0, as: UTF8.self) }
            problem = max(problem, unsafe mosquitto_username_pw_set(client, user, password))
        }
        if let will = call.will {
            let length = Int32(clamping: will.payload.count)
            problem = max(
                problem,
                unsafe mosquitto_will_set(client, will.topic.text, length, will.payload, 1, true)
            )
        }
        if let tls { problem = max(problem, unsafe tls.use(for: client)) }
        guard problem == MOSQ_ERR_SUCCESS.rawValue else { throw .refusesClient }
        unsafe mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        unsafe mosquitto_connect_callback_set(client, Self.onConnect)
        unsafe mosquitto_disconnect_callback_set(client, Self.onDisconnect)
        unsafe mosquitto_publish_callback_set(client, Self.onPublish)
        unsafe mosquitto_subscribe_callback_set(client, Self.onSubscribe)
        unsafe mosquitto_message_callback_set(
            client,
            call.filter == nil ? Self.onUnwanted : Self.onMessage
        )
        unsafe mosquitto_log_callback_set(client, Self.onLog)
    }

    // MARK: What it does

    /// Connects to an IP address; returns before the broker has answered.
    func connect(to numbers: String) throws(CallFailure) {
        var error: Int32 = 0
        let number = unsafe footfall_broker_connect(
            client,
            numbers,
            Int32(call.port),
            call.keepAliveSeconds,
            &error
        )
        guard number != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw failure(number, error)
    }

    /// The descriptor to poll for input; -1 without a connection.
    var descriptor: Int32 { unsafe mosquitto_socket(client) }

    /// True if data is waiting to be sent.
    var wantsToWrite: Bool { unsafe mosquitto_want_write(client) }

    /// Reads and writes what is possible.
    ///
    /// If `reads` is false, leaves arriving data unread, which makes the broker wait.
    func run(reads: Bool) {
        if reads {
            // Repeats, since poll does not report data that TLS has buffered; but with a limit, so that the parent is
            // served too.
            for _ in 0..<Self.mostAtOnce {
                guard goesOn(unsafe mosquitto_loop_read(client, 1)) else { return }
                guard holdsBytes else { break }
            }
        }
        if wantsToWrite {
            guard goesOn(unsafe mosquitto_loop_write(client, 1)) else { return }
        }
        _ = goesOn(unsafe mosquitto_loop_misc(client))
    }

    private static let mostAtOnce = 64

    /// True if a turn succeeded; the library reports a failed handshake only by its return value.
    private func goesOn(_ number: Int32) -> Bool {
        guard number != MOSQ_ERR_SUCCESS.rawValue else { return true }
        events.append(.ended(number))
        return false
    }

    /// True if TLS has buffered data that poll does not report.
    var holdsBytes: Bool { unsafe footfall_tls_holds_bytes(client) != 0 }

    /// Publishes a message that the broker retains; reports `id` once the broker has it.
    func publish(_ message: BrokerMessage, id: UInt64) {
        var own: Int32 = 0
        let count = Int32(clamping: message.payload.count)
        let number = unsafe mosquitto_publish(
            client,
            &own,
            message.topic.text,
            count,
            message.payload,
            1,
            true
        )
        if goesOn(number) { ids[own] = id }
    }

    /// Disconnects, so that the broker does not publish the last will.
    func leave() { _ = unsafe mosquitto_disconnect(client) }

    /// Returns the events since the last call.
    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    // MARK: Why it has ended

    /// The reason for which a broker rejects this board.
    static func refusal(_ code: Int32) -> CallFailure {
        switch code {
        case 3: .unavailable
        case 4, 5: .notLetIn
        default: .refusesClient
        }
    }

    /// The failure that a library error number means for a connection.
    func failure(_ number: Int32, _ error: Int32 = 0) -> CallFailure {
        if let failure = tls?.failure { return failure }
        switch mosq_err_t(rawValue: number) {
        case MOSQ_ERR_ERRNO where error > 0:
            return .unreachable(Errno(rawValue: error))
        case MOSQ_ERR_KEEPALIVE: return .silent
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: return .noTLS(lastWords)
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_NOMEM, MOSQ_ERR_PAYLOAD_SIZE,
            MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_OVERSIZE_PACKET:
            return .noBroker
        default:
            guard !isTakenIn else { return .lost }
            // A broker without TLS may end the connection without a word that OpenSSL could report.
            if let tls, !tls.isAgreed, lastWords.isEmpty {
                return .noTLS("it ended before TLS was agreed on")
            }
            return lastWords.isEmpty ? .noBroker : .noTLS(lastWords)
        }
    }

    // MARK: Calls

    private static func own(_ context: UnsafeMutableRawPointer?) -> MQTTClient? {
        unsafe context.map { unsafe Unmanaged<MQTTClient>.fromOpaque($0).takeUnretainedValue() }
    }

    private typealias NumberCall =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int32) -> Void

    private static let onConnect: NumberCall = { _, context, code in
        guard let own = unsafe own(context) else { return }
        guard code == 0 else { return own.events.append(.refused(code: code)) }
        own.isTakenIn = true
        own.events.append(.connected)
        guard let filter = own.call.filter else { return }
        // Quality of service 0: with acknowledgements, a broker sends at most twenty retained messages at a time.
        _ = unsafe mosquitto_subscribe(own.client, nil, filter, 0)
    }

    private static let onDisconnect: NumberCall = { _, context, number in
        unsafe own(context)?.events.append(.ended(number))
    }

    private static let onPublish: NumberCall = { _, context, number in
        guard let own = unsafe own(context), let id = own.ids.removeValue(forKey: number) else {
            return
        }
        own.events.append(.taken(id))
    }

    private static let onSubscribe:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32, Int32, UnsafePointer<Int32>?
        ) -> Void = { _, context, _, count, granted in
            let isRefused = unsafe count < 1 || granted.map { unsafe $0.pointee > 2 } ?? true
            unsafe own(context)?.events.append(isRefused ? .refused(code: 5) : .hears)
        }

    private static let onMessage:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, UnsafePointer<mosquitto_message>?
        ) -> Void = { _, context, message in
            guard let own = unsafe own(context), let message = unsafe message?.pointee,
                let topic = unsafe message.topic
            else { return }
            var length = 0
            while unsafe length <= BrokerTopic.longest && topic[length] != 0 { length += 1 }
            let count = unsafe Int(message.payloadlen)
            guard length <= BrokerTopic.longest, (0...BrokerMessage.longest).contains(count) else {
                return own.events.append(.tooLong)
            }
            let bytes = unsafe UnsafeRawBufferPointer(start: message.payload, count: count)
            own.events.append(
                .heard(
                    ReceivedMessage(
                        topic: unsafe Array(UnsafeRawBufferPointer(start: topic, count: length)),
                        payload: unsafe Array(bytes),
                        isKept: unsafe message.retain
                    )
                )
            )
        }

    /// A server that sends unrequested messages is not treated as a broker.
    private static let onUnwanted:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, UnsafePointer<mosquitto_message>?
        ) -> Void = { _, context, _ in
            unsafe own(context)?.events.append(.ended(Int32(MOSQ_ERR_PROTOCOL.rawValue)))
        }

    private static let onLog:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?
        ) -> Void = { _, context, _, text in
            guard let own = unsafe own(context), let text = unsafe text else { return }
            let words = unsafe String(cString: text)
            if words.hasPrefix("OpenSSL Error") { own.lastWords = String(words.prefix(200)) }
        }
}
