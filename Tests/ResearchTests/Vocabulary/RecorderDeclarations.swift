import InputRecorder
import MotionRecorder
import Research
import Timebase

extension RSDFactory {
    /// A factory that reads every configuration of our own recorders.
    static var withRecorders: RSDFactory {
        let factory = RSDFactory(writingDatesIn: .utc)
        for recorder in recorders { factory.replace(recorder) }
        return factory
    }

    /// A factory that knows the words of our recorders and decodes them as any host's: nothing but the
    /// words can be wrong.
    static var withWordsOfRecorders: RSDFactory {
        let factory = RSDFactory(writingDatesIn: .utc)
        for recorder in recorders {
            factory.replace(
                RSDDeclaration<any RSDAsyncActionConfiguration>(
                    RSDAsyncActionType(rawValue: recorder.word),
                    RSDStandardAsyncActionConfiguration.self,
                    recorder.sentence,
                    keys: recorder.words?.keys,
                    rule: recorder.words?.rule,
                    levelRule: recorder.words?.levelRule
                )
            )
        }
        return factory
    }

    private static let recorders: [RSDDeclaration<any RSDAsyncActionConfiguration>] = [
        .motion, .input, .touch,
    ]
}
