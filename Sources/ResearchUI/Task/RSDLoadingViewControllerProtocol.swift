// Something is awaited, and a participant who sees nothing of that presses buttons. The element is put
// into a view of the controller, and is gone when it is hidden.

internal import ViewTree

/// Shows that something is awaited.
@MainActor
public protocol RSDLoadingViewControllerProtocol: AnyObject {
    /// What the element of progress is put into.
    var loadingContainerView: UIView! { get }
}

extension RSDLoadingViewControllerProtocol {
    /// The element that says that something is awaited, while it is shown.
    public var standardLoadingView: UIProgressView? {
        loadingContainerView?.subviews.lazy.compactMap { $0 as? LoadingView }.first
    }

    /// Shows that something is awaited; the second time, nothing happens.
    public func showLoadingView(_ text: String? = nil) {
        guard standardLoadingView == nil, let container = loadingContainerView else { return }
        let loading = LoadingView(name: "loading")
        loading.progress = ProgressContent(done: nil, total: nil, text: text)
        container.addSubview(loading)
    }

    /// Shows no more that something is awaited.
    public func hideLoadingView() { standardLoadingView?.removeFromSuperview() }
}

/// The element of a controller that waits, told from other elements of progress by its type.
private final class LoadingView: UIProgressView {}
