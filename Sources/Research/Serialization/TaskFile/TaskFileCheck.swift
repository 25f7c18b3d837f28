// Decoding stops at the first fault, but the author of a task file wants to see all of them. So the check compares the
// whole file with the declarations of the factory, then decodes it, and checks the resulting task.

public import FoundationEssentials

/// Checks task files.
public enum TaskFileCheck {
    /// Checks a file, and returns its faults.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - factory: Gives the declarations, the kind of device, and the resources.
    /// - Returns: All faults, including the harmless ones, which do not prevent a run.
    public static func faults(
        in data: Data,
        factory: RSDFactory = RSDFactory()
    ) -> [RSDTaskFileFault] {
        findings(in: data, factory: factory).faults
    }

    /// Checks a file, and returns its faults and notes.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - factory: Gives the declarations, the kind of device, and the resources.
    ///   - made: The types of recorders that the runner supports; `nil` if that is unknown.
    /// - Returns: All faults, and notes about parts that are correct but may not do what the author expects.
    public static func findings(
        in data: Data,
        factory: RSDFactory = RSDFactory(),
        making made: [String]? = nil
    ) -> RSDTaskFileFindings {
        let root: JSONValue
        let repeated: [RSDTaskFileError]
        let brackets: Int
        do {
            brackets = try TaskFile.depth(of: data)
            (root, repeated) = try JSONSyntax.reading(of: data)
        } catch {
            return only(error)
        }
        let foreign = ForeignTaskFile.fault(text: { root[$0]?.text }, has: { root[$0] != nil })
        if let foreign { return only(foreign) }
        var found: RSDTaskFileFindings
        do {
            found = try DeepStack.run(brackets: brackets) {
                TaskFileReading.findings(in: root, by: factory, making: made)
            }
        } catch {
            return only(error)
        }
        // The first of two equal keys is used, so a run is possible.
        found.faults += repeated.map { RSDTaskFileFault($0, isHarmless: true) }
        let more = decodingFindings(
            in: data,
            root,
            by: factory,
            making: made,
            besides: found.faults
        )
        // A harmless fault is dropped if a fault at the same place prevents a run, so that the author sees the latter.
        let preventing = Set(more.faults.filter { !$0.isHarmless }.map(\.path))
        found.faults.removeAll { $0.isHarmless && preventing.contains($0.path) }
        found.faults += more.faults
        found.notes += more.notes
        return found
    }

    private static func only(_ error: any Error) -> RSDTaskFileFindings {
        RSDTaskFileFindings(faults: [RSDTaskFileFault(RSDTaskFileError(error))])
    }

    /// Returns the findings that need the decoded task: from rules of Swift types, of apps, and of the whole task.
    ///
    /// Findings that repeat a fault in `found` are left out.
    private static func decodingFindings(
        in data: Data,
        _ root: JSONValue,
        by factory: RSDFactory,
        making made: [String]?,
        besides found: [RSDTaskFileFault]
    ) -> RSDTaskFileFindings {
        var more: RSDTaskFileFindings
        do {
            let task = try factory.decodeTask(with: data)
            more = try DeepStack.run {
                let study = Study(task, in: root, by: factory, making: made)
                var more = StudyRule.findings(in: study)
                more.faults =
                    TaskRules.faults(of: task).map { RSDTaskFileFault($0) }
                    + TaskRules.looseNames(in: task).map { RSDTaskFileFault($0, isHarmless: true) }
                    + more.faults
                return more
            }
        } catch {
            more = RSDTaskFileFindings(faults: [RSDTaskFileFault(RSDTaskFileError(error))])
        }
        // Decoding may report a known fault again, at its own place or at that of a containing object.
        var reported: Set<JSONPath> = []
        for fault in found where !fault.isHarmless {
            var way = fault.path.components
            // Stops at a path in the set, because all containing paths are then in the set, too.
            while reported.insert(JSONPath(way)).inserted, !way.isEmpty { way.removeLast() }
        }
        let harmless = Set(found.filter(\.isHarmless).map(\.path))
        more.faults.removeAll {
            reported.contains($0.path) || ($0.isHarmless && harmless.contains($0.path))
        }
        return more
    }
}

/// The place of a value in a task file or resource, and its context.
struct Place {
    var path = JSONPath()
    /// The resources that contain the place.
    var chain = ResourceChain()
    /// True if the value overrides another object, so that required keys may be missing.
    var isOverlay = false
    /// The object that the value overrides, if it is known.
    var below: JSONValue?

    func appending(_ key: String) -> Place {
        var inner = self
        inner.path = path.appending(key)
        inner.below = below?[key]
        return inner
    }

    func appending(_ index: Int) -> Place {
        var inner = self
        inner.path = path.appending(index)
        inner.below = nil
        return inner
    }
}
