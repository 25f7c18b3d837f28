// The options of `footfall send` for its rules: when and how fast to send, who can decrypt it, and what may be deleted
// afterwards.

internal import Arguments
internal import Outbox

/// The rules of `footfall send` from the command line.
struct SendRuleOptions: Sendable, Equatable {
    var rules = SendRules()
    /// The recipients of the encryption; `nil` sends the files unencrypted.
    var recipients: AgeRecipients?

    private static let hours = Option(
        "hours",
        taking: "HOURS",
        as: conversion { (text) throws(SendRuleError) in try SendHours(text) },
        repeats: true,
        "when to send, in local time, as 22:00-06:00; may be given again; at any time if not given"
    )
    private static let rate = Option(
        "rate",
        taking: "RATE",
        as: conversion { (text) throws(SendRuleError) in try TransferRate(text) },
        "how fast at most, as 500kB/s or 2MB/s; as fast as it goes if not given"
    )
    private static let metered = Flag(
        "metered",
        "send also where NetworkManager says that the network costs by what is sent; without it, that waits"
    )
    private static let keep = Option(
        "keep",
        taking: "AGE",
        as: conversion { (text) throws(SendRuleError) in try KeepRule.age(text) },
        "delete here what was verified at every destination, so long after its end, as 30d; kept if not given"
    )
    private static let keepFree = Option(
        "keep-free",
        taking: "SIZE",
        as: conversion { (text) throws(SendRuleError) in try KeepRule.free(text) },
        "delete here what was verified at every destination, the oldest first, while less of the disk is free, as 2GB"
    )
    private static let encryptTo = Option(
        "encrypt-to",
        taking: "KEY",
        as: .text,
        repeats: true,
        "encrypt each file by age, ahead of sending, to a public key, age1…, or to those of a file; may be given again"
    )

    private static let changeEncryption = Flag(
        "change-encryption",
        "if the destination has another encryption: send the sessions that are here again with this one, and "
            + "withdraw the old copies"
    )

    /// The declarations of these options.
    static let declarations = [
        hours.declaration, rate.declaration, metered.declaration, keep.declaration,
        keepFree.declaration, encryptTo.declaration, changeEncryption.declaration,
    ]

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let given = try arguments.values(of: Self.hours)
        if let first = given.first {
            rules.hours = given.dropFirst().reduce(first) { $0.joined(with: $1) }
        }
        rules.rate = try arguments.value(of: Self.rate)
        rules.usesMetered = arguments.contains(Self.metered)
        rules.changesEncryption = arguments.contains(Self.changeEncryption)
        rules.keep = KeepRule(
            age: try arguments.value(of: Self.keep),
            free: try arguments.value(of: Self.keepFree)
        )
        for text in try arguments.values(of: Self.encryptTo) {
            do throws(SendError) {
                let more = try AgeRecipients(text)
                recipients = recipients?.joined(with: more) ?? more
            } catch {
                throw UsageError(
                    place: "--encrypt-to",
                    problem: "\(error.where): \(error.what)",
                    remedy: error.remedy
                )
            }
        }
    }

    private static func conversion<Value: Sendable>(
        _ read: @escaping @Sendable (String) throws(SendRuleError) -> Value
    ) -> Conversion<Value> {
        Conversion { word throws(ConversionError) in
            do throws(SendRuleError) {
                return try read(word)
            } catch {
                throw ConversionError(problem: error.problem, remedy: error.remedy)
            }
        }
    }
}
