// A figure as one self-contained web page with values, style and script. Its security policy lets a browser run only
// that script. Text from a session is always treated as data, whatever it contains.

internal import CPlotPage
package import Plotting
internal import SampleFile

/// Makes pages from figures.
package struct PlotPage: Sendable {
    /// The page.
    package let bytes: [UInt8]
    /// The page's security policy, for the header of an HTTP response.
    package let policy: String

    private static let script = unsafe file(footfall_plot_script)
    private static let style = unsafe file(footfall_plot_style)

    private static func file(
        _ bytes: (UnsafeMutablePointer<Int64>?) -> UnsafePointer<UInt8>?
    ) -> [UInt8] {
        var count: Int64 = 0
        let start = unsafe bytes(&count)
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Allows only this script and this style sheet, identified by their hashes.
    private static let ownPolicy = """
        default-src 'none'; script-src 'sha256-\(Base64.text(of: SHA256.sum(of: script)))'; \
        style-src 'sha256-\(Base64.text(of: SHA256.sum(of: style)))'; img-src data:; base-uri 'none'; form-action 'none'
        """

    /// The page of a figure.
    package init(of figure: Figure) {
        // This directive works only in an HTTP header, not within the page.
        policy = Self.ownPolicy + "; frame-ancestors 'none'"
        let title = Self.escaped(figure.title)
        var page: [UInt8] = []
        page +=
            """
            <!doctype html>
            <html lang="en" dir="ltr">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.ownPolicy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            <style>
            """.utf8
        page += Self.style
        page +=
            """
            </style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <p class="muted">\(Self.escaped(figure.subtitle))</p>
            <p class="muted">\(Self.escaped(Self.explanation(of: figure)))</p>
            <div class="bar">
            <button type="button" id="nearer" aria-label="Zoom in">+</button>
            <button type="button" id="farther" aria-label="Zoom out">−</button>
            <button type="button" id="earlier" aria-label="Move left">◀</button>
            <button type="button" id="later" aria-label="Move right">▶</button>
            <button type="button" id="all">All</button>
            <span id="range" role="status"></span>
            </div>
            <div id="panels"></div>
            <p class="muted">\(Self.escaped(figure.axis))</p>

            """.utf8
        for note in figure.notes { page += "<p>\(Self.escaped(note))</p>\n".utf8 }
        page +=
            """
            <details><summary>Lowest and highest values</summary>
            <table><thead><tr><th>Panel</th><th>Line</th><th>Unit</th><th>Lowest</th><th>Highest</th></tr></thead>
            <tbody id="figures"></tbody></table></details>
            </main>
            <noscript><p>This page needs JavaScript to draw.</p></noscript>
            <script type="application/json" id="figure">
            """.utf8
        page += FigureJSON.text(of: figure).utf8
        page += "</script>\n<script>".utf8
        page += Self.script
        page += "</script>\n</body>\n</html>\n".utf8
        bytes = page
    }

    private static func explanation(of figure: Figure) -> String {
        "Drag moves, Ctrl and the wheel or two fingers zoom, a double click shows all; so do the keys ← → + − 0. "
            + FigureLayout.signs(of: figure).map {
                "\($0.prefix(1).uppercased())\($0.dropFirst())."
            }
            .joined(separator: " ")
    }

    /// Escapes text for use in HTML elements and attributes.
    static func escaped(_ text: String) -> String {
        var result = ""
        for letter in text.unicodeScalars {
            switch letter {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(letter)
            }
        }
        return result
    }
}
