// When connections have to have said what they want. The library closes one that says nothing; one that says a
// letter every few seconds, and never a whole request, it would keep for ever.

/// The connections that there are, and until when each may take.
struct OpenConnections {
    private var bounds: [UInt: (connection: HTTPConnection, deadline: Int64?)] = [:]

    var isEmpty: Bool { bounds.isEmpty }

    /// Has a connection be done with what it is about until an instant of the monotonic clock.
    mutating func bound(_ connection: HTTPConnection, until deadline: Int64) {
        bounds[connection.name] = (connection, deadline)
    }

    /// Lets a connection take its time.
    mutating func unbound(_ connection: HTTPConnection) {
        bounds[connection.name] = (connection, nil)
    }

    mutating func forget(_ connection: HTTPConnection) { bounds[connection.name] = nil }

    /// Has the connections end that are late; the library then finds them ended.
    mutating func closeLate(at now: Int64) {
        for (connection, deadline) in bounds.values {
            guard let deadline, deadline < now else { continue }
            connection.cut()
            unbound(connection)
        }
    }
}
