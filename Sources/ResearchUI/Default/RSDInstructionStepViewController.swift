// A step that is read. All that it shows is shown by every step; it has a class of its own so that a host
// can give instructions another layout than the rest.

/// Shows texts and a picture.
open class RSDInstructionStepViewController: RSDStepViewController {}
