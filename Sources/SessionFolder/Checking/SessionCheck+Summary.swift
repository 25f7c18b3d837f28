// The outcome of a check in words, the same wherever it is shown.

internal import SystemCalls

extension SessionCheck {
    /// Returns the remedy for a closed file that was changed: a repair only if it helps.
    ///
    /// - Parameters:
    ///   - name: The file, whose session no other process writes.
    ///   - folder: The folder of the session.
    /// - Returns: The remedy.
    static func remedy(ofChanged name: String, in folder: OpenFolder) -> String {
        let check = try? SessionCheck(of: folder, called: folder.path, only: name, isLive: false)
        let damage = check?.findings.filter { $0.severity == .damage } ?? []
        let finding = damage.first { $0.file == name } ?? damage.first
        return finding?.remedy ?? "see what `footfall check` says"
    }

    /// The verdict, how the run ended, and what helps, in one line.
    public var summary: String {
        let run = status.map { ", the run \(ending($0))" } ?? ""
        return switch verdict {
        case .clean: "whole\(run)"
        case .hasLosses where !errors.isEmpty && sensors.allSatisfy({ $0.lost == 0 }):
            "whole, but\(run.dropFirst())"
        case .hasLosses: "whole, with losses that are counted\(run)"
        case .damaged where isRecoverable: "damaged\(run); footfall repair keeps what is whole"
        case .damaged: "damaged\(run); no repair can restore it"
        case .interrupted: "whole, but cut short\(run)"
        case .live: "being recorded"
        }
    }

    private func ending(_ status: SessionManifest.Status) -> String {
        switch status {
        case .recording:
            let remedy = verdict == .damaged ? "" : "; footfall repair closes it"
            return "never ended\(remedy)"
        case .finished:
            return (endedEarly ? "was ended early" : "finished")
                + (errors.isEmpty ? "" : " with errors")
        case .cancelled: return "was cancelled"
        case .failed: return "failed" + (errors.first.map { ": \($0)" } ?? "")
        case .interrupted: return "was interrupted"
        }
    }
}
