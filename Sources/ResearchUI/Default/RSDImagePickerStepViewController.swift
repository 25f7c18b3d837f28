// A step that takes a picture or a film, or has one chosen. The host has the camera, and says where the
// file is; the result names it.

internal import Foundation
public import Research
internal import ViewTree

/// Takes a picture, or has one chosen; one goes on when there is one.
open class RSDImagePickerStepViewController: RSDStepViewController {
    /// Where the picture's file is; `nil` until there is one.
    public private(set) final var picture: String?
    /// What the camera sees, or the pictures to choose from.
    public private(set) final var mediaView: UIView?

    open override var isForwardEnabled: Bool { super.isForwardEnabled && picture != nil }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addMedia()
    }

    /// Takes a picture that was taken or chosen.
    open func takePicture(_ file: String) { keep(file) }

    /// The result that names a picture.
    open func result(of file: String) -> any RSDResult { fileResult(file) }
}

extension RSDImagePickerStepViewController {
    private func addMedia() {
        let picker = step as? RSDImagePickerStepObject
        let takesFilm = picker?.mediaTypes == [.video]
        let kind: MediaContent.Kind =
            switch picker?.sourceType ?? .camera {
            case .camera: .camera
            case .photoLibrary: .pictures
            }
        let address = takesFilm ? "video" : "photo"
        let media = RSDMediaView(name: "camera", MediaContent(kind, address: address))
        media.onPicture = { [weak self] in self?.takePicture($0) }
        mediaView = media
        navigationBody?.addSubview(media)
    }

    private func keep(_ file: String) {
        picture = file
        currentResult = result(of: file)
        host?.answersDidChange()
        updateButtons()
    }

    private func fileResult(_ file: String) -> RSDFileResultObject {
        let place = PicturePlace(file)
        return RSDFileResultObject(
            identifier: step.identifier,
            startDate: currentResult.startDate,
            endDate: nowAsDate,
            contentType: place.contentType,
            relativePath: place.relativePath,
            url: place.isAbsolute ? URL(fileURLWithPath: file) : nil
        )
    }
}

/// What a result says of where a picture is.
struct PicturePlace: Sendable, Hashable {
    /// The path within the folder of the run; of a picture that is elsewhere, the name alone.
    let relativePath: String?
    /// What it is, as a media type, where its name tells.
    let contentType: String?
    /// Whether the picture may be in any folder.
    let isAbsolute: Bool

    init(_ file: String) {
        let parts = file.split(separator: "/")
        isAbsolute = file.hasPrefix("/")
        // A result must not lead out of the folder that it is kept in.
        let isInside = !isAbsolute && !parts.contains("..")
        let name = parts.last.map(String.init)
        relativePath = isInside && !parts.isEmpty ? file : name == ".." ? nil : name
        let ending = name?.split(separator: ".").last?.lowercased()
        contentType = ending.flatMap { Self.types[$0] }
    }

    private static let types = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "heic": "image/heic",
        "webp": "image/webp", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
    ]
}
