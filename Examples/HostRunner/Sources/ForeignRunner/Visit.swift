// The laboratory's own file: its stages, and the recorders in the form of a task file. The factory
// reads the recorders; one of them is a third-party type.

import Foundation
import LightRecorder
import MotionRecorder
import RecorderKinds
import Research

/// The content of the laboratory's file.
struct Visit: Decodable {
    var name: String
    var stages: [Stage]
    var recorders: [any RSDAsyncActionConfiguration]

    private enum CodingKeys: CodingKey {
        case name, stages, recorders
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        stages = try container.decode([Stage].self, forKey: .stages)
        recorders = []
        var list = try container.nestedUnkeyedContainer(forKey: .recorders)
        while !list.isAtEnd {
            let element = try list.superDecoder()
            try recorders.append(element.factory.decodeAsyncActionConfiguration(from: element))
        }
    }

    /// Reads a file.
    init(at path: String) throws {
        let factory = RSDFactory()
        try factory.register(.motion)
        try factory.register(LightRecorder.kind)
        let data = try Data(contentsOf: URL(filePath: path))
        self = try factory.createJSONDecoder().decode(Visit.self, from: data)
    }
}
