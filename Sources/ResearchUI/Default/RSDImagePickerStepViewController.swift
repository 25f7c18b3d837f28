// A step for taking or choosing a picture or a video. The host operates the camera and reports the path of the file,
// and the result names it. The path comes as an event, and events are untrusted input: only files in the folder that
// the program's author has configured are accepted.

internal import FoundationEssentials
public import Research
internal import ViewTree

/// Lets the participant take or choose a picture; they can go on when there is one.
open class RSDImagePickerStepViewController: RSDStepViewController {
    /// The path of the picture's file, with all links resolved; `nil` until there is one.
    public private(set) final var picture: String?
    /// Why the last reported file was refused; `nil` if it was accepted.
    public private(set) final var pictureFault: RSDFileFault?
    /// The view of the camera, or of the pictures to choose from.
    public private(set) final var mediaView: UIView?

    open override var isForwardEnabled: Bool { super.isForwardEnabled && picture != nil }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addMedia()
    }

    /// Accepts a picture if it is a file in `services.pictures`; otherwise shows the participant why it is refused.
    open func takePicture(_ file: String) { keep(file) }

    /// The result that names a picture.
    open func result(of file: String) -> any RSDResult { fileResult(file) }

    private var found: RSDFoundFile?
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
        do throws(RSDFileFault) {
            let found = try services.pictures.file(at: file)
            pictureFault = nil
            self.found = found
            picture = found.path
            currentResult = result(of: found.path)
            host?.answersDidChange()
        } catch {
            pictureFault = error
            tell(error)
        }
        updateButtons()
    }

    private func tell(_ fault: RSDFileFault) {
        let reason: StringKey =
            switch fault {
            case .missing: .pictureMissing
            case .unnamed, .noFile: .pictureNoFile
            case .outside: .pictureOutside
            case .unreachable: .pictureUnreachable
            }
        let present = controllersOnTop.last as? UIAlertController
        guard present?.message != words(reason) else { return }
        let alert = UIAlertController(.alert, askedBy: self) { ($0(.pictureTitle), $0(reason)) }
        alert.addAction(UIAlertAction(.ok, of: words))
        self.present(alert, animated: true)
    }

    private func fileResult(_ file: String) -> RSDFileResultObject {
        // Do not look for the file again: it may be gone meanwhile.
        let found = found?.path == file ? found : try? services.pictures.file(at: file)
        return RSDFileResultObject(
            identifier: step.identifier,
            startDate: currentResult.startDate,
            endDate: nowAsDate,
            contentType: PictureTypes.type(of: file),
            relativePath: found?.relativePath,
            url: found.map { URL(fileURLWithPath: $0.path) }
        )
    }
}

/// The media types of pictures and videos.
enum PictureTypes {
    /// The media type for the extension of a file name; `nil` if it is unknown.
    static func type(of file: String) -> String? {
        let name = file.split(separator: "/").last
        return name?.split(separator: ".").last.flatMap { types[$0.lowercased()] }
    }

    private static let types = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "heic": "image/heic",
        "webp": "image/webp", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
    ]
}

extension RSDScreen {
    /// Shows steps that take a picture or a video.
    static let imagePicker = RSDScreen(RSDImagePickerStepViewController.init(step:parent:)) {
        $0.stepType == .imagePicker
    }
}
