// A recorder that the runner does not support writes no file, so the study lacks the data that it is about.

extension StudyRule {
    /// Reports recorders that the runner does not support; `TaskFileReading` handles undeclared types.
    static let unmadeActions = StudyRule { study in
        var faults: [RSDTaskFileFault] = []
        guard let made = study.made else { return faults }
        for level in study.levels {
            for (number, action) in (level.task.asyncActions ?? []).enumerated() {
                let type = action.asyncActionType.rawValue
                if made.contains(type) || action is any RSDAsyncActionControllerVendor
                    || action is RSDStandardAsyncActionConfiguration
                {
                    continue
                }
                let fault = RSDTaskFileFault(
                    "nothing here makes a recorder of the type '\(type)', so that '\(action.identifier)' "
                        + "records nothing",
                    at: level.path.appending("asyncActions").appending(number).appending("type"),
                    expected:
                        "write \(NearestName.list(of: made)), or run it in a program that has such a "
                        + "recorder",
                    isHarmless: true
                )
                faults.append(fault)
            }
        }
        return faults
    }
}
