// The declaration of the `touch` recorder's keys, for authors of task files.

public import Research

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// The recorder of fingers and pens on a surface.
    public static var touch: Self {
        Self(
            .touch,
            TouchRecorderConfiguration.self,
            "Records fingers and pens on a touchpad or a screen.",
            keys: RSDKey.recorder + RSDKey.recorderFile + RSDKey.inputDevice,
            rule: RSDWords.namedDevice,
            levelRule: .grabbedDevices
        )
    }
}
