// The declared actions, the way through the task, and the coordinator's decisions. Read it as the
// specification: T is a, S(x, Q(p, q), y), b, done.
//
// `Sm>x.y` is the action m of the level S, with the start step x and the stop step y. What
// happens to it: `+` make a controller, `?` ask, `>` start, `~` inform of the step, `.` stop, `!`
// stop while the participant waits, `x` cancel, `-` drop, `@` attach the result; each with the
// runs concerned (`Sm2` is the second run of Sm), in order. `&` begins the background
// audio. A `|` is where the step may be shown, `*` where its timer may begin, `'` where that is
// over, `=` where all stops have ended, `/S` where the level may end, `#` where the run is
// over.
//
// Before the colon is the step on the screen (`<` by going back, `^` by a jump, `$` when a
// saved run is resumed), the level that ends (`/`), or another event. Steps of which
// actions are only informed are listed together before the `~`.

enum CoordinatorTable {
    /// One action at a time.
    static let alone = """
        Tm     | forward | a:+Tm?Tm|>Tm* xpqyb~Tm done:|.Tm*@Tm=
        Tm     | back    | a:+Tm?Tm|>Tm* xpq<p<x<axpqyb~Tm done:|.Tm*@Tm=
        Tm     | jump    | a:+Tm?Tm|>Tm* ^b^qyb~Tm done:|.Tm*@Tm=
        Tm     | loop    | a:+Tm?Tm|>Tm* xppqpqyb~Tm done:|.Tm*@Tm=
        Tm     | resume  | a:+Tm?Tm|>Tm* xp~Tm save:!Tm@Tm# $p:+Tm?Tm|>Tm* qyb~Tm done:|.Tm*@Tm=
        Tm     | timer   | a:+Tm?Tm|>Tm* xpqyb~Tm done:|~Tm*'.Tm@Tm=
        Tm     | exit    | a:+Tm?Tm|>Tm* xp~Tm exit:!Tm@Tm#
        Tm     | cancel  | a:+Tm?Tm|>Tm* xp~Tm cancel:xTm@Tm#
        Tm     | fail    | a:+Tm?Tm|>Tm* xp~Tm fail:@Tm
        Tm     | deny    | a:+Tm?Tm@Tm|*
        Tm.p   | forward | a:+Tm?Tm|>Tm* xp~Tm q:|.Tm*@Tm
        Tm.p   | back    | a:+Tm?Tm|>Tm* xp~Tm q:|.Tm*@Tm
        Tm.p   | jump    | a:+Tm?Tm|>Tm* ^b^qyb~Tm done:|.Tm*@Tm=
        Tm.p   | loop    | a:+Tm?Tm|>Tm* xp~Tm p:|.Tm*@Tm
        Tm.p   | resume  | a:+Tm?Tm|>Tm* xp~Tm save:!Tm@Tm# $p:+Tm?Tm|>Tm* q:|.Tm*@Tm
        Tm.p   | timer   | a:+Tm?Tm|>Tm* x~Tm p:|~Tm*'.Tm@Tm
        Tm.p   | exit    | a:+Tm?Tm|>Tm* xp~Tm exit:!Tm@Tm#
        Tm.p   | cancel  | a:+Tm?Tm|>Tm* xp~Tm cancel:xTm@Tm#
        Tm.p   | fail    | a:+Tm?Tm|>Tm* xp~Tm fail:@Tm
        Tm.p   | deny    | a:+Tm?Tm@Tm|*
        Tm.S   | forward | a:+Tm?Tm|>Tm* xpqy~Tm b:|.Tm*@Tm
        Tm.S   | back    | a:+Tm?Tm|>Tm* xpq<p<x~Tm <a:|.Tm*@Tm
        Tm.S   | jump    | a:+Tm?Tm|>Tm* ^b^qy~Tm b:|.Tm*@Tm
        Tm.S   | loop    | a:+Tm?Tm|>Tm* xppqpqy~Tm b:|.Tm*@Tm
        Tm.S   | resume  | a:+Tm?Tm|>Tm* xp~Tm save:!Tm@Tm# $p:+Tm?Tm|>Tm* qy~Tm b:|.Tm*@Tm
        Tm.S   | timer   | a:+Tm?Tm|>Tm* xpqy~Tm b:|.Tm*@Tm
        Tm.S   | exit    | a:+Tm?Tm|>Tm* xp~Tm exit:!Tm@Tm#
        Tm.S   | cancel  | a:+Tm?Tm|>Tm* xp~Tm cancel:xTm@Tm#
        Tm.S   | fail    | a:+Tm?Tm|>Tm* xp~Tm fail:@Tm
        Tm.S   | deny    | a:+Tm?Tm@Tm|*
        Tm>p   | forward | p:+Tm?Tm|>Tm* qyb~Tm done:|.Tm*@Tm=
        Tm>p   | back    | p:+Tm?Tm|>Tm* q<p<x<axpqyb~Tm done:|.Tm*@Tm=
        Tm>p   | jump    | nothing
        Tm>p   | loop    | p:+Tm?Tm|>Tm* pqpqyb~Tm done:|.Tm*@Tm=
        Tm>p   | resume  | p:+Tm?Tm|>Tm* save:!Tm@Tm# $p:+Tm?Tm|>Tm* qyb~Tm done:|.Tm*@Tm=
        Tm>p   | timer   | p:+Tm?Tm|>Tm* qyb~Tm done:|~Tm*'.Tm@Tm=
        Tm>p   | exit    | p:+Tm?Tm|>Tm* exit:!Tm@Tm#
        Tm>p   | cancel  | p:+Tm?Tm|>Tm* cancel:xTm@Tm#
        Tm>p   | fail    | p:+Tm?Tm|>Tm* fail:@Tm
        Tm>p   | deny    | p:+Tm?Tm@Tm|*
        Tm>p.p | forward | p:+Tm?Tm|>Tm* q:|.Tm*@Tm
        Tm>p.p | back    | p:+Tm?Tm|>Tm* q:|.Tm*@Tm p:+Tm2?Tm2|>Tm2* q:|.Tm2*@Tm2
        Tm>p.p | jump    | nothing
        Tm>p.p | loop    | p:+Tm?Tm|>Tm* p:+Tm2?Tm2|.Tm@Tm>Tm2* q:|.Tm2*@Tm2 p:+Tm3?Tm3|>Tm3* \
            q:|.Tm3*@Tm3
        Tm>p.p | resume  | p:+Tm?Tm|>Tm* save:!Tm@Tm# $p:+Tm?Tm|>Tm* q:|.Tm*@Tm
        Tm>p.p | timer   | p:+Tm?Tm|>Tm*'.Tm@Tm
        Tm>p.p | exit    | p:+Tm?Tm|>Tm* exit:!Tm@Tm#
        Tm>p.p | cancel  | p:+Tm?Tm|>Tm* cancel:xTm@Tm#
        Tm>p.p | fail    | p:+Tm?Tm|>Tm* fail:@Tm
        Tm>p.p | deny    | p:+Tm?Tm@Tm|*
        Tm>p.S | forward | p:+Tm?Tm|>Tm* qy~Tm b:|.Tm*@Tm
        Tm>p.S | back    | p:+Tm?Tm|>Tm* q<p<x~Tm <a:|.Tm*@Tm p:+Tm2?Tm2|>Tm2* qy~Tm2 \
            b:|.Tm2*@Tm2
        Tm>p.S | jump    | nothing
        Tm>p.S | loop    | p:+Tm?Tm|>Tm* pqpqy~Tm b:|.Tm*@Tm
        Tm>p.S | resume  | p:+Tm?Tm|>Tm* save:!Tm@Tm# $p:+Tm?Tm|>Tm* qy~Tm b:|.Tm*@Tm
        Tm>p.S | timer   | p:+Tm?Tm|>Tm* qy~Tm b:|.Tm*@Tm
        Tm>p.S | exit    | p:+Tm?Tm|>Tm* exit:!Tm@Tm#
        Tm>p.S | cancel  | p:+Tm?Tm|>Tm* cancel:xTm@Tm#
        Tm>p.S | fail    | p:+Tm?Tm|>Tm* fail:@Tm
        Tm>p.S | deny    | p:+Tm?Tm@Tm|*
        Tm>S   | forward | x:+Tm?Tm|>Tm* pqyb~Tm done:|.Tm*@Tm=
        Tm>S   | back    | x:+Tm?Tm|>Tm* pq<p<x<axpqyb~Tm done:|.Tm*@Tm=
        Tm>S   | jump    | ^q:+Tm?Tm|>Tm* yb~Tm done:|.Tm*@Tm=
        Tm>S   | loop    | x:+Tm?Tm|>Tm* ppqpqyb~Tm done:|.Tm*@Tm=
        Tm>S   | resume  | x:+Tm?Tm|>Tm* p~Tm save:!Tm@Tm# $p:+Tm?Tm|>Tm* qyb~Tm done:|.Tm*@Tm=
        Tm>S   | timer   | x:+Tm?Tm|>Tm* pqyb~Tm done:|~Tm*'.Tm@Tm=
        Tm>S   | exit    | x:+Tm?Tm|>Tm* p~Tm exit:!Tm@Tm#
        Tm>S   | cancel  | x:+Tm?Tm|>Tm* p~Tm cancel:xTm@Tm#
        Tm>S   | fail    | x:+Tm?Tm|>Tm* p~Tm fail:@Tm
        Tm>S   | deny    | x:+Tm?Tm@Tm|*
        Tm>S.p | forward | x:+Tm?Tm|>Tm* p~Tm q:|.Tm*@Tm
        Tm>S.p | back    | x:+Tm?Tm|>Tm* p~Tm q:|.Tm*@Tm x:+Tm2?Tm2|>Tm2* p~Tm2 q:|.Tm2*@Tm2
        Tm>S.p | jump    | ^q:+Tm?Tm|>Tm* yb~Tm done:|.Tm*@Tm=
        Tm>S.p | loop    | x:+Tm?Tm|>Tm* p~Tm p:|.Tm*@Tm
        Tm>S.p | resume  | x:+Tm?Tm|>Tm* p~Tm save:!Tm@Tm# $p:+Tm?Tm|>Tm* q:|.Tm*@Tm
        Tm>S.p | timer   | x:+Tm?Tm|>Tm* p:|~Tm*'.Tm@Tm
        Tm>S.p | exit    | x:+Tm?Tm|>Tm* p~Tm exit:!Tm@Tm#
        Tm>S.p | cancel  | x:+Tm?Tm|>Tm* p~Tm cancel:xTm@Tm#
        Tm>S.p | fail    | x:+Tm?Tm|>Tm* p~Tm fail:@Tm
        Tm>S.p | deny    | x:+Tm?Tm@Tm|*
        Tm>S.S | forward | x:+Tm?Tm|>Tm* pqy~Tm b:|.Tm*@Tm
        Tm>S.S | back    | x:+Tm?Tm|>Tm* pq<p<x~Tm <a:|.Tm*@Tm x:+Tm2?Tm2|>Tm2* pqy~Tm2 \
            b:|.Tm2*@Tm2
        Tm>S.S | jump    | ^q:+Tm?Tm|>Tm* y~Tm b:|.Tm*@Tm
        Tm>S.S | loop    | x:+Tm?Tm|>Tm* ppqpqy~Tm b:|.Tm*@Tm
        Tm>S.S | resume  | x:+Tm?Tm|>Tm* p~Tm save:!Tm@Tm# $p:+Tm?Tm|>Tm* qy~Tm b:|.Tm*@Tm
        Tm>S.S | timer   | x:+Tm?Tm|>Tm* pqy~Tm b:|.Tm*@Tm
        Tm>S.S | exit    | x:+Tm?Tm|>Tm* p~Tm exit:!Tm@Tm#
        Tm>S.S | cancel  | x:+Tm?Tm|>Tm* p~Tm cancel:xTm@Tm#
        Tm>S.S | fail    | x:+Tm?Tm|>Tm* p~Tm fail:@Tm
        Tm>S.S | deny    | x:+Tm?Tm@Tm|*
        Sm     | forward | x:+Sm?Sm|>Sm* pqy~Sm /S:!Sm@Sm/S
        Sm     | back    | x:+Sm?Sm|>Sm* pq<p<x~Sm <a:|.Sm*@Sm x:+Sm2?Sm2|>Sm2* pqy~Sm2 \
            /S:!Sm2@Sm2/S
        Sm     | jump    | ^q:+Sm?Sm|>Sm* y~Sm /S:!Sm@Sm/S
        Sm     | loop    | x:+Sm?Sm|>Sm* ppqpqy~Sm /S:!Sm@Sm/S
        Sm     | resume  | x:+Sm?Sm|>Sm* p~Sm save:!Sm@Sm# $p:+Sm?Sm|>Sm* qy~Sm /S:!Sm@Sm/S
        Sm     | timer   | x:+Sm?Sm|>Sm* pqy~Sm /S:!Sm@Sm/S
        Sm     | exit    | x:+Sm?Sm|>Sm* p~Sm exit:!Sm@Sm#
        Sm     | cancel  | x:+Sm?Sm|>Sm* p~Sm cancel:xSm@Sm#
        Sm     | fail    | x:+Sm?Sm|>Sm* p~Sm fail:@Sm
        Sm     | deny    | x:+Sm?Sm@Sm|*
        Sm.x   | forward | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm.x   | back    | x:+Sm?Sm|>Sm* p:|.Sm*@Sm x:+Sm2?Sm2|>Sm2* p:|.Sm2*@Sm2
        Sm.x   | jump    | ^q:+Sm?Sm|>Sm* y~Sm /S:!Sm@Sm/S
        Sm.x   | loop    | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm.x   | resume  | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm.x   | timer   | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm.x   | exit    | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm.x   | cancel  | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm.x   | fail    | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm.x   | deny    | x:+Sm?Sm@Sm|*
        Sm.Q   | forward | x:+Sm?Sm|>Sm* pq~Sm y:|.Sm*@Sm
        Sm.Q   | back    | x:+Sm?Sm|>Sm* pq<p~Sm <x:|.Sm*@Sm x:+Sm2?Sm2|>Sm2* pq~Sm2 y:|.Sm2*@Sm2
        Sm.Q   | jump    | ^q:+Sm?Sm|>Sm* y:|.Sm*@Sm
        Sm.Q   | loop    | x:+Sm?Sm|>Sm* ppq~Sm p:|.Sm*@Sm
        Sm.Q   | resume  | x:+Sm?Sm|>Sm* p~Sm save:!Sm@Sm# $p:+Sm?Sm|>Sm* q~Sm y:|.Sm*@Sm
        Sm.Q   | timer   | x:+Sm?Sm|>Sm* pq~Sm y:|.Sm*@Sm
        Sm.Q   | exit    | x:+Sm?Sm|>Sm* p~Sm exit:!Sm@Sm#
        Sm.Q   | cancel  | x:+Sm?Sm|>Sm* p~Sm cancel:xSm@Sm#
        Sm.Q   | fail    | x:+Sm?Sm|>Sm* p~Sm fail:@Sm
        Sm.Q   | deny    | x:+Sm?Sm@Sm|*
        Sm>x   | forward | x:+Sm?Sm|>Sm* pqy~Sm /S:!Sm@Sm/S
        Sm>x   | back    | x:+Sm?Sm|>Sm* pq<p<x~Sm <a:|.Sm*@Sm x:+Sm2?Sm2|>Sm2* pqy~Sm2 \
            /S:!Sm2@Sm2/S
        Sm>x   | jump    | nothing
        Sm>x   | loop    | x:+Sm?Sm|>Sm* ppqpqy~Sm /S:!Sm@Sm/S
        Sm>x   | resume  | x:+Sm?Sm|>Sm* p~Sm save:!Sm@Sm# $p:+Sm?Sm|>Sm* qy~Sm /S:!Sm@Sm/S
        Sm>x   | timer   | x:+Sm?Sm|>Sm* pqy~Sm /S:!Sm@Sm/S
        Sm>x   | exit    | x:+Sm?Sm|>Sm* p~Sm exit:!Sm@Sm#
        Sm>x   | cancel  | x:+Sm?Sm|>Sm* p~Sm cancel:xSm@Sm#
        Sm>x   | fail    | x:+Sm?Sm|>Sm* p~Sm fail:@Sm
        Sm>x   | deny    | x:+Sm?Sm@Sm|*
        Sm>x.x | forward | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm>x.x | back    | x:+Sm?Sm|>Sm* p:|.Sm*@Sm x:+Sm2?Sm2|>Sm2* p:|.Sm2*@Sm2
        Sm>x.x | jump    | nothing
        Sm>x.x | loop    | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm>x.x | resume  | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm>x.x | timer   | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm>x.x | exit    | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm>x.x | cancel  | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm>x.x | fail    | x:+Sm?Sm|>Sm* p:|.Sm*@Sm
        Sm>x.x | deny    | x:+Sm?Sm@Sm|*
        Sm>x.Q | forward | x:+Sm?Sm|>Sm* pq~Sm y:|.Sm*@Sm
        Sm>x.Q | back    | x:+Sm?Sm|>Sm* pq<p~Sm <x:|.Sm*@Sm x:+Sm2?Sm2|>Sm2* pq~Sm2 y:|.Sm2*@Sm2
        Sm>x.Q | jump    | nothing
        Sm>x.Q | loop    | x:+Sm?Sm|>Sm* ppq~Sm p:|.Sm*@Sm
        Sm>x.Q | resume  | x:+Sm?Sm|>Sm* p~Sm save:!Sm@Sm# $p:+Sm?Sm|>Sm* q~Sm y:|.Sm*@Sm
        Sm>x.Q | timer   | x:+Sm?Sm|>Sm* pq~Sm y:|.Sm*@Sm
        Sm>x.Q | exit    | x:+Sm?Sm|>Sm* p~Sm exit:!Sm@Sm#
        Sm>x.Q | cancel  | x:+Sm?Sm|>Sm* p~Sm cancel:xSm@Sm#
        Sm>x.Q | fail    | x:+Sm?Sm|>Sm* p~Sm fail:@Sm
        Sm>x.Q | deny    | x:+Sm?Sm@Sm|*
        Sm>Q   | forward | p:+Sm?Sm|>Sm* qy~Sm /S:!Sm@Sm/S
        Sm>Q   | back    | p:+Sm?Sm|>Sm* q<p<x~Sm <a:|.Sm*@Sm p:+Sm2?Sm2|>Sm2* qy~Sm2 \
            /S:!Sm2@Sm2/S
        Sm>Q   | jump    | ^q:+Sm?Sm|>Sm* y~Sm /S:!Sm@Sm/S
        Sm>Q   | loop    | p:+Sm?Sm|>Sm* pqpqy~Sm /S:!Sm@Sm/S
        Sm>Q   | resume  | p:+Sm?Sm|>Sm* save:!Sm@Sm# $p:+Sm?Sm|>Sm* qy~Sm /S:!Sm@Sm/S
        Sm>Q   | timer   | p:+Sm?Sm|>Sm* qy~Sm /S:!Sm@Sm/S
        Sm>Q   | exit    | p:+Sm?Sm|>Sm* exit:!Sm@Sm#
        Sm>Q   | cancel  | p:+Sm?Sm|>Sm* cancel:xSm@Sm#
        Sm>Q   | fail    | p:+Sm?Sm|>Sm* fail:@Sm
        Sm>Q   | deny    | p:+Sm?Sm@Sm|*
        Sm>Q.x | forward | p:+Sm?Sm|>Sm* qy~Sm /S:!Sm@Sm/S
        Sm>Q.x | back    | p:+Sm?Sm|>Sm* q<p<x~Sm <a:|.Sm*@Sm p:+Sm2?Sm2|>Sm2* qy~Sm2 \
            /S:!Sm2@Sm2/S
        Sm>Q.x | jump    | ^q:+Sm?Sm|>Sm* y~Sm /S:!Sm@Sm/S
        Sm>Q.x | loop    | p:+Sm?Sm|>Sm* pqpqy~Sm /S:!Sm@Sm/S
        Sm>Q.x | resume  | p:+Sm?Sm|>Sm* save:!Sm@Sm# $p:+Sm?Sm|>Sm* qy~Sm /S:!Sm@Sm/S
        Sm>Q.x | timer   | p:+Sm?Sm|>Sm* qy~Sm /S:!Sm@Sm/S
        Sm>Q.x | exit    | p:+Sm?Sm|>Sm* exit:!Sm@Sm#
        Sm>Q.x | cancel  | p:+Sm?Sm|>Sm* cancel:xSm@Sm#
        Sm>Q.x | fail    | p:+Sm?Sm|>Sm* fail:@Sm
        Sm>Q.x | deny    | p:+Sm?Sm@Sm|*
        Sm>Q.Q | forward | p:+Sm?Sm|>Sm* q~Sm y:|.Sm*@Sm
        Sm>Q.Q | back    | p:+Sm?Sm|>Sm* q<p~Sm <x:|.Sm*@Sm p:+Sm2?Sm2|>Sm2* q~Sm2 y:|.Sm2*@Sm2
        Sm>Q.Q | jump    | ^q:+Sm?Sm|>Sm* y:|.Sm*@Sm
        Sm>Q.Q | loop    | p:+Sm?Sm|>Sm* pq~Sm p:+Sm2?Sm2|.Sm@Sm>Sm2* q~Sm2 y:|.Sm2*@Sm2
        Sm>Q.Q | resume  | p:+Sm?Sm|>Sm* save:!Sm@Sm# $p:+Sm?Sm|>Sm* q~Sm y:|.Sm*@Sm
        Sm>Q.Q | timer   | p:+Sm?Sm|>Sm* q~Sm y:|.Sm*@Sm
        Sm>Q.Q | exit    | p:+Sm?Sm|>Sm* exit:!Sm@Sm#
        Sm>Q.Q | cancel  | p:+Sm?Sm|>Sm* cancel:xSm@Sm#
        Sm>Q.Q | fail    | p:+Sm?Sm|>Sm* fail:@Sm
        Sm>Q.Q | deny    | p:+Sm?Sm@Sm|*
        Qm     | forward | p:+Qm?Qm|>Qm* q~Qm /Q:!Qm@Qm/Q
        Qm     | back    | p:+Qm?Qm|>Qm* q<p~Qm <x:|.Qm*@Qm p:+Qm2?Qm2|>Qm2* q~Qm2 /Q:!Qm2@Qm2/Q
        Qm     | jump    | ^q:+Qm?Qm|>Qm* /Q:!Qm@Qm/Q
        Qm     | loop    | p:+Qm?Qm|>Qm* pq~Qm /Q:!Qm@Qm/Q p:+Qm2?Qm2|>Qm2* q~Qm2 /Q:!Qm2@Qm2/Q
        Qm     | resume  | p:+Qm?Qm|>Qm* save:!Qm@Qm# $p:+Qm?Qm|>Qm* q~Qm /Q:!Qm@Qm/Q
        Qm     | timer   | p:+Qm?Qm|>Qm* q~Qm /Q:!Qm@Qm/Q
        Qm     | exit    | p:+Qm?Qm|>Qm* exit:!Qm@Qm#
        Qm     | cancel  | p:+Qm?Qm|>Qm* cancel:xQm@Qm#
        Qm     | fail    | p:+Qm?Qm|>Qm* fail:@Qm
        Qm     | deny    | p:+Qm?Qm@Qm|*
        Qm.p   | forward | p:+Qm?Qm|>Qm* q:|.Qm*@Qm
        Qm.p   | back    | p:+Qm?Qm|>Qm* q:|.Qm*@Qm p:+Qm2?Qm2|>Qm2* q:|.Qm2*@Qm2
        Qm.p   | jump    | ^q:+Qm?Qm|>Qm* /Q:!Qm@Qm/Q
        Qm.p   | loop    | p:+Qm?Qm|>Qm* p:|.Qm*@Qm p:+Qm2?Qm2|>Qm2* q:|.Qm2*@Qm2
        Qm.p   | resume  | p:+Qm?Qm|>Qm* save:!Qm@Qm# $p:+Qm?Qm|>Qm* q:|.Qm*@Qm
        Qm.p   | timer   | p:+Qm?Qm|>Qm*'.Qm@Qm
        Qm.p   | exit    | p:+Qm?Qm|>Qm* exit:!Qm@Qm#
        Qm.p   | cancel  | p:+Qm?Qm|>Qm* cancel:xQm@Qm#
        Qm.p   | fail    | p:+Qm?Qm|>Qm* fail:@Qm
        Qm.p   | deny    | p:+Qm?Qm@Qm|*
        Qm>p   | forward | p:+Qm?Qm|>Qm* q~Qm /Q:!Qm@Qm/Q
        Qm>p   | back    | p:+Qm?Qm|>Qm* q<p~Qm <x:|.Qm*@Qm p:+Qm2?Qm2|>Qm2* q~Qm2 /Q:!Qm2@Qm2/Q
        Qm>p   | jump    | nothing
        Qm>p   | loop    | p:+Qm?Qm|>Qm* pq~Qm /Q:!Qm@Qm/Q p:+Qm2?Qm2|>Qm2* q~Qm2 /Q:!Qm2@Qm2/Q
        Qm>p   | resume  | p:+Qm?Qm|>Qm* save:!Qm@Qm# $p:+Qm?Qm|>Qm* q~Qm /Q:!Qm@Qm/Q
        Qm>p   | timer   | p:+Qm?Qm|>Qm* q~Qm /Q:!Qm@Qm/Q
        Qm>p   | exit    | p:+Qm?Qm|>Qm* exit:!Qm@Qm#
        Qm>p   | cancel  | p:+Qm?Qm|>Qm* cancel:xQm@Qm#
        Qm>p   | fail    | p:+Qm?Qm|>Qm* fail:@Qm
        Qm>p   | deny    | p:+Qm?Qm@Qm|*
        Qm>p.p | forward | p:+Qm?Qm|>Qm* q:|.Qm*@Qm
        Qm>p.p | back    | p:+Qm?Qm|>Qm* q:|.Qm*@Qm p:+Qm2?Qm2|>Qm2* q:|.Qm2*@Qm2
        Qm>p.p | jump    | nothing
        Qm>p.p | loop    | p:+Qm?Qm|>Qm* p:+Qm2?Qm2|.Qm@Qm>Qm2* q:|.Qm2*@Qm2 p:+Qm3?Qm3|>Qm3* \
            q:|.Qm3*@Qm3
        Qm>p.p | resume  | p:+Qm?Qm|>Qm* save:!Qm@Qm# $p:+Qm?Qm|>Qm* q:|.Qm*@Qm
        Qm>p.p | timer   | p:+Qm?Qm|>Qm*'.Qm@Qm
        Qm>p.p | exit    | p:+Qm?Qm|>Qm* exit:!Qm@Qm#
        Qm>p.p | cancel  | p:+Qm?Qm|>Qm* cancel:xQm@Qm#
        Qm>p.p | fail    | p:+Qm?Qm|>Qm* fail:@Qm
        Qm>p.p | deny    | p:+Qm?Qm@Qm|*
        Tm.b   | forward | a:+Tm?Tm|>Tm* xpqyb~Tm done:|.Tm*@Tm=
        Tm.b   | back    | a:+Tm?Tm|>Tm* xpq<p<x<axpqyb~Tm done:|.Tm*@Tm=
        Tm.b   | jump    | a:+Tm?Tm|>Tm* ^b~Tm ^q:|.Tm*@Tm
        Tm>b   | forward | b:+Tm?Tm|>Tm* done:|.Tm*@Tm=
        Tm>b   | back    | b:+Tm?Tm|>Tm* done:|.Tm*@Tm=
        Tm>b   | jump    | ^b:+Tm?Tm|>Tm* ^qyb~Tm done:|.Tm*@Tm=
        Tm>b.b | forward | b:+Tm?Tm|>Tm* done:|.Tm*@Tm=
        Tm>b.b | back    | b:+Tm?Tm|>Tm* done:|.Tm*@Tm=
        Tm>b.b | jump    | ^b:+Tm?Tm|>Tm* ^q:|.Tm*@Tm b:+Tm2?Tm2|>Tm2* done:|.Tm2*@Tm2=
        Tm>b.S | forward | b:+Tm?Tm|>Tm* done:|.Tm*@Tm=
        Tm>b.S | back    | b:+Tm?Tm|>Tm* done:|.Tm*@Tm=
        Tm>b.S | jump    | ^b:+Tm?Tm|>Tm* ^qy~Tm b:+Tm2?Tm2|.Tm@Tm>Tm2* done:|.Tm2*@Tm2=
        Tm>S.b | forward | x:+Tm?Tm|>Tm* pqyb~Tm done:|.Tm*@Tm=
        Tm>S.b | back    | x:+Tm?Tm|>Tm* pq<p<x<axpqyb~Tm done:|.Tm*@Tm=
        Tm>S.b | jump    | ^q:+Tm?Tm|>Tm* yb~Tm done:|.Tm*@Tm=
        Tm>a.a | forward | a:+Tm?Tm|>Tm* x:|.Tm*@Tm
        Tm>a.a | back    | a:+Tm?Tm|>Tm* x:|.Tm*@Tm
        Tm>a.a | jump    | a:+Tm?Tm|>Tm* ^b:|.Tm*@Tm
        Tm>a.x | forward | a:+Tm?Tm|>Tm* x~Tm p:|.Tm*@Tm
        Tm>a.x | back    | a:+Tm?Tm|>Tm* x~Tm p:|.Tm*@Tm
        Tm>a.x | jump    | a:+Tm?Tm|>Tm* ^b^qyb~Tm done:|.Tm*@Tm=
        Tm>a.p | forward | a:+Tm?Tm|>Tm* xp~Tm q:|.Tm*@Tm
        Tm>a.p | back    | a:+Tm?Tm|>Tm* xp~Tm q:|.Tm*@Tm
        Tm>a.p | jump    | a:+Tm?Tm|>Tm* ^b^qyb~Tm done:|.Tm*@Tm=
        Tm>x.a | forward | x:+Tm?Tm|>Tm* pqyb~Tm done:|.Tm*@Tm=
        Tm>x.a | back    | x:+Tm?Tm|>Tm* pq<p<x<a~Tm x:+Tm2?Tm2|.Tm@Tm>Tm2* pqyb~Tm2 \
            done:|.Tm2*@Tm2=
        Tm>x.a | jump    | nothing
        Tm>x.x | forward | x:+Tm?Tm|>Tm* p:|.Tm*@Tm
        Tm>x.x | back    | x:+Tm?Tm|>Tm* p:|.Tm*@Tm x:+Tm2?Tm2|>Tm2* p:|.Tm2*@Tm2
        Tm>x.x | jump    | nothing
        Tm>x.p | forward | x:+Tm?Tm|>Tm* p~Tm q:|.Tm*@Tm
        Tm>x.p | back    | x:+Tm?Tm|>Tm* p~Tm q:|.Tm*@Tm x:+Tm2?Tm2|>Tm2* p~Tm2 q:|.Tm2*@Tm2
        Tm>x.p | jump    | nothing
        Tm>p.a | forward | p:+Tm?Tm|>Tm* qyb~Tm done:|.Tm*@Tm=
        Tm>p.a | back    | p:+Tm?Tm|>Tm* q<p<x<a~Tm x:|.Tm*@Tm p:+Tm2?Tm2|>Tm2* qyb~Tm2 \
            done:|.Tm2*@Tm2=
        Tm>p.a | jump    | nothing
        Tm>p.x | forward | p:+Tm?Tm|>Tm* qyb~Tm done:|.Tm*@Tm=
        Tm>p.x | back    | p:+Tm?Tm|>Tm* q<p<x~Tm <a:|.Tm*@Tm p:+Tm2?Tm2|>Tm2* qyb~Tm2 \
            done:|.Tm2*@Tm2=
        Tm>p.x | jump    | nothing
        Sm.y   | forward | x:+Sm?Sm|>Sm* pqy~Sm /S:!Sm@Sm/S
        Sm.y   | back    | x:+Sm?Sm|>Sm* pq<p<x~Sm <a:|.Sm*@Sm x:+Sm2?Sm2|>Sm2* pqy~Sm2 \
            /S:!Sm2@Sm2/S
        Sm.y   | jump    | ^q:+Sm?Sm|>Sm* y~Sm /S:!Sm@Sm/S
        Sm>x.y | forward | x:+Sm?Sm|>Sm* pqy~Sm /S:!Sm@Sm/S
        Sm>x.y | back    | x:+Sm?Sm|>Sm* pq<p<x~Sm <a:|.Sm*@Sm x:+Sm2?Sm2|>Sm2* pqy~Sm2 \
            /S:!Sm2@Sm2/S
        Sm>x.y | jump    | nothing
        Sm>y   | forward | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>y   | back    | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>y   | jump    | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>y.x | forward | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>y.x | back    | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>y.x | jump    | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>y.y | forward | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>y.y | back    | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>y.y | jump    | y:+Sm?Sm|>Sm* /S:!Sm@Sm/S
        Sm>p.p | forward | p:+Sm?Sm|>Sm* q:|.Sm*@Sm
        Sm>p.p | back    | p:+Sm?Sm|>Sm* q:|.Sm*@Sm p:+Sm2?Sm2|>Sm2* q:|.Sm2*@Sm2
        Sm>p.p | jump    | nothing
        Sm>p.Q | forward | p:+Sm?Sm|>Sm* q~Sm y:|.Sm*@Sm
        Sm>p.Q | back    | p:+Sm?Sm|>Sm* q<p~Sm <x:|.Sm*@Sm p:+Sm2?Sm2|>Sm2* q~Sm2 y:|.Sm2*@Sm2
        Sm>p.Q | jump    | nothing
        Sm>p.q | forward | p:+Sm?Sm|>Sm* q~Sm y:|.Sm*@Sm
        Sm>p.q | back    | p:+Sm?Sm|>Sm* q~Sm <p:|.Sm*@Sm p:+Sm2?Sm2|>Sm2* q~Sm2 y:|.Sm2*@Sm2
        Sm>p.q | jump    | nothing
        Sm>Q.p | forward | p:+Sm?Sm|>Sm* q:|.Sm*@Sm
        Sm>Q.p | back    | p:+Sm?Sm|>Sm* q:|.Sm*@Sm p:+Sm2?Sm2|>Sm2* q:|.Sm2*@Sm2
        Sm>Q.p | jump    | ^q:+Sm?Sm|>Sm* y~Sm /S:!Sm@Sm/S
        Sm>Q.q | forward | p:+Sm?Sm|>Sm* q~Sm y:|.Sm*@Sm
        Sm>Q.q | back    | p:+Sm?Sm|>Sm* q~Sm <p:|.Sm*@Sm p:+Sm2?Sm2|>Sm2* q~Sm2 y:|.Sm2*@Sm2
        Sm>Q.q | jump    | ^q:+Sm?Sm|>Sm* y:|.Sm*@Sm
        Sm>q.p | forward | q:+Sm?Sm|>Sm* y~Sm /S:!Sm@Sm/S
        Sm>q.p | back    | q:+Sm?Sm|>Sm* <p~Sm <x:|.Sm*@Sm q:+Sm2?Sm2|>Sm2* y~Sm2 /S:!Sm2@Sm2/S
        Sm>q.p | jump    | ^q:+Sm?Sm|>Sm* y~Sm /S:!Sm@Sm/S
        Sm>q.q | forward | q:+Sm?Sm|>Sm* y:|.Sm*@Sm
        Sm>q.q | back    | q:+Sm?Sm|>Sm* <p:|.Sm*@Sm q:+Sm2?Sm2|>Sm2* y:|.Sm2*@Sm2
        Sm>q.q | jump    | ^q:+Sm?Sm|>Sm* y:|.Sm*@Sm
        Sm>q.Q | forward | q:+Sm?Sm|>Sm* y:|.Sm*@Sm
        Sm>q.Q | back    | q:+Sm?Sm|>Sm* <p~Sm <x:|.Sm*@Sm q:+Sm2?Sm2|>Sm2* y:|.Sm2*@Sm2
        Sm>q.Q | jump    | ^q:+Sm?Sm|>Sm* y:|.Sm*@Sm
        Qm.q   | forward | p:+Qm?Qm|>Qm* q~Qm /Q:!Qm@Qm/Q
        Qm.q   | back    | p:+Qm?Qm|>Qm* q~Qm <p:|.Qm*@Qm p:+Qm2?Qm2|>Qm2* q~Qm2 /Q:!Qm2@Qm2/Q
        Qm.q   | jump    | ^q:+Qm?Qm|>Qm* /Q:!Qm@Qm/Q
        Qm>q.p | forward | q:+Qm?Qm|>Qm* /Q:!Qm@Qm/Q
        Qm>q.p | back    | q:+Qm?Qm|>Qm* <p~Qm <x:|.Qm*@Qm q:+Qm2?Qm2|>Qm2* /Q:!Qm2@Qm2/Q
        Qm>q.p | jump    | ^q:+Qm?Qm|>Qm* /Q:!Qm@Qm/Q
        """
}
