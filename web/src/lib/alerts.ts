// Alerts for a person whose turn it is: a sound and a system notification, if switched on and supported. (The page's title
// shows the turn as well.)

import { settings } from './settings.svelte';

let audio: AudioContext | undefined;

export function chime(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  // A context created before the first user gesture starts suspended.
  if (audio.state === 'suspended') void audio.resume();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.25);
}

export function notify(text: string): void {
  if (!settings.notify || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  try {
    void new Notification(text, { tag: 'breadboard', icon: '/icon-192.png' });
  } catch {
    // Some mobile browsers allow notifications from service workers only.
  }
}
