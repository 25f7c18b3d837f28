// Answers requests for resources that a screen names: whole, or the range that a player asks for.

internal import FoundationEssentials
internal import Research
internal import ResearchUI
internal import WebServer

/// Answers with the bytes of resources.
enum ResourceAnswer {
    @MainActor
    static func of(
        _ name: String,
        _ range: String?,
        from run: RSDTaskViewController
    ) async -> HTTPAnswer {
        let wanted = range.flatMap(bytes)
        do {
            let found = try await run.resource(named: name, bytes: wanted)
            var more = [HTTPHeader("Accept-Ranges", "bytes")]
            if wanted != nil {
                guard !found.data.isEmpty else {
                    let size = HTTPHeader("Content-Range", "bytes */\(found.size)")
                    return .guarded(
                        416,
                        found.contentType,
                        .whole([]),
                        isResource: true,
                        with: [size]
                    )
                }
                let last = found.offset + Int64(found.data.count) - 1
                more.append(
                    HTTPHeader("Content-Range", "bytes \(found.offset)-\(last)/\(found.size)")
                )
            }
            return .guarded(
                wanted == nil ? 200 : 206,
                found.contentType,
                .whole(Array(found.data)),
                isResource: true,
                with: more
            )
        } catch {
            return .refusal(404, "\(error)")
        }
    }

    private static let mostAtOnce: Int64 = 1 << 20

    /// Parses a `Range` header: one part with a start, cut to 1 MiB; `nil` for anything else.
    static func bytes(of range: String) -> Range<Int64>? {
        guard range.hasPrefix("bytes="), !range.contains(",") else { return nil }
        let ends = range.dropFirst("bytes=".count).split(
            separator: "-",
            omittingEmptySubsequences: false
        )
        guard ends.count == 2, let first = Int64(ends[0]), first >= 0 else { return nil }
        // A player asks for all the rest. HTTP allows a shorter answer, so a film of hours needs no more memory.
        let most = first.addingReportingOverflow(mostAtOnce)
        guard !most.overflow else { return nil }
        guard !ends[1].isEmpty else { return first..<most.partialValue }
        guard let last = Int64(ends[1]), last >= first, last < .max else { return nil }
        return first..<min(last + 1, most.partialValue)
    }
}
