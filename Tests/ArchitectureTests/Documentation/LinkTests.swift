// Every link must lead somewhere.

import Foundation
import Testing

@Suite("The links of the Markdown pages")
struct LinkTests {
    @Test("lead to a file of the project, and to a heading that it has")
    func leadSomewhere() throws {
        let pages = try Layout.markdownPages()
        #expect(pages.count >= 10)
        var targets = Targets()
        for page in pages {
            for link in try targets.page(page).links {
                let leadsSomewhere = try targets.isReached(by: link, from: page)
                #expect(leadsSomewhere, "\(page) links to \(link)")
            }
        }
    }

    @Test(
        "are found if they lead nowhere",
        arguments: [
            "Nowhere.md", "#no-such-heading", "Documentation/Recording.md#no-such-heading",
            "../elsewhere", "Nowhere.md#a", "/etc/passwd",
        ]
    )
    func brokenOnesAreSeen(link: String) throws {
        var targets = Targets()
        let leadsSomewhere = try targets.isReached(by: link, from: "README.md")
        #expect(!leadsSomewhere)
    }

    @Test(
        "are not checked if they lead out of the project",
        arguments: ["https://sqlite.org", "mailto:somebody@example.org"]
    )
    func foreignOnesAreLeft(link: String) throws {
        var targets = Targets()
        let leadsSomewhere = try targets.isReached(by: link, from: "README.md")
        #expect(leadsSomewhere)
    }

    @Test("and the paths: each path in the code of README.md exists")
    func pathsAreThere() throws {
        let spans = MarkdownPage(try Layout.text(of: "README.md")).codeSpans
        // Names with a slash. The reader's sessions need not exist; the reader's package is the example WalkStudy.
        let paths = spans.filter {
            $0.wholeMatch(of: /\w[\w.+-]*\/[\w.+\/-]*/) != nil && !$0.hasPrefix("Sessions/")
        }
        #expect(!paths.isEmpty)
        for path in paths {
            let isThere = Layout.exists(path) || Layout.exists("Examples/WalkStudy/\(path)")
            #expect(isThere, "README.md names \(path)")
        }
    }
}

/// What links may lead to.
///
/// Each page is read once, since hundreds of links lead to a few pages.
private struct Targets {
    private var pages: [String: MarkdownPage] = [:]

    mutating func page(_ file: String) throws -> MarkdownPage {
        if let known = pages[file] { return known }
        let page = MarkdownPage(try Layout.text(of: file))
        pages[file] = page
        return page
    }

    /// True if a link of a page leads to something that exists, or out of the project.
    mutating func isReached(by link: String, from origin: String) throws -> Bool {
        guard link.prefixMatch(of: /[a-z][a-z0-9+.-]*:/) == nil else { return true }
        guard !link.hasPrefix("/") else { return false }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = origin.split(separator: "/").dropLast()
        let path = String(parts[0]).removingPercentEncoding ?? String(parts[0])
        var target = folder.map(String.init)
        for name in path.split(separator: "/") where name != "." {
            guard name == ".." else {
                target.append(String(name))
                continue
            }
            guard target.popLast() != nil else { return false }
        }
        let file = path.isEmpty ? origin : target.joined(separator: "/")
        guard Layout.exists(file) else { return false }
        guard parts.count > 1, file.hasSuffix(".md") else { return true }
        return try page(file).anchors.contains(String(parts[1]))
    }
}
