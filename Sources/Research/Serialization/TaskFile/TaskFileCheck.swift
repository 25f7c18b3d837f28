// A decode ends at the first fault. Whoever writes a task file wants all of them at once, so the
// check goes over the whole file by the table of its words, then over the task that comes of it.

public import FoundationEssentials

/// Finds what is wrong with a task file.
public enum TaskFileCheck {
    /// What is wrong with the name of a key, and how to mend it; `nil` where there is such a key.
    public typealias KeyFault = @Sendable (String) -> (what: String, expected: String?)?

    /// Goes over a file.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - factory: Knows the types of the app, the kind of device and the resources.
    ///   - keyFault: Knows the kernel's keys; without it, any name may be one.
    /// - Returns: Every fault, also those with which the file can be run.
    public static func faults(
        in data: Data,
        factory: RSDFactory = RSDFactory(),
        keyFault: @escaping KeyFault = { _ in nil }
    ) -> [RSDTaskFileFault] {
        let root: JSONValue
        do {
            _ = try TaskFile.depth(of: data)
            root = try JSONSyntax.value(of: data)
        } catch {
            return [RSDTaskFileFault(RSDTaskFileError(error))]
        }
        let found: [RSDTaskFileFault]
        do {
            found = try DeepStack.run(brackets: TaskFile.depth(of: data)) {
                TaskFileReading.faults(of: root, by: factory, keyFault: keyFault)
            }
        } catch {
            return [RSDTaskFileFault(RSDTaskFileError(error))]
        }
        return found + decodingFaults(in: data, by: factory, besides: found)
    }

    /// What the table does not know: rules of types, of apps, and of the task as a whole.
    private static func decodingFaults(
        in data: Data,
        by factory: RSDFactory,
        besides found: [RSDTaskFileFault]
    ) -> [RSDTaskFileFault] {
        let more: [RSDTaskFileFault]
        do {
            let task = try factory.decodeTask(with: data)
            more = try DeepStack.run {
                TaskRules.faults(of: task).map { RSDTaskFileFault($0) }
                    + TaskRules.looseNames(in: task).map { RSDTaskFileFault($0, isHarmless: true) }
            }
        } catch {
            more = [RSDTaskFileFault(RSDTaskFileError(error))]
        }
        // A place that is told need not be told again; a decode may point at what holds it.
        var told: Set<JSONPath> = []
        for fault in found where !fault.isHarmless {
            var way = fault.path.components
            // All that hold a place that is there are there already.
            while told.insert(JSONPath(way)).inserted, !way.isEmpty { way.removeLast() }
        }
        told.formUnion(found.map(\.path))
        return more.filter { !told.contains($0.path) }
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

extension JSONValue {
    /// The value of an object's key.
    subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}
