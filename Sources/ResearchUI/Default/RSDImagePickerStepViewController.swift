// A step that takes a picture or a film, or has one chosen. The host has the camera, and says where the
// file is; the result names it. What it says comes as an event, and events are data from outside: only a
// file in the folder that whoever composes the program has named is taken.

internal import Foundation
public import Research
internal import ViewTree

/// Takes a picture, or has one chosen; one goes on when there is one.
open class RSDImagePickerStepViewController: RSDStepViewController {
    /// Where the picture's file is, with every link followed; `nil` until there is one.
    public private(set) final var picture: String?
    /// Why the last file that was named is not taken; `nil` where it is.
    public private(set) final var pictureFault: RSDFileFault?
    /// What the camera sees, or the pictures to choose from.
    public private(set) final var mediaView: UIView?

    open override var isForwardEnabled: Bool { super.isForwardEnabled && picture != nil }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addMedia()
    }

    /// Takes a picture that was taken or chosen, if it is a file in the services' folder for pictures; else
    /// tells the participant why not.
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
        // What was found is not looked for again: meanwhile it may be gone.
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

/// What pictures and films are, by their names.
enum PictureTypes {
    /// The media type that the ending of a name tells, where it does.
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
    /// Shows steps that take a picture or a film.
    static let imagePicker = RSDScreen(RSDImagePickerStepViewController.init(step:parent:)) {
        $0.stepType == .imagePicker
    }
}
