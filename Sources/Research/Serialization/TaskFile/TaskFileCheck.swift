// A decode ends at the first fault. Whoever writes a task file wants all of them at once, so the
// check goes over the whole file by what the factory has declared, then over the task that comes of it.

public import FoundationEssentials

/// Finds what is wrong with a task file.
public enum TaskFileCheck {
    /// Goes over a file.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - factory: Has the declarations by which the file is read, the kind of device and the resources.
    /// - Returns: Every fault, also those with which the file can be run.
    public static func faults(
        in data: Data,
        factory: RSDFactory = RSDFactory()
    ) -> [RSDTaskFileFault] {
        findings(in: data, factory: factory).faults
    }

    /// Goes over a file, also for what is no fault.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - factory: Has the declarations by which the file is read, the kind of device and the resources.
    ///   - made: The types of recorders that whoever runs the task can make; without it, any may be one of a host's.
    /// - Returns: Every fault, and what nobody here knows.
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
        // The first of the two counts, and a run gets along with it.
        found.faults += repeated.map { RSDTaskFileFault($0, isHarmless: true) }
        let more = decodingFindings(
            in: data,
            root,
            by: factory,
            making: made,
            besides: found.faults
        )
        found.faults += more.faults
        found.notes += more.notes
        return found
    }

    private static func only(_ error: any Error) -> RSDTaskFileFindings {
        RSDTaskFileFindings(faults: [RSDTaskFileFault(RSDTaskFileError(error))])
    }

    /// What no declaration says: rules of types, of apps, and of the task as a whole.
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
        // A place that is told need not be told again; a decode may point at what holds it.
        var told: Set<JSONPath> = []
        for fault in found where !fault.isHarmless {
            var way = fault.path.components
            // All that hold a place that is there are there already.
            while told.insert(JSONPath(way)).inserted, !way.isEmpty { way.removeLast() }
        }
        told.formUnion(found.map(\.path))
        more.faults.removeAll { told.contains($0.path) }
        return more
    }
}

/// A place in a file or a resource, and how it came there.
struct Place {
    var path = JSONPath()
    /// The resources that the place is inside of.
    var chain = ResourceChain()
    /// Whether what stands there is laid over something that is whole already.
    var isOverlay = false
    /// What it is laid over, where that is known.
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
