// Zooms and moves the view by wheel, pointer, touch and keys.

function listen(panel) {
  const { canvas } = panel;
  const fingers = new Map();
  let spread = null;
  canvas.addEventListener('wheel', (turn) => {
    const isSideways = Math.abs(turn.deltaX) > Math.abs(turn.deltaY);
    if (!turn.ctrlKey && !turn.metaKey && !isSideways) return;
    turn.preventDefault();
    if (isSideways && !turn.ctrlKey) move(turn.deltaX / panel.width);
    else zoom(Math.exp(Math.max(-1, Math.min(1, turn.deltaY / 200))), panel.position(turn.offsetX));
  }, { passive: false });
  canvas.addEventListener('pointerdown', (press) => {
    fingers.set(press.pointerId, press.offsetX);
    canvas.setPointerCapture(press.pointerId);
  });
  canvas.addEventListener('pointermove', (motion) => {
    panel.tell(motion.offsetX);
    if (!fingers.has(motion.pointerId)) return;
    const before = fingers.get(motion.pointerId);
    fingers.set(motion.pointerId, motion.offsetX);
    if (fingers.size === 1) return void move((before - motion.offsetX) / panel.width);
    const [one, other] = [...fingers.values()];
    const now = Math.max(10, Math.abs(one - other));
    if (spread) zoom(spread / now, panel.position((one + other) / 2));
    spread = now;
  });
  for (const name of ['pointerup', 'pointercancel']) {
    canvas.addEventListener(name, (lift) => {
      fingers.delete(lift.pointerId);
      spread = null;
    });
  }
  canvas.addEventListener('pointerleave', () => { panel.values.textContent = ''; });
  canvas.addEventListener('dblclick', () => show(whole0, whole1));
  canvas.addEventListener('keydown', pressKey);
}
