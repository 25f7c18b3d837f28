// Which channels a sample file makes: one for each sensor, so that a curve has samples and nothing else, and one each for
// marks, steps and losses, which are of the whole recording.

internal import RecorderKinds
internal import SampleFile

/// What a record is, and with it the channel that it goes to.
enum MCAPTopic: Sendable, Hashable {
    /// Says which samples are missing.
    case losses
    /// Says what the recording was doing, or what somebody marked.
    case marks
    /// Says that the task moved to another step.
    case steps
    /// A sample of a sensor, by the sensor's place in `SensorNames`.
    case sensor(Int)

    /// What ends the topic's name.
    func name(_ sensors: SensorNames) -> String {
        switch self {
        case .losses: "losses"
        case .marks: "marks"
        case .steps: "steps"
        case .sensor(let place): sensors.names[place]
        }
    }
}

/// The channels of a file, with the columns that any record of each fills.
struct MCAPTopics: Sendable {
    private(set) var sensors = SensorNames()
    /// In the order in which they were met.
    private(set) var topics: [MCAPTopic] = []
    /// For each topic, which columns are filled.
    private(set) var isFilled: [[Bool]] = []
    private let columns: RecordColumns

    /// A file that names a new sensor in each record must not fill the memory.
    static let most = 1024

    init(_ columns: RecordColumns) { self.columns = columns }

    /// Takes note of a record; `false` where there are too many channels.
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

    /// What a record is; `nil` of a sensor that was not met.
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
