// The outcome of a check in words, the same wherever it is shown.

extension SessionCheck {
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
