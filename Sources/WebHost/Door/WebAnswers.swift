// The head that every answer has: what a browser may do with what it is given, which is as little as a page needs.

internal import FoundationEssentials
internal import WebServer

extension HTTPAnswer {
    /// What a page of ours may load, and from where; no code but that of its files.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
        media-src 'self' blob:; connect-src 'self'; frame-src 'self'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """
    /// What a page of a task may: its own look, and no code.
    private static let policyOfResources = """
        sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
        frame-ancestors 'self'
        """

    /// An answer with the head that all have; a page that is made for one answer brings its own policy.
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

    /// An object as JSON.
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

    /// Why something is not done.
    static func refusal(_ status: Int, _ why: String) -> HTTPAnswer {
        json(status, ["error": why])
    }
}
