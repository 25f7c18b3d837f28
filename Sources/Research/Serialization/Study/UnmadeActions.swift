// A recorder that nothing can make leaves no file, and a study without the file that it is about.

extension StudyRule {
    /// Every recorder of a task can be made by whoever runs it; a type that nobody has declared is noted by itself.
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
