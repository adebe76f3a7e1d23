// One live region for the whole app: what happened at the table, said once.

class Announcer {
  text = $state('');

  say(text: string): void {
    // The same sentence twice in a row must be heard twice.
    this.text = text === this.text ? `${text} ` : text;
  }
}

export const announcer = new Announcer();
