import TaskEngine
import Testing
import Foundation
@Suite("Gen") struct GenTests {
    @Test("gen") func gen() throws {
        var out = ""
        let levels: [([String],[String?],[String?])] = [
            (["T"],[nil,"b","S"],[nil,"b","S"]), (["T"],["a","x","p"],["a","x","p"]),
            (["T","S"],[nil,"x","y"],[nil,"x","y"]), (["T","S"],["p","Q","q"],["p","Q","q"]),
        ]
        for (owner, starts, stops) in levels { for start in starts { for stop in stops {
            for way in FleetScenario.Way.allCases {
                let t = FleetScenario.trace(owner: owner, start: start, stop: stop, way: way)
                let f = { (s: String, n: Int) in s.padding(toLength: n, withPad: " ", startingAt: 0) }
                out += "        \(f(owner.joined(separator: "/"), 3)) | \(start ?? "-") | \(stop ?? "-") | \(f(way.rawValue, 7)) | \(t)\n"
            }}}}
        try out.write(toFile: "/tmp/model-d-table.txt", atomically: true, encoding: .utf8)
    }
}
