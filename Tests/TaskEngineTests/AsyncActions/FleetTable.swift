// Which level declares an action, its start and stop step, how the task is gone through, and what is
// decided meanwhile: `+` make a controller, `?` ask, `>` start, `.` stop, `!` stop while the
// participant waits, `x` give up, `@` attach the result. Before the colon the step that is shown (`<`
// by going back, `^` by a jump), the level that ends (`)`), or what else happens. Read it as the
// specification: T is a, S(x, Q(p, q), y), b, done.

enum FleetTable {
    static var lines: [Substring] { text.split(separator: "\n") }

    private static let text = """
        T   | - | - | forward | a:+?> done:.@
        T   | - | - | back    | a:+?> done:.@
        T   | - | - | jump    | a:+?> done:.@
        T   | - | - | exit    | a:+?> exit:!@
        T   | - | - | cancel  | a:+?> cancel:x@
        T   | - | - | save    | a:+?> save:!@
        T   | - | - | fail    | a:+?> fail:@
        T   | - | - | noStart | a:+?>@
        T   | - | - | deny    | a:+?@
        T   | - | b | forward | a:+?> done:.@
        T   | - | b | back    | a:+?> done:.@
        T   | - | b | jump    | a:+?> ^q:.@
        T   | - | b | exit    | a:+?> exit:!@
        T   | - | b | cancel  | a:+?> cancel:x@
        T   | - | b | save    | a:+?> save:!@
        T   | - | b | fail    | a:+?> fail:@
        T   | - | b | noStart | a:+?>@
        T   | - | b | deny    | a:+?@
        T   | - | S | forward | a:+?> b:.@
        T   | - | S | back    | a:+?> <a:.@
        T   | - | S | jump    | a:+?> b:.@
        T   | - | S | exit    | a:+?> exit:!@
        T   | - | S | cancel  | a:+?> cancel:x@
        T   | - | S | save    | a:+?> save:!@
        T   | - | S | fail    | a:+?> fail:@
        T   | - | S | noStart | a:+?>@
        T   | - | S | deny    | a:+?@
        T   | b | - | forward | b:+?> done:.@
        T   | b | - | back    | b:+?> done:.@
        T   | b | - | jump    | ^b:+?> done:.@
        T   | b | - | exit    | nothing
        T   | b | - | cancel  | nothing
        T   | b | - | save    | nothing
        T   | b | - | fail    | b:+?> done:.@
        T   | b | - | noStart | b:+?>@
        T   | b | - | deny    | b:+?@
        T   | b | b | forward | b:+?> done:.@
        T   | b | b | back    | b:+?> done:.@
        T   | b | b | jump    | ^b:+?> ^q:.@ b:+?> done:.@
        T   | b | b | exit    | nothing
        T   | b | b | cancel  | nothing
        T   | b | b | save    | nothing
        T   | b | b | fail    | b:+?> done:.@
        T   | b | b | noStart | b:+?>@
        T   | b | b | deny    | b:+?@
        T   | b | S | forward | b:+?> done:.@
        T   | b | S | back    | b:+?> done:.@
        T   | b | S | jump    | ^b:+?> b:+?.@> done:.@
        T   | b | S | exit    | nothing
        T   | b | S | cancel  | nothing
        T   | b | S | save    | nothing
        T   | b | S | fail    | b:+?> done:.@
        T   | b | S | noStart | b:+?>@
        T   | b | S | deny    | b:+?@
        T   | S | - | forward | x:+?> done:.@
        T   | S | - | back    | x:+?> done:.@
        T   | S | - | jump    | ^q:+?> done:.@
        T   | S | - | exit    | x:+?> exit:!@
        T   | S | - | cancel  | x:+?> cancel:x@
        T   | S | - | save    | x:+?> save:!@
        T   | S | - | fail    | x:+?> fail:@
        T   | S | - | noStart | x:+?>@
        T   | S | - | deny    | x:+?@
        T   | S | b | forward | x:+?> done:.@
        T   | S | b | back    | x:+?> done:.@
        T   | S | b | jump    | ^q:+?> done:.@
        T   | S | b | exit    | x:+?> exit:!@
        T   | S | b | cancel  | x:+?> cancel:x@
        T   | S | b | save    | x:+?> save:!@
        T   | S | b | fail    | x:+?> fail:@
        T   | S | b | noStart | x:+?>@
        T   | S | b | deny    | x:+?@
        T   | S | S | forward | x:+?> b:.@
        T   | S | S | back    | x:+?> <a:.@ x:+?> b:.@
        T   | S | S | jump    | ^q:+?> b:.@
        T   | S | S | exit    | x:+?> exit:!@
        T   | S | S | cancel  | x:+?> cancel:x@
        T   | S | S | save    | x:+?> save:!@
        T   | S | S | fail    | x:+?> fail:@
        T   | S | S | noStart | x:+?>@
        T   | S | S | deny    | x:+?@
        T   | a | a | forward | a:+?> x:.@
        T   | a | a | back    | a:+?> x:.@
        T   | a | a | jump    | a:+?> ^b:.@
        T   | a | a | exit    | a:+?> x:.@
        T   | a | a | cancel  | a:+?> x:.@
        T   | a | a | save    | a:+?> x:.@
        T   | a | a | fail    | a:+?> x:.@
        T   | a | a | noStart | a:+?>@
        T   | a | a | deny    | a:+?@
        T   | a | x | forward | a:+?> p:.@
        T   | a | x | back    | a:+?> p:.@
        T   | a | x | jump    | a:+?> done:.@
        T   | a | x | exit    | a:+?> p:.@
        T   | a | x | cancel  | a:+?> p:.@
        T   | a | x | save    | a:+?> p:.@
        T   | a | x | fail    | a:+?> p:.@
        T   | a | x | noStart | a:+?>@
        T   | a | x | deny    | a:+?@
        T   | a | p | forward | a:+?> q:.@
        T   | a | p | back    | a:+?> q:.@
        T   | a | p | jump    | a:+?> done:.@
        T   | a | p | exit    | a:+?> exit:!@
        T   | a | p | cancel  | a:+?> cancel:x@
        T   | a | p | save    | a:+?> save:!@
        T   | a | p | fail    | a:+?> fail:@
        T   | a | p | noStart | a:+?>@
        T   | a | p | deny    | a:+?@
        T   | x | a | forward | x:+?> done:.@
        T   | x | a | back    | x:+?> x:+?.@> done:.@
        T   | x | a | jump    | nothing
        T   | x | a | exit    | x:+?> exit:!@
        T   | x | a | cancel  | x:+?> cancel:x@
        T   | x | a | save    | x:+?> save:!@
        T   | x | a | fail    | x:+?> fail:@
        T   | x | a | noStart | x:+?>@
        T   | x | a | deny    | x:+?@
        T   | x | x | forward | x:+?> p:.@
        T   | x | x | back    | x:+?> p:.@ x:+?> p:.@
        T   | x | x | jump    | nothing
        T   | x | x | exit    | x:+?> p:.@
        T   | x | x | cancel  | x:+?> p:.@
        T   | x | x | save    | x:+?> p:.@
        T   | x | x | fail    | x:+?> p:.@
        T   | x | x | noStart | x:+?>@
        T   | x | x | deny    | x:+?@
        T   | x | p | forward | x:+?> q:.@
        T   | x | p | back    | x:+?> q:.@ x:+?> q:.@
        T   | x | p | jump    | nothing
        T   | x | p | exit    | x:+?> exit:!@
        T   | x | p | cancel  | x:+?> cancel:x@
        T   | x | p | save    | x:+?> save:!@
        T   | x | p | fail    | x:+?> fail:@
        T   | x | p | noStart | x:+?>@
        T   | x | p | deny    | x:+?@
        T   | p | a | forward | p:+?> done:.@
        T   | p | a | back    | p:+?> x:.@ p:+?> done:.@
        T   | p | a | jump    | nothing
        T   | p | a | exit    | p:+?> exit:!@
        T   | p | a | cancel  | p:+?> cancel:x@
        T   | p | a | save    | p:+?> save:!@
        T   | p | a | fail    | p:+?> fail:@
        T   | p | a | noStart | p:+?>@
        T   | p | a | deny    | p:+?@
        T   | p | x | forward | p:+?> done:.@
        T   | p | x | back    | p:+?> <a:.@ p:+?> done:.@
        T   | p | x | jump    | nothing
        T   | p | x | exit    | p:+?> exit:!@
        T   | p | x | cancel  | p:+?> cancel:x@
        T   | p | x | save    | p:+?> save:!@
        T   | p | x | fail    | p:+?> fail:@
        T   | p | x | noStart | p:+?>@
        T   | p | x | deny    | p:+?@
        T   | p | p | forward | p:+?> q:.@
        T   | p | p | back    | p:+?> q:.@ p:+?> q:.@
        T   | p | p | jump    | nothing
        T   | p | p | exit    | p:+?> exit:!@
        T   | p | p | cancel  | p:+?> cancel:x@
        T   | p | p | save    | p:+?> save:!@
        T   | p | p | fail    | p:+?> fail:@
        T   | p | p | noStart | p:+?>@
        T   | p | p | deny    | p:+?@
        T/S | - | - | forward | x:+?> )S:!@
        T/S | - | - | back    | x:+?> <a:.@ x:+?> )S:!@
        T/S | - | - | jump    | ^q:+?> )S:!@
        T/S | - | - | exit    | x:+?> exit:!@
        T/S | - | - | cancel  | x:+?> cancel:x@
        T/S | - | - | save    | x:+?> save:!@
        T/S | - | - | fail    | x:+?> fail:@
        T/S | - | - | noStart | x:+?>@
        T/S | - | - | deny    | x:+?@
        T/S | - | x | forward | x:+?> p:.@
        T/S | - | x | back    | x:+?> p:.@ x:+?> p:.@
        T/S | - | x | jump    | ^q:+?> )S:!@
        T/S | - | x | exit    | x:+?> p:.@
        T/S | - | x | cancel  | x:+?> p:.@
        T/S | - | x | save    | x:+?> p:.@
        T/S | - | x | fail    | x:+?> p:.@
        T/S | - | x | noStart | x:+?>@
        T/S | - | x | deny    | x:+?@
        T/S | - | y | forward | x:+?> )S:!@
        T/S | - | y | back    | x:+?> <a:.@ x:+?> )S:!@
        T/S | - | y | jump    | ^q:+?> )S:!@
        T/S | - | y | exit    | x:+?> exit:!@
        T/S | - | y | cancel  | x:+?> cancel:x@
        T/S | - | y | save    | x:+?> save:!@
        T/S | - | y | fail    | x:+?> fail:@
        T/S | - | y | noStart | x:+?>@
        T/S | - | y | deny    | x:+?@
        T/S | x | - | forward | x:+?> )S:!@
        T/S | x | - | back    | x:+?> <a:.@ x:+?> )S:!@
        T/S | x | - | jump    | nothing
        T/S | x | - | exit    | x:+?> exit:!@
        T/S | x | - | cancel  | x:+?> cancel:x@
        T/S | x | - | save    | x:+?> save:!@
        T/S | x | - | fail    | x:+?> fail:@
        T/S | x | - | noStart | x:+?>@
        T/S | x | - | deny    | x:+?@
        T/S | x | x | forward | x:+?> p:.@
        T/S | x | x | back    | x:+?> p:.@ x:+?> p:.@
        T/S | x | x | jump    | nothing
        T/S | x | x | exit    | x:+?> p:.@
        T/S | x | x | cancel  | x:+?> p:.@
        T/S | x | x | save    | x:+?> p:.@
        T/S | x | x | fail    | x:+?> p:.@
        T/S | x | x | noStart | x:+?>@
        T/S | x | x | deny    | x:+?@
        T/S | x | y | forward | x:+?> )S:!@
        T/S | x | y | back    | x:+?> <a:.@ x:+?> )S:!@
        T/S | x | y | jump    | nothing
        T/S | x | y | exit    | x:+?> exit:!@
        T/S | x | y | cancel  | x:+?> cancel:x@
        T/S | x | y | save    | x:+?> save:!@
        T/S | x | y | fail    | x:+?> fail:@
        T/S | x | y | noStart | x:+?>@
        T/S | x | y | deny    | x:+?@
        T/S | y | - | forward | y:+?> )S:!@
        T/S | y | - | back    | y:+?> )S:!@
        T/S | y | - | jump    | y:+?> )S:!@
        T/S | y | - | exit    | nothing
        T/S | y | - | cancel  | nothing
        T/S | y | - | save    | nothing
        T/S | y | - | fail    | y:+?> )S:!@
        T/S | y | - | noStart | y:+?>@
        T/S | y | - | deny    | y:+?@
        T/S | y | x | forward | y:+?> )S:!@
        T/S | y | x | back    | y:+?> )S:!@
        T/S | y | x | jump    | y:+?> )S:!@
        T/S | y | x | exit    | nothing
        T/S | y | x | cancel  | nothing
        T/S | y | x | save    | nothing
        T/S | y | x | fail    | y:+?> )S:!@
        T/S | y | x | noStart | y:+?>@
        T/S | y | x | deny    | y:+?@
        T/S | y | y | forward | y:+?> )S:!@
        T/S | y | y | back    | y:+?> )S:!@
        T/S | y | y | jump    | y:+?> )S:!@
        T/S | y | y | exit    | nothing
        T/S | y | y | cancel  | nothing
        T/S | y | y | save    | nothing
        T/S | y | y | fail    | y:+?> )S:!@
        T/S | y | y | noStart | y:+?>@
        T/S | y | y | deny    | y:+?@
        T/S | p | p | forward | p:+?> q:.@
        T/S | p | p | back    | p:+?> q:.@ p:+?> q:.@
        T/S | p | p | jump    | nothing
        T/S | p | p | exit    | p:+?> exit:!@
        T/S | p | p | cancel  | p:+?> cancel:x@
        T/S | p | p | save    | p:+?> save:!@
        T/S | p | p | fail    | p:+?> fail:@
        T/S | p | p | noStart | p:+?>@
        T/S | p | p | deny    | p:+?@
        T/S | p | Q | forward | p:+?> y:.@
        T/S | p | Q | back    | p:+?> <x:.@ p:+?> y:.@
        T/S | p | Q | jump    | nothing
        T/S | p | Q | exit    | p:+?> exit:!@
        T/S | p | Q | cancel  | p:+?> cancel:x@
        T/S | p | Q | save    | p:+?> save:!@
        T/S | p | Q | fail    | p:+?> fail:@
        T/S | p | Q | noStart | p:+?>@
        T/S | p | Q | deny    | p:+?@
        T/S | p | q | forward | p:+?> y:.@
        T/S | p | q | back    | p:+?> <p:.@ p:+?> y:.@
        T/S | p | q | jump    | nothing
        T/S | p | q | exit    | p:+?> exit:!@
        T/S | p | q | cancel  | p:+?> cancel:x@
        T/S | p | q | save    | p:+?> save:!@
        T/S | p | q | fail    | p:+?> fail:@
        T/S | p | q | noStart | p:+?>@
        T/S | p | q | deny    | p:+?@
        T/S | Q | p | forward | p:+?> q:.@
        T/S | Q | p | back    | p:+?> q:.@ p:+?> q:.@
        T/S | Q | p | jump    | ^q:+?> )S:!@
        T/S | Q | p | exit    | p:+?> exit:!@
        T/S | Q | p | cancel  | p:+?> cancel:x@
        T/S | Q | p | save    | p:+?> save:!@
        T/S | Q | p | fail    | p:+?> fail:@
        T/S | Q | p | noStart | p:+?>@
        T/S | Q | p | deny    | p:+?@
        T/S | Q | Q | forward | p:+?> y:.@
        T/S | Q | Q | back    | p:+?> <x:.@ p:+?> y:.@
        T/S | Q | Q | jump    | ^q:+?> y:.@
        T/S | Q | Q | exit    | p:+?> exit:!@
        T/S | Q | Q | cancel  | p:+?> cancel:x@
        T/S | Q | Q | save    | p:+?> save:!@
        T/S | Q | Q | fail    | p:+?> fail:@
        T/S | Q | Q | noStart | p:+?>@
        T/S | Q | Q | deny    | p:+?@
        T/S | Q | q | forward | p:+?> y:.@
        T/S | Q | q | back    | p:+?> <p:.@ p:+?> y:.@
        T/S | Q | q | jump    | ^q:+?> y:.@
        T/S | Q | q | exit    | p:+?> exit:!@
        T/S | Q | q | cancel  | p:+?> cancel:x@
        T/S | Q | q | save    | p:+?> save:!@
        T/S | Q | q | fail    | p:+?> fail:@
        T/S | Q | q | noStart | p:+?>@
        T/S | Q | q | deny    | p:+?@
        T/S | q | p | forward | q:+?> )S:!@
        T/S | q | p | back    | q:+?> <x:.@ q:+?> )S:!@
        T/S | q | p | jump    | ^q:+?> )S:!@
        T/S | q | p | exit    | nothing
        T/S | q | p | cancel  | nothing
        T/S | q | p | save    | nothing
        T/S | q | p | fail    | q:+?> )S:!@
        T/S | q | p | noStart | q:+?>@
        T/S | q | p | deny    | q:+?@
        T/S | q | Q | forward | q:+?> y:.@
        T/S | q | Q | back    | q:+?> <x:.@ q:+?> y:.@
        T/S | q | Q | jump    | ^q:+?> y:.@
        T/S | q | Q | exit    | nothing
        T/S | q | Q | cancel  | nothing
        T/S | q | Q | save    | nothing
        T/S | q | Q | fail    | q:+?> y:.@
        T/S | q | Q | noStart | q:+?>@
        T/S | q | Q | deny    | q:+?@
        T/S | q | q | forward | q:+?> y:.@
        T/S | q | q | back    | q:+?> <p:.@ q:+?> y:.@
        T/S | q | q | jump    | ^q:+?> y:.@
        T/S | q | q | exit    | nothing
        T/S | q | q | cancel  | nothing
        T/S | q | q | save    | nothing
        T/S | q | q | fail    | q:+?> y:.@
        T/S | q | q | noStart | q:+?>@
        T/S | q | q | deny    | q:+?@
        """
}
