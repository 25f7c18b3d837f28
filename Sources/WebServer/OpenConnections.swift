// Deadlines of connections. libmicrohttpd closes a connection that is silent, but not one that sends a byte every few
// seconds and never completes a request. Such a connection would stay open for ever.

/// The open connections and their deadlines.
struct OpenConnections {
    private var bounds: [UInt: (connection: HTTPConnection, deadline: Int64?)] = [:]

    var isEmpty: Bool { bounds.isEmpty }

    /// Sets a connection's deadline, by the monotonic clock.
    mutating func bound(_ connection: HTTPConnection, until deadline: Int64) {
        bounds[connection.name] = (connection, deadline)
    }

    /// Removes a connection's deadline.
    mutating func unbound(_ connection: HTTPConnection) {
        bounds[connection.name] = (connection, nil)
    }

    mutating func forget(_ connection: HTTPConnection) { bounds[connection.name] = nil }

    /// Shuts down the connections whose deadline has passed; the library closes them when it next runs.
    mutating func closeLate(at now: Int64) {
        for (connection, deadline) in bounds.values {
            guard let deadline, deadline < now else { continue }
            connection.cut()
            unbound(connection)
        }
    }
}
