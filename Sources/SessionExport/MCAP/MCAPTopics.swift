// Decides which channels a sample file gets: one for each sensor, so that a curve consists of samples only, and one
// each for marks, steps and losses, which concern the whole recording.

internal import RecorderKinds
internal import SampleFile

/// The kind of a record, which determines its channel.
enum MCAPTopic: Sendable, Hashable {
    /// Reports missing samples.
    case losses
    /// Reports what the recording was doing, or a mark.
    case marks
    /// Reports that the task moved to another step.
    case steps
    /// A sample of the sensor with this index in `SensorNames`.
    case sensor(Int)

    /// The last part of the topic's name.
    func name(_ sensors: SensorNames) -> String {
        switch self {
        case .losses: "losses"
        case .marks: "marks"
        case .steps: "steps"
        case .sensor(let place): sensors.names[place]
        }
    }
}

/// The channels of a file, with the columns that their records fill.
struct MCAPTopics: Sendable {
    private(set) var sensors = SensorNames()
    /// The topics, in the order of their first record.
    private(set) var topics: [MCAPTopic] = []
    /// For each topic, which columns are filled.
    private(set) var isFilled: [[Bool]] = []
    private let columns: RecordColumns

    /// The largest number of channels: a file that names a new sensor in each record must not fill the memory.
    static let most = 1024

    init(_ columns: RecordColumns) { self.columns = columns }

    /// Adds a record; returns `false` if there are too many channels.
    mutating func note(_ batch: RecordBatch, _ row: Int) -> Bool {
        if let name = batch.text(row, columns.sensorType) { _ = sensors.note(name) }
        guard let topic = topic(of: batch, row) else { return true }
        let place = topics.firstIndex(of: topic) ?? topics.count
        if place == topics.count {
            topics.append(topic)
            isFilled.append([Bool](repeating: false, count: columns.schema.columns.count))
        }
        for column in isFilled[place].indices where !isFilled[place][column] {
            isFilled[place][column] = batch.has(row, column, of: columns.schema)
        }
        return topics.count <= Self.most && sensors.names.count <= Self.most
    }

    /// The topic of a record; `nil` for an unknown sensor.
    func topic(of batch: RecordBatch, _ row: Int) -> MCAPTopic? {
        switch columns.kind(of: batch, row) {
        case .loss: .losses
        case .mark: .marks
        case .move: .steps
        case .sample:
            batch.text(row, columns.sensorType).flatMap { sensors.place(of: $0) }
                .map(MCAPTopic.sensor)
        }
    }
}
