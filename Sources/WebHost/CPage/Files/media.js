// Web pages and films of a task. A page is foreign data: it is shown in a sandboxed frame without scripts, and external
// addresses become links.

import { freshId, isElsewhere, make, resource } from './dom.js';
import { makeCamera } from './camera.js';
import { say } from './words.js';

export function makeMedia(node, page) {
  const { media } = node.face.content;
  if (media === 'camera' || media === 'pictures') return makeCamera(node, page);
  const id = freshId();
  const element = make('div', { className: `media ${media}` });
  return {
    element,
    update: ({ content, told }, old) => {
      if (old?.content.address === content.address && old.told.label === told.label) return;
      element.replaceChildren(show(content, told.label, id));
    },
    close: () => element.replaceChildren(),
  };
}

function show({ media, address, title }, label, id) {
  if (isElsewhere(address)) return makeLink(address, title || label);
  if (media === 'film') {
    const film = make('video', { controls: true, playsInline: true, preload: 'metadata', id, src: resource(address) });
    film.setAttribute('aria-label', label);
    return film;
  }
  const frame = make('iframe', { title: label || title || address, id });
  frame.setAttribute('sandbox', '');
  frame.src = resource(address);
  return frame;
}

function makeLink(address, title) {
  // Only http and https: an address is data, and might be a script.
  if (!/^https?:\/\//i.test(address)) return make('p', { className: 'label' }, address);
  return make(
    'a', { href: address, target: '_blank', rel: 'noopener noreferrer', className: 'button plain' },
    make('span', {}, title || address), make('span', { className: 'label detail' }, ` (${say('open')})`),
  );
}
