// Performs the cues of a task: speech, sound, vibration, and a screen that stays on. Browsers allow the first three
// only after a touch that asks for them; until then the page claims none of them, and the board performs them.

import { resource } from './dom.js';

// A browser whose speech has not begun within this time cannot speak.
const start = 3000;
const perCharacter = 200;

class Voice {
  #queue = [];
  #current = null;
  #timer;

  constructor(answer) { this.answer = answer; }

  get isThere() { return 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window; }

  speak(id, text, language) {
    this.#queue.push({ id, text, language });
    if (!this.#current) this.#next();
  }

  silence() {
    const all = [this.#current, ...this.#queue].filter(Boolean);
    this.#queue = [];
    this.#current = null;
    clearTimeout(this.#timer);
    speechSynthesis.cancel();
    for (const { id } of all) this.answer(id, false);
  }

  #next() {
    const wanted = this.#queue.shift() ?? null;
    this.#current = wanted;
    if (!wanted) return;
    const utterance = new SpeechSynthesisUtterance(wanted.text);
    // Kept here because some browsers free an utterance while it is spoken, and then never report its end.
    wanted.utterance = utterance;
    utterance.lang = wanted.language;
    const voices = speechSynthesis.getVoices();
    const isOf = (voice, length) => voice.lang.replace('_', '-').slice(0, length).toLowerCase()
      === wanted.language.slice(0, length).toLowerCase();
    utterance.voice = voices.find((voice) => isOf(voice, 5)) ?? voices.find((voice) => isOf(voice, 2)) ?? null;
    utterance.onstart = () => this.#limit(wanted, 5000 + perCharacter * wanted.text.length);
    utterance.onend = () => this.#end(wanted, true);
    utterance.onerror = () => this.#end(wanted, false);
    this.#limit(wanted, start);
    speechSynthesis.resume();
    speechSynthesis.speak(utterance);
  }

  #limit(wanted, milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      speechSynthesis.cancel();
      this.#end(wanted, false);
    }, milliseconds);
  }

  #end(wanted, isFinished) {
    if (this.#current !== wanted) return;
    clearTimeout(this.#timer);
    this.answer(wanted.id, isFinished);
    this.#next();
  }
}

class Sounds {
  #context;
  #known = new Map();

  get isThere() { return 'AudioContext' in window; }

  turnOn() {
    this.#context ??= new AudioContext();
    this.#context.resume().catch(() => {});
  }

  async play(name) {
    this.turnOn();
    try {
      if (!this.#known.has(name)) this.#known.set(name, await this.#fetch(name));
      const source = this.#context.createBufferSource();
      source.buffer = this.#known.get(name);
      source.connect(this.#context.destination);
      source.start();
    } catch {
      this.#beep();
    }
  }

  async #fetch(name) {
    const answer = await fetch(resource(name));
    if (!answer.ok) throw new Error('no such sound');
    return this.#context.decodeAudioData(await answer.arrayBuffer());
  }

  #beep() {
    const [tone, volume, now] = [this.#context.createOscillator(), this.#context.createGain(), this.#context.currentTime];
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.3, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.3);
    tone.connect(volume).connect(this.#context.destination);
    tone.start(now);
    tone.stop(now + 0.3);
  }
}

export class Cues {
  #isOn = false;
  #sounds = new Sounds();

  /** Calls `answer(id, isFinished)` when a text has ended; `language()` returns the screen's language. */
  constructor({ answer, language, onChange }) {
    Object.assign(this, { answer, language, onChange });
    this.voice = new Voice(answer);
  }

  /** The cues that this page performs now. */
  get does() {
    if (!this.#isOn) return [];
    const can = { speak: this.voice.isThere, sound: this.#sounds.isThere, vibrate: 'vibrate' in navigator };
    return Object.keys(can).filter((kind) => can[kind]);
  }

  get isOn() { return this.#isOn; }

  /** Turns the cues on; call it from a touch handler. */
  turnOn() {
    this.#isOn = true;
    if (this.#sounds.isThere) this.#sounds.turnOn();
    // A silent word: the first speech that a touch asks for unlocks the voice.
    if (this.voice.isThere) speechSynthesis.speak(new SpeechSynthesisUtterance(' '));
    this.onChange();
  }

  perform(cue) {
    switch (cue.cue) {
      case 'speak':
        if (!this.#isOn || !this.voice.isThere) return this.answer(cue.id, false);
        return this.voice.speak(cue.id, cue.text, this.language());
      case 'silence': return this.voice.isThere && this.voice.silence();
      case 'sound': return this.#isOn && this.#sounds.isThere && this.#sounds.play(cue.name);
      case 'vibrate': return this.#isOn && navigator.vibrate?.(500);
      default: return undefined;
    }
  }
}

/** Keeps the screen on while a task is shown. */
export class WakeLock {
  #lock = null;
  #isWanted = false;

  constructor() {
    document.addEventListener('visibilitychange', () => this.#take());
  }

  set isWanted(isWanted) {
    if (this.#isWanted === isWanted) return;
    this.#isWanted = isWanted;
    if (isWanted) this.#take();
    else this.#lock?.release().catch(() => {});
  }

  async #take() {
    if (!this.#isWanted || document.hidden || !navigator.wakeLock || (this.#lock && !this.#lock.released)) return;
    try {
      this.#lock = await navigator.wakeLock.request('screen');
      if (!this.#isWanted) await this.#lock.release();
    } catch { /* A phone that is low on power refuses; it is asked again when the page is seen again. */ }
  }
}
