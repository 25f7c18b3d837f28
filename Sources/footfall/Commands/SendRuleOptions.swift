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
        "when to send, in local time, such as 22:00-06:00; may be given again; at any time if not given"
    )
    private static let rate = Option(
        "rate",
        taking: "RATE",
        as: conversion { (text) throws(SendRuleError) in try TransferRate(text) },
        "the highest rate, such as 500kB/s or 2MB/s; no limit if not given"
    )
    private static let metered = Flag(
        "metered",
        "send even if NetworkManager says that the network is metered; without it, sessions wait on such a network"
    )
    private static let keep = Option(
        "keep",
        taking: "AGE",
        as: conversion { (text) throws(SendRuleError) in try KeepRule.age(text) },
        "delete from this machine the sessions that ended at least this long ago, such as 30d, and are verified at every destination; none if not given"
    )
    private static let keepFree = Option(
        "keep-free",
        taking: "SIZE",
        as: conversion { (text) throws(SendRuleError) in try KeepRule.free(text) },
        "while less than this is free on the disk, such as 2GB, delete from this machine the sessions that are verified at every destination, the oldest first"
    )
    private static let encryptTo = Option(
        "encrypt-to",
        taking: "KEY",
        as: .text,
        repeats: true,
        "encrypt each file with age before it is sent, to a public key, age1…, or to the public keys in a file; may be given again"
    )

    private static let changeEncryption = Flag(
        "change-encryption",
        "if the destination has another encryption: send the sessions of this machine again with this one, and "
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
