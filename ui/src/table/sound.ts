// Sounds of a card table, made here: short, quiet, and never the only way to know something.

import { settings } from "../lib/settings.svelte";
import type { RoundEvent } from "./scene";

let context: AudioContext | null = null;

// A browser lets a page sound only once its person has done something.
function wake(): void {
  if (settings.sound) context ??= new AudioContext();
  if (context?.state === "suspended") void context.resume();
}
addEventListener("pointerdown", wake, { passive: true });
addEventListener("keydown", wake, { passive: true });

function envelope(at: number, loud: number, lasts: number): GainNode {
  const gain = context!.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(context!.destination);
  return gain;
}

/** A breath of noise through a filter: a card on felt, or chips. */
function rustle(pitch: number, loud: number, lasts: number, after = 0): void {
  if (!context || !settings.sound || document.hidden) return;
  const at = context.currentTime + after;
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 })).connect(envelope(at, loud, lasts));
  source.start(at);
}

function tone(pitch: number, loud: number, lasts: number, after = 0): void {
  if (!context || !settings.sound || document.hidden) return;
  const at = context.currentTime + after;
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  source.connect(envelope(at, loud, lasts));
  source.start(at);
  source.stop(at + lasts);
}

export const sound = {
  chip: (): void => [0, 0.03].forEach((after) => rustle(3_800, 0.25, 0.04, after)),
  card: (): void => rustle(1_500, 0.2, 0.09),
  /** Higher and longer, the more a win weighs. */
  win: (weight: number): void => (weight ? [523, 659, 784, 1047, 1319, 1568].slice(0, weight + 2).forEach((pitch, index) => tone(pitch, 0.05 + 0.02 * weight, 0.35 + 0.1 * weight, index * 0.09)) : undefined),
};

/** What an event sounds like to someone at the table. */
export function sounds(event: RoundEvent): void {
  if (event.type === "PacketDealt" || event.type === "CardExposed" || event.type === "DealerRevealed") sound.card();
  else if (event.type === "BetPlaced" || event.type === "Raised") sound.chip();
}
