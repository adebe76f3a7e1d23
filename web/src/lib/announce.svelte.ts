// One live region (`aria-live`) for the whole app: a screen reader hears each event once.

class Announcer {
  text = $state('');

  say(text: string): void {
    // A live region is read out when its text changes; a blank makes the same sentence a change.
    this.text = text === this.text ? `${text} ` : text;
  }
}

export const announcer = new Announcer();
