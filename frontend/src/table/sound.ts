/**
 * The table's sounds, made on the spot: no files. The audio context comes into being with the first gesture,
 * because browsers keep it silent before one.
 */
export type Sound = 'turn' | 'card' | 'trick' | 'result' | 'late';

type Audio = { context: AudioContext; noise: AudioBuffer };
let audio: Audio | null = null;

function wake(): void {
  if (audio !== null || typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  const noise = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  audio = { context, noise };
}

/** Make sounds possible from the next gesture on. */
export function listenForGesture(): () => void {
  const stop = new AbortController();
  const once = { once: true, capture: true, passive: true, signal: stop.signal };
  addEventListener('pointerdown', wake, once);
  addEventListener('keydown', wake, once);
  return () => stop.abort();
}

function tone(
  { context }: Audio,
  hertz: number,
  at: number,
  length: number,
  loud: number,
  type: OscillatorType = 'sine',
) {
  const wave = context.createOscillator();
  const gain = context.createGain();
  const start = context.currentTime + at;
  wave.type = type;
  wave.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  wave.connect(gain).connect(context.destination);
  wave.start(start);
  wave.stop(start + length);
}

/** A soft slap of pasteboard on cloth. */
function slap({ context, noise }: Audio, at: number, pitch: number, loud: number) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = noise;
  source.playbackRate.value = pitch;
  filter.type = 'bandpass';
  filter.frequency.value = 1400 * pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(context.currentTime + at);
}

const SOUNDS: Readonly<Record<Sound, (audio: Audio) => void>> = {
  card: (a) => slap(a, 0, 1, 0.5),
  trick: (a) => {
    slap(a, 0, 0.7, 0.3);
    slap(a, 0.07, 0.8, 0.25);
    slap(a, 0.14, 0.9, 0.2);
  },
  turn: (a) => {
    tone(a, 660, 0, 0.16, 0.1);
    tone(a, 880, 0.1, 0.24, 0.1);
  },
  result: (a) =>
    [523, 659, 784, 1047].forEach((hertz, i) => tone(a, hertz, i * 0.09, 0.35, 0.08, 'triangle')),
  late: (a) => tone(a, 440, 0, 0.12, 0.08, 'square'),
};

/** Play a sound, if sounds are on and the browser lets us. */
export function sound(name: Sound, on: boolean): void {
  if (!on || audio === null) return;
  if (audio.context.state === 'suspended') void audio.context.resume();
  SOUNDS[name](audio);
}
