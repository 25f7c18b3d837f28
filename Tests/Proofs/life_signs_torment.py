"""Of the proof `life-signs`: a broker that is killed, hangs and comes back beside a wearable, and the wills of boards."""

import os
import signal
import shutil
import time

from life_signs_board import Wearable, children_of
from life_signs_broker import PATIENCE, Broker, Listener, end


def torment(boards, seconds, faults):
    """A broker is killed and hangs while a wearable is recorded; a machine that was too busy has one more try."""
    for is_last in (False, True):
        with Broker(boards.out, "plain", "allow_anonymous true") as broker:
            held_up = _torment(boards, broker, seconds, faults)
        if not held_up:
            return
        if is_last:
            faults.append(f"twice: {held_up}")
            return
        print(f"life-signs: once more, since {held_up}")
        shutil.rmtree(boards.out / "wearable")


def _torment(boards, broker, seconds, faults):
    """What the machine alone may have spoiled, in words; every line has to be accounted for all the same."""
    wearable = Wearable(boards.out / "wearable.pipe")
    wearable.start()
    name = "wearable"
    recording = boards.record(name, broker.url(), seconds, wearable=wearable)
    kills, hangs, children = 0, 0, 0
    over = time.monotonic() + seconds - 3
    while time.monotonic() < over and recording.poll() is None:
        time.sleep(0.4)
        broker.kill()
        kills += 1
        time.sleep(0.3)
        broker.start()
        time.sleep(0.8)
        broker.hang()
        hangs += 1
        # Longer than the pipe has room for.
        time.sleep(1.6)
        broker.go_on()
        time.sleep(0.4)
        for child in children_of(recording.pid):
            try:
                os.kill(child, signal.SIGKILL)
                children += 1
            except ProcessLookupError:
                pass
    status = end(recording)
    wearable.ends = True
    readings, gone = boards.lost(name)
    numbers = [round(one["x"] * 1000) for one in boards.records_of(name)
               if one.get("sensorType") == "accelerometer" and "lost" not in one]
    missing = sum((after - before - 1) % 4000 for before, after in zip(numbers, numbers[1:]))
    faults.expect(2 * len(numbers) > wearable.count, f"only {len(numbers)} of {wearable.count} lines are there")
    # What the pipe had no room for nobody could read; each other line is there.
    faults.expect(missing <= wearable.dropped,
                  f"{missing} lines are missing, and the pipe had no room for {wearable.dropped}")
    faults.expect(status == (3 if gone else 0), f"the recording ended with status {status}: {boards.said(name)}")
    if wearable.dropped:
        return f"the pipe had no room for {wearable.dropped} lines"
    faults.expect((gone, missing) == (0, 0), f"{gone} lost, {missing} missing")
    if "the last ones have not reached the broker" in boards.said(name):
        return "the broker did not take the last sign in its time"
    state = broker.kept(name)
    faults.expect(state == "stopped", f"the broker keeps {state!r} of a board that has stopped")
    told = boards.said(name).count("life signs:")
    faults.expect(told == 1, f"told {told} times of the broker: {boards.said(name)}")
    print(f"life-signs: {len(numbers)} lines of nine axes at 1 kHz, {readings} samples, {gone} lost; "
          f"broker killed {kills} times and hung {hangs} times, its process here killed {children} times; "
          f"state at the end: {state}")
    return None


def wills(boards, with_hung, faults):
    """A recording that is killed, and one that hangs."""
    with Broker(boards.out, "wills", "allow_anonymous true") as broker, Listener(broker, faults) as listener:
        recording = boards.record("killed", broker.url(), 10 * PATIENCE)
        listener.wait_for_state("killed", "record", "recording")
        killed = time.monotonic()
        recording.kill()
        end(recording)
        took = listener.wait_for_state("killed", "record", "gone", killed) - killed
        print(f"life-signs: the will of a recording that was killed came after {took * 1000:.0f} ms")
        if with_hung:
            _hang(boards, broker, listener, faults)


def _hang(boards, broker, listener, faults):
    recording = boards.record("hung", broker.url(), 10 * PATIENCE)
    listener.wait_for_state("hung", "record", "recording")
    stopped = time.monotonic()
    hung = [recording.pid, *children_of(recording.pid)]
    for process in hung:
        os.kill(process, signal.SIGSTOP)
    took = listener.wait_for_state("hung", "record", "gone", stopped, 2 * PATIENCE) - stopped
    # A broker waits half as long again as it was told that the board keeps silent.
    faults.expect(took > 30, f"the will of a board that hangs came after {took:.0f} s, ahead of its time")
    print(f"life-signs: the will of a board that hangs came after {took:.1f} s, at 30 s of keeping alive")
    for process in hung:
        os.kill(process, signal.SIGCONT)
    listener.wait_for_state("hung", "record", "recording", stopped + took)
    recording.send_signal(signal.SIGINT)
    status = end(recording)
    found, gone = boards.lost("hung")
    # A synthetic walk is not late where its program is stopped: it says what it could not read.
    faults.expect(status == (3 if gone else 0) and found > 0,
                  f"a recording that went on: status {status}, {gone} told lost: {boards.said('hung')}")
    print(f"life-signs: it went on with {found} samples, {gone} told lost")
