// Everything known about a file after it was closed. Results and manifests are made from it.

public import SampleFile
public import SampleStream
internal import SystemCalls
public import Timebase

/// A file that a recorder has written and closed.
public struct RecordedFile: Sendable {
    /// The identifier of the logger, which is also the result's.
    public var identifier: String
    /// The file's place.
    public var place: FilePlace
    /// The layout, if it is a list of records.
    public var layout: SampleFileLayout
    /// The kind of document, if it is not a list of records.
    public var document: DocumentKind?
    /// The instant from which its timestamps count.
    public var start: BootInstant
    /// The instant of its end: of the stop or of the source's own end, or of the last record if that is later.
    public var end: BootInstant
    /// Writes the file's instants as dates.
    public var dates: RecordDates
    /// Size, number of records and checksum, as far as known.
    public var summary: SampleFileSummary
    /// Whether closing succeeded; if not, `summary` describes what is there, as far as known.
    public var isClosedWell: Bool
    /// Whether somebody removed the file while it was written, and it has no replacement.
    public var isLost: Bool
    /// Where its samples came from.
    public var source: SourceDescription
    /// The account of each channel that had readings or lost some.
    public var channels: [Channel]
    /// Readings per second as asked for or set, by channel name, for every channel that was to have readings.
    public var nominalRatesInHertz: [String: Double]
    /// The requests that the system refused.
    public var notes: [String]
    /// Why it ends early, if it does.
    public var failure: String?

    /// One channel and its account.
    public struct Channel: Sendable, Equatable {
        /// The name, as in `sensorType`.
        public var name: String
        /// How many readings were written and lost.
        public var account: ChannelAccount
        /// Readings per second as asked for or set, if known.
        public var nominalRateInHertz: Double?
        /// What a reader of the file must know about the values, if anything.
        public var meaning: String?

        /// A note if the measured rate differs from the rate that was set; some devices accept a rate and ignore
        /// it.
        var noteOnRate: String? {
            // With fewer readings, uneven spacing alone could explain a difference.
            guard account.samples >= 100, let nominal = nominalRateInHertz, nominal > 0,
                let measured = account.measuredRateInHertz
            else { return nil }
            let real = measured * (1 + Double(account.lostBetween) / Double(account.samples))
            guard abs(real / nominal - 1) > 0.1 else { return nil }
            func text(_ rate: Double) -> String { "\((rate * 10).rounded() / 10)" }
            return "\(name): set to \(text(nominal)) samples a second, and \(text(real)) came"
        }
    }

    /// Readings in the file.
    public var samples: Int { channels.reduce(0) { $0 + $1.account.samples } }

    /// Missing readings, without those of pauses.
    public var lost: Int64 { channels.reduce(0) { $0.addingClamped($1.account.lostInAll) } }
}

extension RecordedFile {
    /// How many of the missing readings were in files that somebody removed.
    package var lostEarlier: Int64 {
        channels.reduce(0) { $0.addingClamped($1.account.lostEarlier) }
    }
}

extension SampleFormat {
    /// The channels that had a reading or lost one, with their accounts.
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

    /// The rates of a source by channel name.
    func nominalRates(of source: SourceDescription) -> [String: Double] {
        let rates = source.nominalRatesInHertz.map { (name(ofChannel: $0.key), $0.value) }
        return Dictionary(rates) { first, _ in first }
    }

    /// What a reader must know about a source's channels, by channel name.
    func meanings(of source: SourceDescription) -> [String: String] {
        let meanings = source.nominalRatesInHertz.keys.compactMap { channel in
            meaning(ofChannel: channel).map { (name(ofChannel: channel), $0) }
        }
        return Dictionary(meanings) { first, _ in first }
    }
}
