// Encodes headers for the messages between parent and child.

internal import SystemCalls

extension MessageWriter {
    mutating func add(_ headers: [HTTPHeader]) {
        add(UInt64(headers.count))
        for header in headers {
            add(header.name)
            add(header.value)
        }
    }
}

extension MessageReader {
    mutating func headers() throws(Malformed) -> [HTTPHeader] {
        let count = try number()
        // Each header has at least two lengths, so this bounds the count.
        guard count <= UInt64(self.count / 16) else { throw Malformed() }
        var headers: [HTTPHeader] = []
        for _ in 0..<count { headers.append(HTTPHeader(try text(), try text())) }
        return headers
    }
}
