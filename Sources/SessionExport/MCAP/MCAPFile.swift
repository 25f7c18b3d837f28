// Exports one sample file as channels of an MCAP file. The sample file is read twice: its channels and their contents
// are known only at its end, and a long file does not fit into memory.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// A sample file to be exported to MCAP.
struct MCAPFile {
    private let file: SessionManifest.File
    private let session: Session
    private let columns: RecordColumns
    private let clock: SessionClock

    /// Prepares a file of a session.
    init(_ file: SessionManifest.File, of session: Session, _ columns: RecordColumns) {
        (self.file, self.session, self.columns) = (file, session, columns)
        clock = SessionClock(of: file, in: session.manifest.clocks)
    }

    /// Writes its channels and messages.
    ///
    /// - Parameters:
    ///   - writer: The writer of the MCAP file.
    ///   - prefix: The prefix of the topics.
    ///   - names: The topics of the whole MCAP file, to keep them unique.
    /// - Returns: The account of the file's records.
    /// - Throws: `SampleFileError` if a record cannot be read, and what the writer throws.
    func write(
        to writer: inout MCAPWriter,
        under prefix: String,
        _ names: inout DistinctNames
    ) throws -> ExportAccount {
        let topics = try topics()
        let message = MCAPMessage(columns)
        var channels: [MCAPTopic: Int] = [:]
        for (topic, isFilled) in zip(topics.topics, topics.isFilled) {
            guard !writer.isFull else { throw tooManyTopics }
            let name = names.distinct("\(prefix)/\(topic.name(topics.sensors))")
            let sensor: String? =
                if case .sensor(let place) = topic { topics.sensors.names[place] } else { nil }
            let meaning = file.sensors.first { $0.sensorType == sensor }?.meaning
            channels[topic] = try writer.addChannel(
                name,
                schema: message.schema(name, meaning: meaning, isFilled),
                about: about(sensor, meaning)
            )
        }
        var account = ExportAccount()
        var reader = try session.reader(of: file, schema: columns.schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                account.note(columns.kind(of: batch, row))
                guard let uptime = batch.number(row, columns.uptime),
                    let time = clock.time(atUptime: uptime)
                else {
                    account.withoutTime += 1
                    continue
                }
                guard let topic = topics.topic(of: batch, row), let channel = channels[topic] else {
                    throw changed
                }
                try writer.addMessage(on: channel, at: time) {
                    message.append(batch, row, to: &$0)
                }
                account.rows += 1
            }
        }
        account.undeclared = reader.undeclared
        return account
    }

    private func topics() throws -> MCAPTopics {
        var topics = MCAPTopics(columns)
        var reader = try session.reader(of: file, schema: columns.schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                guard topics.note(batch, row) else { throw tooManyTopics }
            }
        }
        return topics
    }

    private func about(_ sensor: String?, _ meaning: String?) -> [MCAPPair] {
        let pairs = [
            ("file", file.path), ("identifier", file.identifier), ("placement", file.placement),
            ("recorder", file.recorder), ("sensorType", sensor), ("meaning", meaning),
        ]
        return pairs.compactMap { name, value in value.map { MCAPPair(name, $0) } }
    }

    private var tooManyTopics: SessionError {
        SessionError(
            "its records name more sensors than an export can have",
            where: session.path(of: file),
            remedy: "see with `footfall info` which sensors it names"
        )
    }

    private var changed: SessionError { .changedMeanwhile(session.path(of: file)) }
}
