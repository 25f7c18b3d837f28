// What a task file may say of a recorder of touches, for whoever writes one.

public import Research

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// Fingers and pens on a surface.
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
