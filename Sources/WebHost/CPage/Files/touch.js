// Touch areas: reports each touch as it begins, moves and ends, for several fingers at once, and suppresses what
// browsers do with touches (zoom, selection, menus).

// A click this soon after a touch belongs to that touch.
const sameTouch = 1000;

/** Reports the touches in an area; those on its buttons as the buttons'. */
export function watchTouches(view, areaId, page) {
  const area = view.element;
  const hands = new Map();
  let lastTouch = -Infinity;

  const tell = (hand, phase, event) => {
    const { left, top, width, height } = hand.element.getBoundingClientRect();
    const part = (place, size) => (size > 0 ? Math.round((place / size) * 1e4) / 1e4 : 0);
    const x = part(event.clientX - left, width);
    const y = part(event.clientY - top, height);
    page.send({ event: 'touched', id: hand.id, index: hand.index, phase, x, y }, event.timeStamp);
  };

  const begin = (event) => {
    lastTouch = event.timeStamp;
    if (!page.drives || (event.pointerType === 'mouse' && event.button !== 0)) return;
    event.preventDefault();
    const button = event.target.closest('button');
    const element = button && area.contains(button) ? button : area;
    const hand = { element, id: element === area ? areaId : element.dataset.id, index: freeIndex(hands) };
    hands.set(event.pointerId, hand);
    hand.element.classList.add('down');
    try { area.setPointerCapture(event.pointerId); } catch { /* The hand has gone already. */ }
    tell(hand, 'began', event);
  };

  const move = (event) => {
    const hand = hands.get(event.pointerId);
    if (!hand) return;
    // At most one move a frame: the screen does not show more.
    if (!hand.moved) hand.frame = requestAnimationFrame(() => tellMove(hand));
    hand.moved = event;
  };
  const tellMove = (hand) => {
    if (hand.moved) tell(hand, 'moved', hand.moved);
    hand.moved = undefined;
  };

  const end = (phase) => (event) => {
    const hand = hands.get(event.pointerId);
    if (!hand) return;
    lastTouch = event.timeStamp;
    cancelAnimationFrame(hand.frame);
    hands.delete(event.pointerId);
    tell(hand, phase, event);
    if (![...hands.values()].some((other) => other.element === hand.element)) hand.element.classList.remove('down');
  };

  // A click by keyboard or screen reader; that of a touch has been reported already.
  const click = (event) => {
    const button = event.target.closest('button');
    if (!button || event.timeStamp - lastTouch < sameTouch || !page.drives) return;
    page.send({ event: 'tapped', id: button.dataset.id }, event.timeStamp);
  };

  const refuse = (event) => event.preventDefault();
  const cancel = end('cancelled');
  const listeners = {
    pointerdown: begin, pointermove: move, pointerup: end('ended'), pointercancel: cancel,
    lostpointercapture: cancel, click,
  };
  for (const [name, take] of Object.entries(listeners)) area.addEventListener(name, take);
  for (const name of ['contextmenu', 'selectstart', 'dragstart', 'touchstart', 'touchmove', 'touchend']) {
    area.addEventListener(name, refuse, { passive: false });
  }
  // A key that is held down counts as one tap.
  area.addEventListener('keydown', (event) => { if (event.repeat && event.key !== 'Tab') event.preventDefault(); });
}

function freeIndex(hands) {
  const taken = new Set([...hands.values()].map((hand) => hand.index));
  let index = 0;
  while (taken.has(index)) index += 1;
  return index;
}
