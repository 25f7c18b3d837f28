// Counts losses and explains what is left out, in the same way for all export formats.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// What became of the records of a file.
struct ExportAccount: Sendable, Hashable {
    /// The number of table rows, or of messages.
    var rows = 0
    /// The number of missing samples, by the records.
    private(set) var lost = 0
    /// How many losses have a negative count, so that their number of samples is unknown.
    private(set) var senseless = 0
    /// How many records have no row or message, because their time is missing or impossible.
    var withoutTime = 0
    /// The keys of records that are not among the columns.
    var undeclared: [String] = []

    /// Counts the samples that a record reports as missing.
    mutating func note(_ kind: RecordKind) {
        guard case .loss(let count) = kind else { return }
        if count < 0 { senseless += 1 } else { lost = lost.addingClamped(Int(clamping: count)) }
    }

    /// What of a file is not in the export, and why.
    func left(
        of file: SessionManifest.File,
        beside columns: RecordColumns
    ) -> [ExportReport.Left] {
        var unknown = (file.columns ?? []).filter { columns.schema.index(of: $0) == nil }
        unknown += undeclared.filter { !unknown.contains($0) }
        var reasons: [String] = []
        if !unknown.isEmpty {
            let names = unknown.joined(separator: ", ")
            reasons.append("this program does not know these columns: \(names)")
        }
        if withoutTime > 0 { reasons.append("records without a time: \(withoutTime)") }
        if senseless > 0 {
            reasons.append("losses with a count below zero, which is not added: \(senseless)")
        }
        return reasons.map { ExportReport.Left(name: file.path, why: $0) }
    }
}
