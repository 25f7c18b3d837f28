// Finds the links of a Markdown page, and the anchors that links can lead to. Reads the part of Markdown that our pages
// use: fenced and indented code, code spans, inline links, reference links, HTML attributes.

/// The links, anchors and code of a Markdown page.
struct MarkdownPage {
    /// The destinations of links and pictures, in order, as written.
    var links: [String] = []
    /// The anchors of the headings, as GitHub makes them.
    var anchors: [String] = []
    /// The code spans, without their backticks.
    var codeSpans: [String] = []
    /// The code blocks: the language after the fence, and the lines without their indentation.
    var codeBlocks: [(language: String, lines: [String])] = []

    init(_ text: String) {
        let prose = readBlocks(of: text.split(separator: "\n", omittingEmptySubsequences: false))
        for paragraph in prose {
            let (plain, spans) = Self.withoutCodeSpans(paragraph)
            codeSpans += spans
            links += Self.links(in: plain)
        }
    }

    /// Collects the code blocks and the headings' anchors, and returns the paragraphs.
    private mutating func readBlocks(of lines: [Substring]) -> [String] {
        var paragraphs: [String] = []
        var paragraph: [Substring] = []
        var counts: [String: Int] = [:]
        var rest = lines[...]
        while let line = rest.popFirst() {
            if let fence = Self.fence(of: line) {
                let code = rest.prefix { !$0.hasPrefix(fence.marks) }
                rest = rest.dropFirst(code.count + 1)
                codeBlocks.append((fence.language, code.map(String.init)))
            } else if paragraph.isEmpty, line.hasPrefix("    ") {
                let code = rest.prefix { $0.hasPrefix("    ") || $0.isEmpty }
                rest = rest.dropFirst(code.count)
                codeBlocks.append(("", ([line] + code).map { String($0.dropFirst(4)) }))
            } else if line.allSatisfy(\.isWhitespace) {
                paragraphs.append(paragraph.joined(separator: "\n"))
                paragraph = []
            } else {
                if let heading = line.wholeMatch(of: /#{1,6} +(.+?)/) {
                    let anchor = Self.anchor(of: heading.1)
                    let earlier = counts[anchor, default: 0]
                    counts[anchor] = earlier + 1
                    anchors.append(earlier == 0 ? anchor : "\(anchor)-\(earlier)")
                }
                paragraph.append(line)
            }
        }
        return paragraphs + [paragraph.joined(separator: "\n")]
    }

    private static func fence(of line: Substring) -> (marks: Substring, language: String)? {
        line.wholeMatch(of: /(```+|~~~+) *([^`]*)/).map { ($0.1, String($0.2)) }
    }

    /// Separates a paragraph from its code spans.
    private static func withoutCodeSpans(_ paragraph: String) -> (plain: String, spans: [String]) {
        var plain = ""
        var spans: [String] = []
        var rest = paragraph[...]
        while let start = rest.firstIndex(of: "`") {
            let marks = rest[start...].prefix { $0 == "`" }
            let behind = rest[marks.endIndex...]
            plain += rest[..<start]
            if let end = behind.firstRange(of: marks) {
                spans.append(String(behind[..<end.lowerBound]))
                rest = behind[end.upperBound...]
            } else {
                plain += marks
                rest = behind
            }
        }
        return (plain + rest, spans)
    }

    private static func links(in plain: String) -> [String] {
        let inline = plain.matches(of: /\]\(\s*<?([^\s<>()]+)>?(?:\s+"[^"]*")?\s*\)/)
            .map { (at: $0.range.lowerBound, link: $0.1) }
        let reference = plain.matches(of: /(?:^|\n) {0,3}\[[^\]]+\]: *<?([^\s<>]+)/)
            .map { (at: $0.range.lowerBound, link: $0.1) }
        let attributes = plain.matches(of: /<[a-z]+ [^>]*?(?:href|src|srcset)="([^" ]+)"/)
            .map { (at: $0.range.lowerBound, link: $0.1) }
        return (inline + reference + attributes).sorted { $0.at < $1.at }.map { String($0.link) }
    }

    /// GitHub's anchor of a heading: lower case, hyphens for spaces, no punctuation.
    static func anchor(of heading: some StringProtocol) -> String {
        let text = String(heading).replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }
        return text.lowercased().reduce(into: "") { anchor, character in
            if character == " " {
                anchor.append("-")
            } else if character.isLetter || character.isNumber || "-_".contains(character) {
                anchor.append(character)
            }
        }
    }
}
