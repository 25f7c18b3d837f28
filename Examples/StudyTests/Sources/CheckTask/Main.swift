// The study's own check of task files, which also knows its step, its question and its recorder; `footfall validate`
// knows only the built-in ones.

import Foundation
import GaitStudy
import RecorderKinds
import Research
import SkinSensor

@main
enum CheckTask {
    static func main() throws {
        // the lines from here
        let factory = RSDFactory()
        try factory.register(SkinSensor.kind)
        try factory.register(.chairRise)
        try factory.register(.shoeSize)
        var isRight = true
        for file in CommandLine.arguments.dropFirst() {
            let data = try Data(contentsOf: URL(filePath: file))
            for fault in TaskFileCheck.faults(in: data, factory: factory) {
                print("\(file): \(fault)")
                isRight = isRight && fault.isHarmless
            }
        }
        exit(isRight ? 0 : 1)
        // the lines to here
    }
}
