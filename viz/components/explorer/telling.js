// Tells a notebook what is pointed at and what is held, once each.

export class Telling {
  constructor(send) {
    this.send = send;
  }

  tell(pointed, held) {
    const words = { pointed, held },
      text = JSON.stringify(words);
    if (text === this.told) return;
    this.told = text;
    this.send(words);
  }
}
