// The step in which the participant takes or picks a picture or a video.

/// A step that takes or picks a picture.
open class RSDImagePickerStepObject: RSDUIStepObject {
    /// Where the pictures come from.
    open var sourceType: SourceType?
    /// Which kinds of media are allowed.
    open var mediaTypes: [MediaType]?

    /// A source of pictures.
    public enum SourceType: String, Codable, Sendable, CaseIterable {
        case camera, photoLibrary
    }

    /// A kind of medium.
    public enum MediaType: String, Codable, Sendable, CaseIterable {
        case photo, video
    }

    open override class func defaultType() -> RSDStepType { .imagePicker }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        guard let copy = copy as? RSDImagePickerStepObject else { return }
        copy.sourceType = sourceType
        copy.mediaTypes = mediaTypes
    }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: JSONKey.self)
        sourceType =
            try container.decodeIfPresent(SourceType.self, forKey: "sourceType") ?? sourceType
        mediaTypes =
            try container.decodeIfPresent([MediaType].self, forKey: "mediaTypes") ?? mediaTypes
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encodeIfPresent(sourceType, forKey: "sourceType")
        try container.encodeIfPresent(mediaTypes, forKey: "mediaTypes")
    }
}

extension RSDDeclaration<any RSDStep> {
    /// A step that takes or picks a picture.
    public static var imagePicker: Self {
        Self(
            .imagePicker,
            RSDImagePickerStepObject.self,
            "A step in which the participant takes a picture or a film, or picks one.",
            keys: RSDKey.uiStep + [
                RSDKey(
                    "sourceType",
                    .word(RSDImagePickerStepObject.SourceType.allCases.map(\.rawValue)),
                    "Whether the picture is taken, with 'camera', or picked, with 'photoLibrary'."
                ),
                RSDKey(
                    "mediaTypes",
                    .list(.word(RSDImagePickerStepObject.MediaType.allCases.map(\.rawValue))),
                    "What may be taken or picked: 'photo', 'video' or both."
                ),
            ]
        )
    }
}
