// A reader who follows a link must arrive.

import Foundation
import Testing

@Suite("The links of the Markdown pages")
struct LinkTests {
    @Test("lead somewhere: to a file of the project, and to a heading that it has")
    func leadSomewhere() throws {
        let pages = try Layout.markdownPages()
        #expect(pages.count >= 10)
        for page in pages {
            for link in MarkdownPage(try Layout.text(of: page)).links {
                #expect(try Self.leadsSomewhere(link, from: page), "\(page) links to \(link)")
            }
        }
    }

    @Test(
        "would be seen to lead nowhere",
        arguments: [
            "Nowhere.md", "#no-such-heading", "Documentation/Recording.md#no-such-heading",
            "../elsewhere", "Nowhere.md#a", "/etc/passwd",
        ]
    )
    func brokenOnesAreSeen(link: String) throws {
        #expect(try !Self.leadsSomewhere(link, from: "README.md"))
    }

    @Test(
        "are not looked at where they leave the project",
        arguments: ["https://sqlite.org", "mailto:somebody@example.org"]
    )
    func foreignOnesAreLeft(link: String) throws {
        #expect(try Self.leadsSomewhere(link, from: "README.md"))
    }

    @Test("are joined by true paths: each that README.md has in code is there")
    func pathsAreThere() throws {
        let spans = MarkdownPage(try Layout.text(of: "README.md")).codeSpans
        // A name with a slash in it. Sessions are the reader's, and so is the package.
        let paths = spans.filter {
            $0.wholeMatch(of: /\w[\w.+-]*\/[\w.+\/-]*/) != nil && !$0.hasPrefix("Sessions/")
        }
        #expect(!paths.isEmpty)
        for path in paths {
            let isThere = Layout.exists(path) || Layout.exists("Examples/WalkStudy/\(path)")
            #expect(isThere, "README.md names \(path)")
        }
    }

    /// True if a link of a page leads to something that exists, or out of the project.
    private static func leadsSomewhere(_ link: String, from page: String) throws -> Bool {
        guard link.prefixMatch(of: /[a-z][a-z0-9+.-]*:/) == nil else { return true }
        guard !link.hasPrefix("/") else { return false }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = page.split(separator: "/").dropLast()
        let path = String(parts[0]).removingPercentEncoding ?? String(parts[0])
        var target = folder.map(String.init)
        for name in path.split(separator: "/") where name != "." {
            guard name == ".." else {
                target.append(String(name))
                continue
            }
            guard target.popLast() != nil else { return false }
        }
        let file = path.isEmpty ? page : target.joined(separator: "/")
        guard Layout.exists(file) else { return false }
        guard parts.count > 1, file.hasSuffix(".md") else { return true }
        return MarkdownPage(try Layout.text(of: file)).anchors.contains(String(parts[1]))
    }
}
