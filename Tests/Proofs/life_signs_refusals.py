"""Of the proof `life-signs`: brokers that are refused, each with its remedy, beside recordings that lose nothing."""

from life_signs_broker import Broker, end, run

CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def authority(out, name):
    run("openssl", "req", "-x509", *CURVE, "-subj", f"/CN=Authority {name}", "-days", "30",
        "-keyout", out / f"{name}.key", "-out", out / f"{name}.pem")


def certificate(out, name, host, signer, expired=False):
    (out / f"{name}.ext").write_text(f"subjectAltName=DNS:{host}\n")
    run("openssl", "req", "-new", *CURVE, "-subj", f"/CN={name}", "-keyout", out / f"{name}.key",
        "-out", out / f"{name}.csr")
    (out / "index.txt").write_text("")
    (out / "serial").write_text("01\n")
    (out / "ca.conf").write_text(f"[ca]\ndefault_ca=own\n[own]\ndatabase={out}/index.txt\nserial={out}/serial\n"
                                 f"new_certs_dir={out}\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n")
    dates = ["-startdate", "200101000000Z", "-enddate", "200201000000Z"] if expired else ["-days", "30"]
    run("openssl", "ca", "-batch", "-notext", "-config", out / "ca.conf", "-in", out / f"{name}.csr",
        "-cert", out / f"{signer}.pem", "-keyfile", out / f"{signer}.key", "-extfile", out / f"{name}.ext",
        "-out", out / f"{name}.pem", *dates)


def refusals(boards, faults):
    """What is wrong with a broker, or with a secret for it, is told with the remedy, and the recording is whole."""
    out = boards.out
    authority(out, "right")
    authority(out, "wrong")
    certificate(out, "good", "localhost", "right")
    certificate(out, "other", "other.example", "right")
    certificate(out, "old", "localhost", "right", expired=True)

    def encrypted(name):
        return Broker(out, name, f"certfile {out}/{name}.pem", f"keyfile {out}/{name}.key", "allow_anonymous true")

    run("mosquitto_passwd", "-b", "-c", out / "passwords", "me", "right")
    for name, mode in [("secret", 0o600), ("open", 0o644)]:
        (out / name).write_text("wrong\n")
        (out / name).chmod(mode)
    with encrypted("good") as good, encrypted("other") as other, encrypted("old") as old, \
            Broker(out, "locked", "allow_anonymous false", f"password_file {out}/passwords") as locked:
        right, wrong = f"ca={out}/right.pem", f"ca={out}/wrong.pem"
        password = f"mqtt://me@localhost:{locked.port}/proof?password-file={out}"
        judge(boards, faults, {
            "trusted": (f"mqtts://localhost:{good.port}/proof?{right}", []),
            "authority": (f"mqtts://localhost:{good.port}/proof?{wrong}",
                          ["signed by Authority right", "by ca=FILE"]),
            "unknown": (f"mqtts://localhost:{good.port}/proof", ["signed by Authority right", "by ca=FILE"]),
            "name": (f"mqtts://localhost:{other.port}/proof?{right}", ["is for other.example", "called as localhost"]),
            "expired": (f"mqtts://localhost:{old.port}/proof?{right}", ["expired on 2020-02-01", "clock"]),
            "password": (f"{password}/secret",
                         ["does not take the user's name or the password", "password-file=FILE"]),
            "exposed": (f"{password}/open", ["other users of this machine can read", f"chmod 600 {out}/open"]),
        })


def judge(boards, faults, cases):
    before = len(faults)
    running = {name: boards.record(name, url, 3) for name, (url, _) in cases.items()}
    for name, (_, words) in cases.items():
        status = end(running[name])
        found, gone = boards.lost(name)
        said = boards.said(name)
        faults.expect((status, gone) == (0, 0) and found > 8000,
                      f"{name}: status {status}, {found} samples, {gone} lost")
        for text in words:
            faults.expect(text in said, f"{name}: {text!r} is not told: {said}")
        faults.expect(bool(words) == ("life signs:" in said), f"{name}: {said}")
        faults.expect("wrong\n" not in said, f"{name}: the password is told")
    if len(faults) == before:
        print(f"life-signs: {len(cases) - 1} brokers and secrets refused with the remedy, "
              "one with the right certificate taken")
