import Foundation
import Plotting
import SampleFile
import Scratch
import SessionFolder
import Testing

@testable import SessionPlot

@Suite("The page of a plot")
struct PlotPageTests {
    private func figure(named name: String) -> Figure {
        var panel = Panel(
            name,
            unit: name,
            [
                Series(name, [SeriesPoint(at: 1, from: -0.5, to: 2, followsBreak: true)])
            ]
        )
        panel.note = name
        return Figure(
            title: name,
            subtitle: name,
            axis: name,
            scale: .time,
            range: 0...2,
            panels: [panel],
            moments: [Moment(.mark, at: 1, name)],
            notes: [name]
        )
    }

    private static let hostile = "</script><img src=x onerror=alert(1)>&\"'\u{2028}<!--"

    @Test("lets no text of a session become a script")
    func noScript() {
        let page = String(decoding: PlotPage(of: figure(named: Self.hostile)).bytes, as: UTF8.self)
        #expect(!page.contains("<img"))
        #expect(!page.contains("<!--"))
        #expect(page.components(separatedBy: "</script>").count == 3)
    }

    @Test("contains the texts of a session unchanged")
    func keepsText() throws {
        let text = FigureJSON.text(of: figure(named: Self.hostile))
        let data = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(data?["title"] as? String == Self.hostile)
        let panels = data?["panels"] as? [[String: Any]]
        #expect(panels?.first?["note"] as? String == Self.hostile)
    }

    @Test("lets a browser run only its own script, and load nothing")
    func policy() {
        let page = PlotPage(of: figure(named: "a"))
        #expect(page.policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        #expect(!page.policy.contains("unsafe"))
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(!text.contains("http:") && !text.contains("https:"))
    }

    @Test("has three numbers for each point, and a break before a point that follows a gap")
    func points() throws {
        let text = FigureJSON.data(
            of: [SeriesPoint(at: 3, from: -1, to: 1e300, followsBreak: true)],
            from: 1
        )
        let data = try #require(Data(base64Encoded: text))
        let numbers = stride(from: 0, to: data.count, by: 4).map { place in
            Float(bitPattern: data[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        #expect(numbers.count == 6)
        #expect(numbers[0] == 2 && numbers[1].isNaN && numbers[2].isNaN)
        #expect(numbers[3...] == [2, -1, .greatestFiniteMagnitude])
    }

    @Test("keeps small changes of large values exact")
    func exact() throws {
        let values = [122.419_401, 122.419_402, 122.419_409]
        let points = values.enumerated().map {
            SeriesPoint(at: Double($0.offset), from: $0.element, to: $0.element)
        }
        var figure = figure(named: "a")
        figure.panels = [Panel("longitude", [Series("", points)])]
        let json = try JSONSerialization.jsonObject(with: Data(FigureJSON.text(of: figure).utf8))
        let panel = try #require(((json as? [String: Any])?["panels"] as? [[String: Any]])?.first)
        let base = try #require(panel["base"] as? Double)
        let text = try #require((panel["series"] as? [[String: Any]])?.first?["data"] as? String)
        let data = try #require(Data(base64Encoded: text))
        let lows = stride(from: 4, to: data.count, by: 12).map { place in
            Float(bitPattern: data[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        for (low, value) in zip(lows, values) { #expect(abs(base + Double(low) - value) < 1e-11) }
    }

    @Test(
        "computes SHA-256 as in the examples of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func sums(text: String, sum: String) {
        let bytes = SHA256.sum(of: Array(text.utf8))
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == sum)
    }

    @Test("encodes base64 as Foundation does", arguments: 0..<10)
    func base64(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 251 * ($0 + 1)) }
        #expect(Base64.text(of: bytes) == Data(bytes).base64EncodedString())
    }

    @Test(
        "has coarser curves the more sensors there are, so that a browser can load it",
        arguments: [
            (1, 32_768), (3, 16_384), (9, 8192), (100_000, 1024), (0, 32_768),
        ]
    )
    func resolution(sensors: Int, resolution: Int) {
        #expect(PlotPage.resolution(sensors: sensors) == resolution)
    }

    @Test("counts only requested sensors and files when it chooses how fine its curves are")
    func shownSensors() throws {
        let files = try Session(opening: "\(PlottedSession.samples)/SyntheticWalk").sampleFiles
        var options = PlotOptions()
        #expect(PlotPage.sensors(of: files, shownBy: options) == 3)
        options.sensors = ["gyro"]
        #expect(PlotPage.sensors(of: files, shownBy: options) == 1)
        options.files = ["lowBack_motion.json"]
        #expect(PlotPage.sensors(of: files, shownBy: options) == 1)
        options.files = ["thigh_motion.json"]
        #expect(PlotPage.sensors(of: files, shownBy: options) == 0)
    }
}

private let noncharacters = String(
    String.UnicodeScalarView([0xFDD0, 0xFFFE, 0x10_FFFF].compactMap(Unicode.Scalar.init))
)

@Suite("A picture of a plot")
struct PictureTests {
    private func figure(named name: String) -> Figure {
        Figure(
            title: name,
            subtitle: "",
            axis: "time",
            scale: .time,
            range: 0...1,
            panels: [Panel("a", [Series("x", [SeriesPoint(at: 0.5, from: 0, to: 1)])])]
        )
    }

    @Test(
        "is a PNG file or an SVG file, whatever its title is",
        arguments: [
            "walk", "", "\u{0}", noncharacters,
            String(repeating: "ü", count: 10_000),
        ]
    )
    func formats(title: String) throws {
        let layout = FigureLayout(figure(named: title))
        #expect(try Picture.bytes(of: layout, isPNG: true).prefix(4) == [0x89, 0x50, 0x4E, 0x47])
        let svg = String(decoding: try Picture.bytes(of: layout, isPNG: false), as: UTF8.self)
        #expect(svg.contains("<svg") && svg.contains("</svg>"))
    }

    @Test("is refused as a PNG file above 100 million pixels, but is drawn as an SVG file")
    func tooManyPixels() throws {
        let layout = FigureLayout(figure(named: "a"), width: 30_000, height: 3_400)
        let refusal = #expect(throws: PictureError.self) {
            try Picture.bytes(of: layout, isPNG: true)
        }
        #expect(refusal?.description.contains("100 million pixels") == true)
        #expect(!(try Picture.bytes(of: layout, isPNG: false)).isEmpty)
    }
}
