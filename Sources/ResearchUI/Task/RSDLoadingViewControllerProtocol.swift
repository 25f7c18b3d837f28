// Shows a loading indicator, so that a waiting participant does not press buttons. The element is added to a view of
// the controller, and removed when it is hidden.

internal import ViewTree

/// A controller that can show a loading indicator.
@MainActor
public protocol RSDLoadingViewControllerProtocol: AnyObject {
    /// The view that the indicator is added to.
    var loadingContainerView: UIView! { get }
}

extension RSDLoadingViewControllerProtocol {
    /// The loading indicator, while it is shown.
    public var standardLoadingView: UIProgressView? {
        loadingContainerView?.subviews.lazy.compactMap { $0 as? LoadingView }.first
    }

    /// Shows the loading indicator; does nothing if it is shown already.
    public func showLoadingView(_ text: String? = nil) {
        guard standardLoadingView == nil, let container = loadingContainerView else { return }
        let loading = LoadingView(name: "loading")
        loading.progress = ProgressContent(done: nil, total: nil, text: text)
        container.addSubview(loading)
    }

    /// Hides the loading indicator.
    public func hideLoadingView() { standardLoadingView?.removeFromSuperview() }
}

/// The loading indicator; its own type distinguishes it from other progress views.
private final class LoadingView: UIProgressView {}
