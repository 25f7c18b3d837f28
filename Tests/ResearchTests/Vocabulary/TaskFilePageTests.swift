import FoundationEssentials
import Research
import Testing

@Suite("The page of task files")
struct TaskFilePageTests {
    private static let factory = RSDFactory.withRecorders
    private static let lines = TaskFilePage.text(of: factory).split(separator: "\n")

    private static func headings(_ level: String) -> [Substring] {
        lines.filter { $0.hasPrefix("\(level) ") }
    }

    @Test("has each type of each family under one heading, with its sentence")
    func types() {
        for family in RSDFamily.allCases {
            let name = family.name.prefix(1).uppercased() + family.name.dropFirst()
            for member in Self.factory.declared[family].all {
                let with = Self.headings("###").filter {
                    $0.hasPrefix("### \(name) `") && $0.contains("`\(member.word)`")
                }
                #expect(with.count == 1, "\(family) \(member.word)")
                let text = TaskFilePage.text(of: Self.factory).split { $0.isWhitespace }
                let sentence = member.sentence.split { $0.isWhitespace }
                #expect(text.contains(sentence), "\(member.sentence)")
            }
        }
    }

    @Test(
        "has a row for each key, with the allowed values, whether the key is needed, and its meaning"
    )
    func keys() throws {
        let rows = Set(Self.lines.filter { $0.hasPrefix("| `") })
        let declared = Self.factory.declared
        // What an object may have whose type nobody knows is no type of the page.
        let plain = Set(RSDFamily.allCases.map(\.fallback.name))
        let members = RSDFamily.allCases.flatMap { declared[$0].all.compactMap(\.words) }
        let objects = members + declared.objects.filter { !plain.contains($0.name) }
        #expect(objects.count > 100)
        for words in objects {
            for key in words.keys where key.name != "type" {
                let sentence = key.sentence.replacing("|", with: "\\|")
                let needed = key.isRequired ? "| yes |" : "|  |"
                let row = rows.first {
                    $0.hasPrefix("| `\(key.name)`") && $0.hasSuffix("\(needed) \(sentence) |")
                }
                #expect(row != nil, "\(words.name) \(key.name)")
            }
        }
        #expect(rows.contains { $0.hasPrefix("| `text`, also `subtitle` | a text |") })
    }

    @Test("says of a list of lists which items are meant")
    func innerLists() {
        let rows = Self.lines.filter { $0.hasPrefix("| `mountMatrix` |") }
        #expect(rows.count == 1)
        for row in rows {
            #expect(row.contains("| a list; each item is a list whose items are each a number |"))
        }
        let choices = Self.lines.filter { $0.hasPrefix("| `choices` | a list; ") }
        #expect(choices.contains { $0.contains(", or a list whose items are each a text, or ") })
        #expect(!Self.lines.contains { $0.contains("each item is a list; ") })
    }

    @Test("explains a key of several types once, and names it at each type")
    func shared() throws {
        let titles = Self.lines.filter {
            $0.hasPrefix("| `title` | a text |  | The heading of the step")
        }
        #expect(titles.count == 1)
        #expect(Self.headings("###").contains("### Keys of several steps"))
        let active = try #require(Self.lines.firstIndex { $0.hasPrefix("### Step `active`") })
        let part = Self.lines[(active + 1)...].prefix { !$0.hasPrefix("#") }
        #expect(part.joined(separator: " ").contains("`title`"))
    }

    @Test("keeps its tables whole and its lines short")
    func form() {
        for line in Self.lines where line.hasPrefix("| `") {
            #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 5, "\(line)")
        }
        let prose = Self.lines.filter { !$0.hasPrefix("|") && !$0.hasPrefix("#") }
        for line in prose where !line.hasPrefix("- ") { #expect(line.count <= 120, "\(line)") }
    }
}
