// Takes a picture for the task: by the phone's camera app, from its stored pictures, or by the camera on this page if
// the connection is secure. Shrinks it before sending, since the network may be slow.

import { freshId, make, makeOwnButton, makeText, set, showText } from './dom.js';
import { say } from './words.js';

const longest = 2048;
const quality = 0.85;

export function makeCamera(node, page) {
  const isCamera = node.face.content.media === 'camera';
  const file = make('input', { type: 'file', accept: 'image/*', id: freshId(), className: 'unseen' });
  if (isCamera) file.setAttribute('capture', 'environment');
  const chooses = say(isCamera ? 'takePicture' : 'choosePicture');
  const choose = make('label', { htmlFor: file.id, className: 'button plain' }, chooses);
  const title = makeText('p', 'name');
  const status = make('p', { className: 'label detail', role: 'status' });
  const preview = make('img', { className: 'preview', alt: say('yourPicture'), hidden: true });
  const finder = isCamera ? makeFinder((canvas) => send(canvas), (text) => show(text)) : null;
  const element = make(
    'div', { className: 'camera' }, title, make('div', { className: 'answers' }, file, choose, finder?.button),
    finder?.element, preview, status,
  );

  const show = (text) => { status.textContent = text; };
  const send = async (canvas) => {
    const picture = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (!picture) return show(say('noPicture'));
    URL.revokeObjectURL(preview.src);
    preview.src = URL.createObjectURL(picture);
    preview.hidden = false;
    show(say('sending'));
    page.send({ event: 'pictured', id: node.id }, performance.now(), {
      picture,
      onEnd: (outcome) => show(say({ taken: 'sent', tooLarge: 'tooLarge' }[outcome] ?? 'notSent')),
    });
  };
  file.onchange = async () => {
    const [chosen] = file.files;
    file.value = '';
    if (!chosen) return;
    try {
      const image = await createImageBitmap(chosen, { imageOrientation: 'from-image' });
      await send(drawn(image, image.width, image.height));
      image.close();
    } catch {
      show(say('noPicture'));
    }
  };
  return {
    element,
    input: file,
    update: ({ content, style, told }) => {
      const takesFilm = content.address === 'video';
      showText(title, told.label);
      file.disabled = takesFilm || style.isEnabled === false;
      choose.hidden = takesFilm;
      if (finder) finder.button.hidden = takesFilm || !finder.isPossible;
      set(file, 'aria-label', `${choose.textContent} – ${told.label}`);
      if (takesFilm) show(say('noFilms'));
    },
    close: () => {
      finder?.stop();
      URL.revokeObjectURL(preview.src);
    },
  };
}

/** Draws a picture at no more than the greatest size that is sent. */
function drawn(source, width, height) {
  const share = Math.min(1, longest / Math.max(width, height));
  const canvas = make('canvas', { width: Math.round(width * share), height: Math.round(height * share) });
  canvas.getContext('2d').drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The live picture of the camera, with a shutter button. */
function makeFinder(take, tell) {
  const video = make('video', { playsInline: true, muted: true, autoplay: true });
  video.setAttribute('aria-hidden', 'true');
  const shutter = makeOwnButton('main', say('shutter'));
  const leave = makeOwnButton('plain', say('stopCamera'));
  const buttons = make('div', { className: 'answers' }, leave, shutter);
  const element = make('div', { className: 'finder', hidden: true }, video, buttons);
  const button = makeOwnButton('plain', say('cameraHere'));
  let stream;

  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    video.srcObject = null;
    element.hidden = true;
  };
  button.onclick = async () => {
    try {
      const wanted = { facingMode: 'environment', width: { ideal: longest } };
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
      if (!element.isConnected) return stop();
      video.srcObject = stream;
      element.hidden = false;
      shutter.focus();
    } catch {
      stop();
      tell(say('noCamera'));
    }
  };
  leave.onclick = () => {
    stop();
    button.focus();
  };
  shutter.onclick = () => {
    if (!video.videoWidth) return;
    const canvas = drawn(video, video.videoWidth, video.videoHeight);
    stop();
    button.focus();
    take(canvas);
  };
  const isPossible = isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
  return { element, button, stop, isPossible };
}
