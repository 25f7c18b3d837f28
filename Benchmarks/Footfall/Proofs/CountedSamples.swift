// Checks that every sample of a synthetic walk is in its file or in a gap that counts it. The walk gives one sample
// of each sensor at every instant of its grid, from the file's start on. So each record has one valid instant, and
// the last instant shows how many samples there were.

import Foundation

/// The samples of one file, counted sensor by sensor.
struct CountedSamples {
    private(set) var samples = 0
    private(set) var lost = 0
    private let name: String
    private let rate: Double
    /// The number of each sensor's next expected sample.
    private var next: [String: Int]

    /// Reads a whole file, which the manifest describes in `file`; throws at the first sample that is neither there
    /// nor counted.
    init(in session: String, _ file: [String: Any], _ sensors: [String], rate: Double) throws {
        name = file["path"] as? String ?? ""
        self.rate = rate
        next = Dictionary(uniqueKeysWithValues: sensors.map { ($0, 0) })
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(session)/\(name)"))
        let records =
            switch file["layout"] as? String {
            case "array": try JSONSerialization.jsonObject(with: bytes) as? [[String: Any]]
            case "csv": Self.rows(of: String(decoding: bytes, as: UTF8.self))
            default: [[String: Any]]?.none
            }
        guard let records else { throw BenchmarkError("\(name) is no list of records") }
        for (index, record) in records.enumerated() { try take(record, index) }
    }

    /// Throws when a sample that was due before `seconds` is not accounted for.
    func requireAll(before seconds: Double) throws {
        // The date of an end has milliseconds only.
        let due = Int(((seconds - 0.001) * rate).rounded(.up))
        for (sensor, count) in next where count < due {
            throw BenchmarkError(
                "\(name): \(count) of \(due) samples of \(sensor) are accounted for"
            )
        }
    }

    private mutating func take(_ record: [String: Any], _ index: Int) throws {
        guard let sensor = record["sensorType"] as? String else { return }
        guard let number = next[sensor], let timestamp = Self.number(record["timestamp"]) else {
            throw BenchmarkError("\(name): record \(index) of \(sensor) has no place")
        }
        guard abs(timestamp * rate - Double(number)) < 0.01 else {
            throw BenchmarkError(
                "\(name): record \(index) of \(sensor) is at \(timestamp) s, where sample \(number) "
                    + "should be there or counted"
            )
        }
        if let count = Self.number(record["lost"]) {
            lost += Int(count)
            next[sensor] = number + Int(count)
        } else {
            samples += 1
            next[sensor] = number + 1
        }
    }

    private static func number(_ value: Any?) -> Double? {
        (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap(Double.init)
    }

    /// Nothing that a synthetic walk writes is quoted.
    private static func rows(of text: String) -> [[String: Any]] {
        let lines = text.split(separator: "\n")
        let names = lines.first?.split(separator: ",").map(String.init) ?? []
        return lines.dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let pairs = zip(names, cells).filter { !$0.1.isEmpty }
            return Dictionary(uniqueKeysWithValues: pairs.map { ($0, String($1)) })
        }
    }
}
