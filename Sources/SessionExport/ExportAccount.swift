// Whatever format an export has, it counts the same losses, and says the same of what it leaves out.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// What has become of the records of a file.
struct ExportAccount: Sendable, Hashable {
    /// Rows of a table, or messages.
    var rows = 0
    /// Samples that are missing, as the records tell them.
    private(set) var lost = 0
    /// Losses whose count is below zero: nobody knows how many samples they mean.
    private(set) var senseless = 0
    /// Records that are in no row, since no clock shows their time, or they have none.
    var withoutTime = 0
    /// Keys of records that the columns have not.
    var undeclared: [String] = []

    /// Counts the samples that a record says are missing.
    mutating func note(_ kind: RecordKind) {
        guard case .loss(let count) = kind else { return }
        if count < 0 { senseless += 1 } else { lost = lost.addingClamped(Int(clamping: count)) }
    }

    /// What of a file the export has not, and why.
    func left(
        of file: SessionManifest.File,
        beside columns: RecordColumns
    ) -> [ExportReport.Left] {
        var unknown = (file.columns ?? []).filter { columns.schema.index(of: $0) == nil }
        unknown += undeclared.filter { !unknown.contains($0) }
        var reasons: [String] = []
        if !unknown.isEmpty {
            reasons.append("nobody here knows these columns: \(unknown.joined(separator: ", "))")
        }
        if withoutTime > 0 { reasons.append("records without a time: \(withoutTime)") }
        if senseless > 0 {
            reasons.append("losses with a count below zero, which is not added: \(senseless)")
        }
        return reasons.map { ExportReport.Left(name: file.path, why: $0) }
    }
}
