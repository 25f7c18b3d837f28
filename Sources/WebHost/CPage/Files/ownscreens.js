// The screens that the page shows in place of a task: connecting, waiting, the code, another tab, and the end.

import { showAlone, showPairing } from './frame.js';
import { say } from './words.js';

export class OwnScreens {
  #shown = '';

  /** Calls `on.change` before drawing another screen, and `on.startAnew` when the user wants to reconnect. */
  constructor(container, on) { Object.assign(this, { container, on }); }

  /** Notes that a task is shown instead. */
  leave() { this.#shown = ''; }

  /** Shows a screen, unless it is shown already: so what is being typed stays. */
  show(name, language, reason) {
    const shown = [name, language, reason].join();
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.on.change();
    Object.assign(this.container, { lang: language, dir: '' });
    this.container.removeAttribute('aria-busy');
    this.#draw(name, reason);
  }

  #draw(name, reason) {
    const { container, on } = this;
    switch (name) {
      case 'pair': return showPairing(container, on.startAnew);
      case 'replaced':
        return showAlone(container, {
          title: say('replaced'), texts: [say('replacedMore')], button: say('useHere'), onPress: on.startAnew,
        });
      case 'over':
        return showAlone(container, { title: say('over'), texts: [say(reason ?? ''), say('close')].filter(Boolean) });
      case 'waiting':
        return showAlone(container, { title: say('waiting'), texts: [say('waitingMore')], isBusy: true });
      default: return showAlone(container, { title: say('connecting'), texts: [], isBusy: true });
    }
  }
}
