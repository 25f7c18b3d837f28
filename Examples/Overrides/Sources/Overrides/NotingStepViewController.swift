// A subclass of RSDStepViewController that overrides all that is open in it. Each override logs its name,
// from `#function`, and calls super, so that it changes nothing.

import Foundation
import Research
import ResearchUI

/// Shows a step, and logs the calls.
final class NotingStepViewController: RSDStepViewController {
    /// The step's name in the log.
    private var place: String { super.stepViewModel?.step.identifier ?? "" }

    private func note(_ member: String = #function) {
        CallLog.ofRun.note(.step, member, at: place)
    }

    private func noteSetter(_ member: String = #function) { note("\(member) =") }

    // MARK: The step

    override var stepViewModel: (any RSDStepViewPathComponent)! {
        get {
            note()
            return super.stepViewModel
        }
        set {
            noteSetter()
            super.stepViewModel = newValue
        }
    }
    override func instantiateStepViewModel(
        for step: any RSDStep,
        with parent: (any RSDPathComponent)?
    ) -> any RSDStepViewPathComponent {
        note()
        return super.instantiateStepViewModel(for: step, with: parent)
    }
    override var currentResult: any RSDResult {
        get {
            note()
            return super.currentResult
        }
        set {
            noteSetter()
            super.currentResult = newValue
        }
    }
    override var playAlarmIfBackgrounded: Bool {
        note()
        // The app's own word: at one step the participant is called back.
        return super.playAlarmIfBackgrounded || place == "walk"
    }
    override var designSystem: RSDDesignSystem! {
        get {
            note()
            return super.designSystem
        }
        set {
            noteSetter()
            super.designSystem = newValue
        }
    }

    // MARK: On screen

    override func viewDidLoad() {
        note()
        super.viewDidLoad()
    }
    override func viewWillAppear(_ animated: Bool) {
        note()
        super.viewWillAppear(animated)
    }
    override func viewDidAppear(_ animated: Bool) {
        note()
        super.viewDidAppear(animated)
    }
    override func viewWillDisappear(_ animated: Bool) {
        note()
        super.viewWillDisappear(animated)
    }
    override func didFinishLoading() {
        note()
        super.didFinishLoading()
    }

    // MARK: Views

    override var statusBarBackgroundView: UIView? {
        get {
            note()
            return super.statusBarBackgroundView
        }
        set {
            noteSetter()
            super.statusBarBackgroundView = newValue
        }
    }
    override var navigationHeader: RSDStepNavigationView? {
        get {
            note()
            return super.navigationHeader
        }
        set {
            noteSetter()
            super.navigationHeader = newValue
        }
    }
    override var navigationFooter: RSDNavigationFooterView? {
        get {
            note()
            return super.navigationFooter
        }
        set {
            noteSetter()
            super.navigationFooter = newValue
        }
    }
    override var navigationBody: RSDStepNavigationView? {
        note()
        return super.navigationBody
    }
    override var stepTitleLabel: UILabel? {
        note()
        return super.stepTitleLabel
    }
    override var stepTextLabel: UILabel? {
        note()
        return super.stepTextLabel
    }
    override var stepDetailLabel: UILabel? {
        note()
        return super.stepDetailLabel
    }
    override var nextButton: UIButton? {
        note()
        return super.nextButton
    }
    override var learnMoreButton: UIButton? {
        note()
        return super.learnMoreButton
    }
    override func setupViews() {
        note()
        super.setupViews()
    }
    override func setupBackgroundColorTheme() {
        note()
        super.setupBackgroundColorTheme()
    }
    override func backgroundColor(for placement: RSDColorPlacement) -> RSDColorTile {
        note()
        return super.backgroundColor(for: placement)
    }
    override func defaultBackgroundColorTile(
        for placement: RSDColorPlacement
    ) -> RSDColorTile {
        note()
        return super.defaultBackgroundColorTile(for: placement)
    }
    override func setColorStyle(for placement: RSDColorPlacement, background: RSDColorTile) {
        note()
        super.setColorStyle(for: placement, background: background)
    }
    override func setupStatusBar(with background: RSDColorTile) {
        note()
        super.setupStatusBar(with: background)
    }
    override func setupHeader(_ header: RSDStepNavigationView) {
        note()
        super.setupHeader(header)
    }
    override func setupFooter(_ footer: RSDNavigationFooterView) {
        note()
        super.setupFooter(footer)
    }
    override func setupNavigationView(
        _ navigationView: RSDStepNavigationView,
        placement: RSDColorPlacement
    ) {
        note()
        super.setupNavigationView(navigationView, placement: placement)
    }
    override var imageTheme: (any RSDImageThemeElement)? {
        note()
        return super.imageTheme
    }
    override func hasTopBackgroundImage() -> Bool {
        note()
        return super.hasTopBackgroundImage()
    }
    override func setupButton(
        _ button: UIButton?,
        for actionType: RSDUIActionType,
        isFooter: Bool
    ) {
        note()
        super.setupButton(button, for: actionType, isFooter: isFooter)
    }
    override func shouldSetNavigationImage(
        for placement: RSDColorPlacement,
        with imagePlacement: RSDImagePlacementType
    ) -> Bool {
        note()
        return super.shouldSetNavigationImage(for: placement, with: imagePlacement)
    }

    // MARK: Buttons

    override func goForward() {
        note()
        super.goForward()
    }
    override func goBack() {
        note()
        super.goBack()
    }
    override func skipForward() {
        note()
        super.skipForward()
    }
    override func jumpForward() {
        note()
        super.jumpForward()
    }
    override func cancel() {
        note()
        super.cancel()
    }
    override func shouldConfirmCancel() -> Bool {
        note()
        return super.shouldConfirmCancel()
    }
    override func cancelTask(shouldSave: Bool) {
        note()
        super.cancelTask(shouldSave: shouldSave)
    }
    override func showLearnMore() {
        note()
        super.showLearnMore()
    }
    override func showReviewInstructions() {
        note()
        super.showReviewInstructions()
    }
    override func actionTapped(with actionType: RSDUIActionType) -> Bool {
        note()
        return super.actionTapped(with: actionType)
    }
    override func assignSkipToIdentifier(_ skipToIdentifier: String) {
        note()
        super.assignSkipToIdentifier(skipToIdentifier)
    }

    // MARK: Permissions

    override func handleAuthorizationFailed(
        status: RSDAuthorizationStatus,
        permission: RSDStandardPermission
    ) {
        note()
        super.handleAuthorizationFailed(status: status, permission: permission)
    }
    override func checkAuthorizationStatus() -> (
        status: RSDAuthorizationStatus, permission: RSDStandardPermission?
    ) {
        note()
        return super.checkAuthorizationStatus()
    }
    override func authorizationStatus(
        for permissionType: RSDStandardPermissionType
    ) -> RSDAuthorizationStatus {
        note()
        return super.authorizationStatus(for: permissionType)
    }
    override func requiredPermissions() -> [RSDStandardPermission]? {
        note()
        return super.requiredPermissions()
    }
    override func requestedPermissions() -> [RSDStandardPermission]? {
        note()
        return super.requestedPermissions()
    }

    // MARK: The timer

    override var countdown: Int {
        get {
            note()
            return super.countdown
        }
        set {
            noteSetter()
            super.countdown = newValue
        }
    }
    override var usesTimer: Bool {
        note()
        return super.usesTimer
    }
    override var timerInterval: TimeInterval {
        note()
        return super.timerInterval
    }
    override func performStartCommands() {
        note()
        super.performStartCommands()
    }
    override func performStopCommands() {
        note()
        super.performStopCommands()
    }
    override func playSound(_ sound: RSDSound = .short_low_high) {
        note()
        super.playSound(sound)
    }
    override func vibrateDevice() {
        note()
        super.vibrateDevice()
    }
    override func speakInstruction(
        _ instruction: String,
        at timeInterval: TimeInterval,
        completion: RSDVoiceBoxCompletionHandler?
    ) {
        note()
        super.speakInstruction(instruction, at: timeInterval, completion: completion)
    }
    override func speakInstruction(at duration: TimeInterval) {
        note()
        super.speakInstruction(at: duration)
    }
    override func spokenInstruction(at duration: TimeInterval) -> String? {
        note()
        return super.spokenInstruction(at: duration)
    }
    override func start() {
        note()
        super.start()
    }
    override func stop() {
        note()
        super.stop()
    }
    override func pause() {
        note()
        super.pause()
    }
    override func resume() {
        note()
        super.resume()
    }
    override func timerFired() {
        note()
        super.timerFired()
    }
    override func playAlert() {
        note()
        super.playAlert()
    }
}
