// Several actions at a time, at one level and at several: where each result is attached, and in which
// order, however late each action stops. The action `w` is no recorder, `o` needs background audio,
// and no controller can be made for `z`. The signs are those of `CoordinatorTable`.

extension CoordinatorTable {
    /// Several actions together.
    static let several = """
        Tm Tn          | forward    | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xpqyb~Tm,Tn done:|.Tm,Tn*@Tm@Tn=
        Tm Tn          | back       | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xpq<p<x<axpqyb~Tm,Tn \
            done:|.Tm,Tn*@Tm@Tn=
        Tm Tn          | jump       | a:+Tm,Tn?Tm,Tn|>Tm,Tn* ^b^qyb~Tm,Tn done:|.Tm,Tn*@Tm@Tn=
        Tm Tn          | loop       | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xppqpqyb~Tm,Tn done:|.Tm,Tn*@Tm@Tn=
        Tm Tn          | resume     | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xp~Tm,Tn save:!Tm,Tn@Tm@Tn# \
            $p:+Tm,Tn?Tm,Tn|>Tm,Tn* qyb~Tm,Tn done:|.Tm,Tn*@Tm@Tn=
        Tm Tn          | timer      | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xpqyb~Tm,Tn \
            done:|~Tm,Tn*'.Tm,Tn@Tm@Tn=
        Tm Tn          | exit       | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xp~Tm,Tn exit:!Tm,Tn@Tm@Tn#
        Tm Tn          | cancel     | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xp~Tm,Tn cancel:xTm,Tn@Tm@Tn#
        Tm Tn          | save       | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xp~Tm,Tn save:!Tm,Tn@Tm@Tn#
        Tm Tn          | fail       | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xp~Tm,Tn fail:@Tm qyb~Tn \
            done:|.Tn*@Tn=
        Tm Tn          | noStart    | a:+Tm,Tn?Tm,Tn|>Tm,Tn@Tm* xpqyb~Tn done:|.Tn*@Tn=
        Tm Tn          | deny       | a:+Tm,Tn?Tm,Tn@Tm|>Tn* xpqyb~Tn done:|.Tn*@Tn=
        Tm Tn          | late       | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xpqyb~Tm,Tn done:|.Tm,Tn*@Tm@Tn=
        Tm Tn          | lateCancel | a:+Tm,Tn?Tm,Tn|>Tm,Tn* xpqy~Tm,Tn cancel:xTm,Tn@Tm@Tn#
        Tm Tn          | asking     | a:+Tm,Tn?Tm,Tn exit:-Tm,Tn|#
        Tm Tn          | starting   | a:+Tm,Tn?Tm,Tn|>Tm,Tn exit:!Tm,Tn*@Tm@Tn#
        Tm Sn Qo       | forward    | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            q~Tm,Sn,Qo /Q:!Qo@Qo/Q y~Tm,Sn /S:!Sn@Sn/S b~Tm done:|.Tm*@Tm=
        Tm Sn Qo       | back       | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            q<p~Tm,Sn,Qo <x:|.Qo~Tm,Sn*@Qo <a:|.Sn~Tm*@Sn x:+Sn2?Sn2|>Sn2~Tm* \
            p:+Qo2?Qo2|>Qo2~Tm,Sn2* q~Tm,Sn2,Qo2 /Q:!Qo2@Qo2/Q y~Tm,Sn2 /S:!Sn2@Sn2/S b~Tm \
            done:|.Tm*@Tm=
        Tm Sn Qo       | jump       | a:+Tm?Tm|>Tm* ^b~Tm ^q:+Sn,Qo?Sn,Qo|>Sn,Qo~Tm&* /Q:!Qo@Qo/Q \
            y~Tm,Sn /S:!Sn@Sn/S b~Tm done:|.Tm*@Tm=
        Tm Sn Qo       | loop       | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            pq~Tm,Sn,Qo /Q:!Qo@Qo/Q p:+Qo2?Qo2|>Qo2~Tm,Sn* q~Tm,Sn,Qo2 /Q:!Qo2@Qo2/Q y~Tm,Sn \
            /S:!Sn@Sn/S b~Tm done:|.Tm*@Tm=
        Tm Sn Qo       | resume     | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            save:!Tm,Sn,Qo@Tm@Sn@Qo# $p:+Tm,Sn,Qo?Tm,Sn,Qo|>Tm,Sn,Qo&* q~Tm,Sn,Qo /Q:!Qo@Qo/Q \
            y~Tm,Sn /S:!Sn@Sn/S b~Tm done:|.Tm*@Tm=
        Tm Sn Qo       | timer      | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            q~Tm,Sn,Qo /Q:!Qo@Qo/Q y~Tm,Sn /S:!Sn@Sn/S b~Tm done:|~Tm*'.Tm@Tm=
        Tm Sn Qo       | exit       | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            exit:!Tm,Sn,Qo@Tm@Sn@Qo#
        Tm Sn Qo       | cancel     | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            cancel:xTm,Sn,Qo@Tm@Sn@Qo#
        Tm Sn Qo       | save       | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            save:!Tm,Sn,Qo@Tm@Sn@Qo#
        Tm Sn Qo       | fail       | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            fail:@Tm q~Sn,Qo /Q:!Qo@Qo/Q y~Sn /S:!Sn@Sn/S
        Tm Sn Qo       | noStart    | a:+Tm?Tm|>Tm@Tm* x:+Sn?Sn|>Sn* p:+Qo?Qo|>Qo~Sn&* q~Sn,Qo \
            /Q:!Qo@Qo/Q y~Sn /S:!Sn@Sn/S
        Tm Sn Qo       | deny       | a:+Tm?Tm@Tm|* x:+Sn?Sn|>Sn* p:+Qo?Qo|>Qo~Sn&* q~Sn,Qo \
            /Q:!Qo@Qo/Q y~Sn /S:!Sn@Sn/S
        Tm Sn Qo       | late       | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            q~Tm,Sn,Qo /Q:!Qo@Qo/Q y~Tm,Sn /S:!Sn@Sn/S b~Tm done:|.Tm*@Tm=
        Tm Sn Qo       | lateCancel | a:+Tm?Tm|>Tm* x:+Sn?Sn|>Sn~Tm* p:+Qo?Qo|>Qo~Tm,Sn&* \
            q~Tm,Sn,Qo y:|.Qo~Tm,Sn* cancel:xTm,Sn,Qo@Sn@Tm@Qo#
        Tm Sn Qo       | asking     | a:+Tm?Tm exit:-Tm|#
        Tm Sn Qo       | starting   | a:+Tm?Tm|>Tm exit:!Tm*@Tm#
        Tm.p Tn.p To.q | forward    | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* xp~Tm,Tn,To \
            q:|.Tm,Tn~To*@Tm@Tn y:|.To*@To
        Tm.p Tn.p To.q | back       | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* xp~Tm,Tn,To \
            q:|.Tm,Tn~To*@Tm@Tn <p:|.To*@To
        Tm.p Tn.p To.q | jump       | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* ^b^q~Tm,Tn,To \
            y:|.To~Tm,Tn*@To b~Tm,Tn done:|.Tm,Tn*@Tm@Tn=
        Tm.p Tn.p To.q | resume     | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* xp~Tm,Tn,To \
            save:!Tm,Tn,To@Tm@Tn@To# $p:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* q:|.Tm,Tn~To*@Tm@Tn \
            y:|.To*@To
        Tm.p Tn.p To.q | timer      | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* x~Tm,Tn,To \
            p:|~Tm,Tn,To*'.Tm,Tn@Tm@Tn q~To y:|.To*@To
        Tm.p Tn.p To.q | exit       | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* xp~Tm,Tn,To \
            exit:!Tm,Tn,To@Tm@Tn@To#
        Tm.p Tn.p To.q | cancel     | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* xp~Tm,Tn,To \
            cancel:xTm,Tn,To@Tm@Tn@To#
        Tm.p Tn.p To.q | fail       | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* xp~Tm,Tn,To fail:@Tm \
            q:|.Tn~To*@Tn y:|.To*@To
        Tm.p Tn.p To.q | late       | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* xp~Tm,Tn,To q:|.Tm,Tn~To* \
            y:|.To* done:|*@Tm@Tn@To=
        Tm.p Tn.p To.q | lateCancel | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* xp~Tm,Tn,To q:|.Tm,Tn~To* \
            y:|.To* cancel:xTm,Tn,To@Tm@Tn@To#
        Tm.p Tn.p To.q | asking     | a:+Tm,Tn,To?Tm,Tn,To exit:-Tm,Tn,To|#
        Tm.p Tn.p To.q | starting   | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To exit:!Tm,Tn,To*@Tm@Tn@To#
        Tn.q Tm.p      | forward    | a:+Tn,Tm?Tn,Tm|>Tn,Tm* xp~Tn,Tm q:|.Tm~Tn*@Tm y:|.Tn*@Tn
        Tn.q Tm.p      | back       | a:+Tn,Tm?Tn,Tm|>Tn,Tm* xp~Tn,Tm q:|.Tm~Tn*@Tm <p:|.Tn*@Tn
        Tn.q Tm.p      | late       | a:+Tn,Tm?Tn,Tm|>Tn,Tm* xp~Tn,Tm q:|.Tm~Tn* y:|.Tn* \
            done:|*@Tm@Tn=
        Tn.q Tm.p      | lateCancel | a:+Tn,Tm?Tn,Tm|>Tn,Tm* xp~Tn,Tm q:|.Tm~Tn* y:|.Tn* \
            cancel:xTn,Tm@Tm@Tn#
        Tn.q Tm.p      | save       | a:+Tn,Tm?Tn,Tm|>Tn,Tm* xp~Tn,Tm save:!Tn,Tm@Tn@Tm#
        Tn.q Tm.p      | timer      | a:+Tn,Tm?Tn,Tm|>Tn,Tm* x~Tn,Tm p:|~Tn,Tm*'.Tm@Tm q~Tn \
            y:|.Tn*@Tn
        Qn Sm Tl       | forward    | a:+Tl?Tl|>Tl* x:+Sm?Sm|>Sm~Tl* p:+Qn?Qn|>Qn~Tl,Sm* \
            q~Tl,Sm,Qn /Q:!Qn@Qn/Q y~Tl,Sm /S:!Sm@Sm/S b~Tl done:|.Tl*@Tl=
        Qn Sm Tl       | late       | a:+Tl?Tl|>Tl* x:+Sm?Sm|>Sm~Tl* p:+Qn?Qn|>Qn~Tl,Sm* \
            q~Tl,Sm,Qn /Q:!Qn@Qn/Q y~Tl,Sm /S:!Sm@Sm/S b~Tl done:|.Tl*@Tl=
        Qn Sm Tl       | exit       | a:+Tl?Tl|>Tl* x:+Sm?Sm|>Sm~Tl* p:+Qn?Qn|>Qn~Tl,Sm* \
            exit:!Tl,Sm,Qn@Tl@Sm@Qn#
        Qn Sm Tl       | cancel     | a:+Tl?Tl|>Tl* x:+Sm?Sm|>Sm~Tl* p:+Qn?Qn|>Qn~Tl,Sm* \
            cancel:xTl,Sm,Qn@Tl@Sm@Qn#
        Qn Sm Tl       | save       | a:+Tl?Tl|>Tl* x:+Sm?Sm|>Sm~Tl* p:+Qn?Qn|>Qn~Tl,Sm* \
            save:!Tl,Sm,Qn@Tl@Sm@Qn#
        Qn Sm Tl       | starting   | a:+Tl?Tl|>Tl exit:!Tl*@Tl#
        Qn Sm Tl       | resume     | a:+Tl?Tl|>Tl* x:+Sm?Sm|>Sm~Tl* p:+Qn?Qn|>Qn~Tl,Sm* \
            save:!Tl,Sm,Qn@Tl@Sm@Qn# $p:+Tl,Sm,Qn?Tl,Sm,Qn|>Tl,Sm,Qn* q~Tl,Sm,Qn /Q:!Qn@Qn/Q \
            y~Tl,Sm /S:!Sm@Sm/S b~Tl done:|.Tl*@Tl=
        Sm.x Sn        | forward    | x:+Sm,Sn?Sm,Sn|>Sm,Sn* p:|.Sm~Sn*@Sm qy~Sn /S:!Sn@Sn/S
        Sm.x Sn        | back       | x:+Sm,Sn?Sm,Sn|>Sm,Sn* p:|.Sm~Sn*@Sm q<p<x~Sn <a:|.Sn*@Sn \
            x:+Sm2,Sn2?Sm2,Sn2|>Sm2,Sn2* p:|.Sm2~Sn2*@Sm2 qy~Sn2 /S:!Sn2@Sn2/S
        Sm.x Sn        | loop       | x:+Sm,Sn?Sm,Sn|>Sm,Sn* p:|.Sm~Sn*@Sm pqpqy~Sn /S:!Sn@Sn/S
        Sm.x Sn        | late       | x:+Sm,Sn?Sm,Sn|>Sm,Sn* p:|.Sm~Sn* qy~Sn /S:!Sn@Sm@Sn/S
        Sm.x Sn        | exit       | x:+Sm,Sn?Sm,Sn|>Sm,Sn* p:|.Sm~Sn*@Sm exit:!Sn@Sn#
        Sm.x Sn        | cancel     | x:+Sm,Sn?Sm,Sn|>Sm,Sn* p:|.Sm~Sn*@Sm cancel:xSn@Sn#
        Sn.x           | late       | x:+Sn?Sn|>Sn* p:|.Sn* /S:@Sn/S
        Sn.x           | lateCancel | x:+Sn?Sn|>Sn* p:|.Sn* cancel:xSn@Sn#
        Tm.x Tn        | lateFail   | a:+Tm,Tn?Tm,Tn|>Tm,Tn* x~Tm,Tn p:|.Tm~Tn* qyb~Tn \
            done:|.Tn*@Tm@Tn=
        Tn.x Tm        | lateFail   | a:+Tn,Tm?Tn,Tm|>Tn,Tm* x~Tn,Tm p:|.Tn~Tm* done:|*@Tn@Tm=
        Tm Tn.x To.a   | lateFail   | a:+Tm,Tn,To?Tm,Tn,To|>Tm,Tn,To&* x:|.To~Tm,Tn* \
            p:|.Tn~Tm* done:|*@To@Tn@Tm=
        Sm Tn.x Qo.p   | lateFail   | a:+Tn?Tn|>Tn* x:+Sm?Sm|>Sm~Tn* \
            p:+Qo?Qo|.Tn>Qo~Sm&* fail:@Sm q:|.Qo* /Q:@Qo/Q@Tn
        Tn.a Sm.x Sw   | lateFail   | a:+Tn?Tn|>Tn* x:+Sm,Sw?Sm,Sw|.Tn>Sm,Sw* p:|.Sm~Sw* \
            qy~Sw /S:!Sw@Sm@Sw/S@Tn
        Tm Sm          | forward    | a:+Tm?Tm|>Tm* xpqyb~Tm done:|.Tm*@Tm=
        Tm Sm          | back       | a:+Tm?Tm|>Tm* xpq<p<x<axpqyb~Tm done:|.Tm*@Tm=
        Tm Sm          | jump       | a:+Tm?Tm|>Tm* ^b^qyb~Tm done:|.Tm*@Tm=
        Tm Sm          | resume     | a:+Tm?Tm|>Tm* xp~Tm save:!Tm@Tm# $p:+Tm?Tm|>Tm* qyb~Tm \
            done:|.Tm*@Tm=
        Tm Sm          | exit       | a:+Tm?Tm|>Tm* xp~Tm exit:!Tm@Tm#
        Tm Sm          | fail       | a:+Tm?Tm|>Tm* xp~Tm fail:@Tm
        Tm Sm          | deny       | a:+Tm?Tm@Tm|* x:+Sm?Sm@Sm|*
        Tm Sm          | noStart    | a:+Tm?Tm|>Tm@Tm* x:+Sm?Sm|>Sm@Sm*
        Sm Tm>b        | forward    | x:+Sm?Sm|>Sm* pqy~Sm /S:!Sm@Sm/S b:+Tm?Tm|>Tm* \
            done:|.Tm*@Tm=
        Sm Tm>b        | jump       | ^b:+Tm?Tm|>Tm* ^qyb~Tm done:|.Tm*@Tm=
        Sm Tm>b        | late       | x:+Sm?Sm|>Sm* pqy~Sm /S:!Sm@Sm/S b:+Tm?Tm|>Tm* \
            done:|.Tm*@Tm=
        Sm Tm>b        | resume     | x:+Sm?Sm|>Sm* p~Sm save:!Sm@Sm# $p:+Sm?Sm|>Sm* qy~Sm \
            /S:!Sm@Sm/S b:+Tm?Tm|>Tm* done:|.Tm*@Tm=
        Tm>b Sm Qn     | resume     | x:+Sm?Sm|>Sm* p:+Qn?Qn|>Qn~Sm* save:!Sm,Qn@Sm@Qn# \
            $p:+Sm,Qn?Sm,Qn|>Sm,Qn* q~Sm,Qn /Q:!Qn@Qn/Q y~Sm /S:!Sm@Sm/S b:+Tm?Tm|>Tm* \
            done:|.Tm*@Tm=
        Sm>S Qm>S      | forward    | nothing
        Tm>T Sn>x.T    | forward    | x:+Sn?Sn|>Sn* pqy~Sn /S:!Sn@Sn/S
        Sm.x Qm        | forward    | x:+Sm?Sm|>Sm* p:+Qm?Qm|.Sm>Qm@Sm* q~Qm /Q:!Qm@Qm/Q
        Sm.x Qm        | back       | x:+Sm?Sm|>Sm* p:+Qm?Qm|.Sm>Qm@Sm* q<p~Qm <x:|.Qm*@Qm \
            x:+Sm2?Sm2|>Sm2* p:+Qm2?Qm2|.Sm2>Qm2@Sm2* q~Qm2 /Q:!Qm2@Qm2/Q
        Sm.x Qm        | late       | x:+Sm?Sm|>Sm* p:+Qm?Qm|.Sm>Qm* q~Qm /Q:!Qm@Qm/Q@Sm
        Sm.x Qm        | loop       | x:+Sm?Sm|>Sm* p:+Qm?Qm|.Sm>Qm@Sm* pq~Qm /Q:!Qm@Qm/Q \
            p:+Qm2?Qm2|>Qm2* q~Qm2 /Q:!Qm2@Qm2/Q
        Sm.x Qm        | timer      | x:+Sm?Sm|>Sm* p:+Qm?Qm|.Sm>Qm@Sm* q~Qm /Q:!Qm@Qm/Q
        Sm.x Qm.p Tm>b | forward    | x:+Sm?Sm|>Sm* p:+Qm?Qm|.Sm>Qm@Sm* q:|.Qm*@Qm b:+Tm?Tm|>Tm* \
            done:|.Tm*@Tm=
        Sm.x Qm.p Tm>b | late       | x:+Sm?Sm|>Sm* p:+Qm?Qm|.Sm>Qm* q:|.Qm* /Q:@Qm/Q@Sm \
            b:+Tm?Tm|>Tm* done:|.Tm*@Tm=
        Sm.x Qm.p Tm>b | fail       | x:+Sm?Sm|>Sm* p:+Qm?Qm|.Sm>Qm@Sm* fail:@Qm b:+Tm?Tm|>Tm* \
            done:|.Tm*@Tm=
        Tw Tn          | forward    | a:+Tw,Tn?Tw,Tn|>Tw,Tn* xpqyb~Tw,Tn done:|.Tn~Tw*@Tn= \
            end:!Tw@Tw#
        Tw Tn          | timer      | a:+Tw,Tn?Tw,Tn|>Tw,Tn* xpqyb~Tw,Tn done:|~Tw,Tn*'.Tn@Tn= \
            end:!Tw@Tw#
        Tw Tn          | exit       | a:+Tw,Tn?Tw,Tn|>Tw,Tn* xp~Tw,Tn exit:!Tw,Tn@Tw@Tn#
        Tw Tn          | cancel     | a:+Tw,Tn?Tw,Tn|>Tw,Tn* xp~Tw,Tn cancel:xTw,Tn@Tw@Tn#
        Tw Tn          | late       | a:+Tw,Tn?Tw,Tn|>Tw,Tn* xpqyb~Tw,Tn done:|.Tn~Tw*@Tn= \
            end:!Tw@Tw#
        Sw.x Sn.x      | forward    | x:+Sw,Sn?Sw,Sn|>Sw,Sn* p:|.Sn~Sw*@Sn qy~Sw /S:!Sw@Sw/S
        Sw.x Sn.x      | back       | x:+Sw,Sn?Sw,Sn|>Sw,Sn* p:|.Sn~Sw*@Sn q<p<x~Sw <a:|.Sw*@Sw \
            x:+Sw2,Sn2?Sw2,Sn2|>Sw2,Sn2* p:|.Sn2~Sw2*@Sn2 qy~Sw2 /S:!Sw2@Sw2/S
        Sw.x Sn.x      | late       | x:+Sw,Sn?Sw,Sn|>Sw,Sn* p:|.Sn~Sw* qy~Sw /S:!Sw@Sn@Sw/S
        Sw.x Sn.x      | exit       | x:+Sw,Sn?Sw,Sn|>Sw,Sn* p:|.Sn~Sw*@Sn exit:!Sw@Sw#
        Tz Tn          | forward    | a:+Tz,Tn?Tn|>Tn* xpqyb~Tn done:|.Tn*@Tn=
        Tz Tn          | resume     | a:+Tz,Tn?Tn|>Tn* xp~Tn save:!Tn@Tn# $p:+Tn?Tn|>Tn* qyb~Tn \
            done:|.Tn*@Tn=
        Tz Tn          | asking     | a:+Tz,Tn?Tn exit:-Tn|#
        Sz Tz          | forward    | a:+Tz|* x:+Sz|*
        Sz Tz          | exit       | a:+Tz|* x:+Sz|*
        To Soo Qooo    | forward    | a:+To?To|>To&* x:+Soo?Soo|>Soo~To* \
            p:+Qooo?Qooo|>Qooo~To,Soo* q~To,Soo,Qooo /Q:!Qooo@Qooo/Q y~To,Soo /S:!Soo@Soo/S b~To \
            done:|.To*@To=
        Tm>p.p Tn>p.p  | loop       | p:+Tm,Tn?Tm,Tn|>Tm,Tn* \
            p:+Tm2,Tn2?Tm2,Tn2|.Tm,Tn@Tm>Tm2@Tn>Tn2* q:|.Tm2,Tn2*@Tm2@Tn2 \
            p:+Tm3,Tn3?Tm3,Tn3|>Tm3,Tn3* q:|.Tm3,Tn3*@Tm3@Tn3
        Tm>p.p Tn>p.p  | late       | p:+Tm,Tn?Tm,Tn|>Tm,Tn* q:|.Tm,Tn* done:|*@Tm@Tn=
        Tm>p.p Tn>p.p  | resume     | p:+Tm,Tn?Tm,Tn|>Tm,Tn* save:!Tm,Tn@Tm@Tn# \
            $p:+Tm,Tn?Tm,Tn|>Tm,Tn* q:|.Tm,Tn*@Tm@Tn
        Qm Qn.p        | loop       | p:+Qm,Qn?Qm,Qn|>Qm,Qn* p:|.Qn~Qm*@Qn q~Qm /Q:!Qm@Qm/Q \
            p:+Qm2,Qn2?Qm2,Qn2|>Qm2,Qn2* q:|.Qn2~Qm2*@Qn2 /Q:!Qm2@Qm2/Q
        Qm Qn.p        | back       | p:+Qm,Qn?Qm,Qn|>Qm,Qn* q:|.Qn~Qm*@Qn <p~Qm <x:|.Qm*@Qm \
            p:+Qm2,Qn2?Qm2,Qn2|>Qm2,Qn2* q:|.Qn2~Qm2*@Qn2 /Q:!Qm2@Qm2/Q
        Qm Qn.p        | late       | p:+Qm,Qn?Qm,Qn|>Qm,Qn* q:|.Qn~Qm* /Q:!Qm@Qn@Qm/Q
        Qm Qn.p        | lateCancel | p:+Qm,Qn?Qm,Qn|>Qm,Qn* q:|.Qn~Qm* y:|.Qm* \
            cancel:xQm,Qn@Qn@Qm#
        Qm Qn Sl.Q     | forward    | x:+Sl?Sl|>Sl* p:+Qm,Qn?Qm,Qn|>Qm,Qn~Sl* q~Sl,Qm,Qn \
            /Q:!Qm,Qn@Qm@Qn/Q y:|.Sl*@Sl
        Qm Qn Sl.Q     | late       | x:+Sl?Sl|>Sl* p:+Qm,Qn?Qm,Qn|>Qm,Qn~Sl* q~Sl,Qm,Qn \
            /Q:!Qm,Qn@Qm@Qn/Q y:|.Sl* /S:@Sl/S
        Qm Qn Sl.Q     | lateCancel | x:+Sl?Sl|>Sl* p:+Qm,Qn?Qm,Qn|>Qm,Qn~Sl* q~Sl,Qm,Qn \
            y:|.Sl,Qm,Qn* cancel:xSl,Qm,Qn@Qm@Qn@Sl#
        Qm Qn Sl.Q     | back       | x:+Sl?Sl|>Sl* p:+Qm,Qn?Qm,Qn|>Qm,Qn~Sl* q<p~Sl,Qm,Qn \
            <x:|.Sl,Qm,Qn*@Sl@Qm@Qn x:+Sl2?Sl2|>Sl2* p:+Qm2,Qn2?Qm2,Qn2|>Qm2,Qn2~Sl2* \
            q~Sl2,Qm2,Qn2 /Q:!Qm2,Qn2@Qm2@Qn2/Q y:|.Sl2*@Sl2
        Qm Qn Sl.Q     | cancel     | x:+Sl?Sl|>Sl* p:+Qm,Qn?Qm,Qn|>Qm,Qn~Sl* \
            cancel:xSl,Qm,Qn@Sl@Qm@Qn#
        """
}
