// Everything that is known of a file when it has been closed: what a result and a manifest are made
// of.

public import SampleFile
public import SampleStream
internal import SystemCalls
public import Timebase

/// A file that a recorder has written and closed.
public struct RecordedFile: Sendable {
    /// The identifier of the logger, which is also the result's.
    public var identifier: String
    /// Where it is.
    public var place: FilePlace
    /// How it is laid out, where it is a list of records.
    public var layout: SampleFileLayout
    /// What it is, where it is none.
    public var document: DocumentKind?
    /// The instant from which its timestamps count.
    public var start: BootInstant
    /// The instant at which it was stopped.
    public var end: BootInstant
    /// Names its instants by dates.
    public var dates: RecordDates
    /// Size, records and checksum, as far as they are known.
    public var summary: SampleFileSummary
    /// Whether closing went well; otherwise the summary is what the file was meant to be.
    public var isClosedWell: Bool
    /// Whether somebody took it away while it was written, and no other could be made in its place.
    public var isLost: Bool
    /// Where its samples came from.
    public var source: SourceDescription
    /// What became of the readings, for each channel that had any, by the channel's name.
    public var channels: [Channel]
    /// Readings a second as asked for or set, by the name of every channel that was to have any.
    public var nominalRatesInHertz: [String: Double]
    /// What the system refused.
    public var notes: [String]
    /// Why it ends early, if it does.
    public var failure: String?

    /// The account of a channel.
    public struct Channel: Sendable, Equatable {
        /// The name, as `sensorType` has it.
        public var name: String
        /// What became of its readings.
        public var account: ChannelAccount
        /// Readings a second as asked for or set, where that is known.
        public var nominalRateInHertz: Double?
        /// What a reader has to know of its values, if anything.
        public var meaning: String?

        /// What to say of a rate that is another than was set: some devices take one and ignore it.
        var noteOnRate: String? {
            // So few could be uneven only.
            guard account.samples >= 100, let nominal = nominalRateInHertz, nominal > 0,
                let measured = account.measuredRateInHertz
            else { return nil }
            let all = account.lost.values.reduce(Int64(0)) { $0.addingClamped($1) }
            let lost = all - account.lostEarlier
            let real = measured * (1 + Double(lost) / Double(account.samples))
            guard abs(real / nominal - 1) > 0.1 else { return nil }
            func text(_ rate: Double) -> String { "\((rate * 10).rounded() / 10)" }
            return "\(name): set to \(text(nominal)) samples a second, and \(text(real)) came"
        }
    }

    /// Readings in the file.
    public var samples: Int { channels.reduce(0) { $0 + $1.account.samples } }

    /// Readings that are missing, but for those of pauses.
    public var lost: Int64 { channels.reduce(0) { $0.addingClamped($1.account.lostInAll) } }
}

extension RecordedFile {
    /// Of the readings that are missing, those that were in files which somebody took away.
    package var lostEarlier: Int64 {
        channels.reduce(0) { $0.addingClamped($1.account.lostEarlier) }
    }
}

extension SampleFormat {
    /// What became of each channel that had any reading, or lost one.
    func channels(
        of accounts: [ChannelAccount],
        from source: SourceDescription
    ) -> [RecordedFile.Channel] {
        accounts.enumerated().compactMap { channel, account in
            account.samples == 0 && account.lost.isEmpty
                ? nil
                : RecordedFile.Channel(
                    name: name(ofChannel: channel),
                    account: account,
                    nominalRateInHertz: source.nominalRatesInHertz[channel],
                    meaning: meaning(ofChannel: channel)
                )
        }
    }

    /// The rates of a source by the names of its channels.
    func nominalRates(of source: SourceDescription) -> [String: Double] {
        let rates = source.nominalRatesInHertz.map { (name(ofChannel: $0.key), $0.value) }
        return Dictionary(rates) { first, _ in first }
    }

    /// What a reader has to know of a source's channels, by their names.
    func meanings(of source: SourceDescription) -> [String: String] {
        let meanings = source.nominalRatesInHertz.keys.compactMap { channel in
            meaning(ofChannel: channel).map { (name(ofChannel: channel), $0) }
        }
        return Dictionary(meanings) { first, _ in first }
    }
}
