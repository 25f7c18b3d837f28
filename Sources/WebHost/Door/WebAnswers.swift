// The headers that every answer carries. They restrict what a browser may do with the answer to what a page needs.

internal import FoundationEssentials
internal import WebServer

extension HTTPAnswer {
    /// The policy of our own pages: what they may load; scripts only from our own files.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
        media-src 'self' blob:; connect-src 'self'; frame-src 'self'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """
    /// The policy of a task's HTML: its own styles, no scripts.
    private static let policyOfResources = """
        sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
        frame-ancestors 'self'
        """

    /// Makes an answer with the common headers; a page made for one answer brings its own policy.
    static func guarded(
        _ status: Int,
        _ type: String,
        _ body: Body,
        isResource: Bool = false,
        policy own: String? = nil,
        with more: [HTTPHeader] = []
    ) -> HTTPAnswer {
        let caching =
            more.contains { $0.name == "Cache-Control" }
            ? [] : [HTTPHeader("Cache-Control", "no-store")]
        return HTTPAnswer(
            status,
            [
                HTTPHeader("Content-Type", type),
                HTTPHeader(
                    "Content-Security-Policy",
                    own ?? (isResource ? policyOfResources : policy)
                ),
                HTTPHeader("X-Content-Type-Options", "nosniff"),
                HTTPHeader("Referrer-Policy", "no-referrer"),
                HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
                HTTPHeader("Cross-Origin-Opener-Policy", "same-origin"),
                HTTPHeader("Permissions-Policy", "camera=(self), microphone=(), geolocation=()"),
            ] + caching + more,
            body
        )
    }

    /// Makes a JSON answer.
    static func json(
        _ status: Int,
        _ value: some Encodable,
        with more: [HTTPHeader] = []
    ) -> HTTPAnswer {
        guard let bytes = try? PageCoding.encoder.encode(value) else {
            return guarded(500, "application/json", .whole(Array("{}".utf8)))
        }
        return guarded(status, "application/json", .whole(Array(bytes)), with: more)
    }

    /// Makes an answer that says why a request is refused.
    static func refusal(_ status: Int, _ why: String) -> HTTPAnswer {
        json(status, ["error": why])
    }
}
