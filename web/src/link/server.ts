// A table on a server. Changes arrive by a socket, or by polls where sockets do not get through; requests are plain HTTP,
// so that each has its own answer and can be repeated under the same key.

import { api, ApiError, randomKey } from './api';
import type { ChatLine, EventView, SocketMessage, SocketState, Submission, TableView } from '../wire.gen';
import type { Listener, TableLink } from './link';
import { unpack } from './pack';
import { applyPatch, type Patch } from './patch';

const LONGEST_PAUSE = 8000;
/** After this many sockets that never opened, polling takes over. */
const PATIENCE = 2;

const unzip = (data: Blob): Promise<string> =>
  new Response(data.stream().pipeThrough(new DecompressionStream('gzip'))).text();

/** Gives each message of a socket to `take`, in order: reading a compressed one takes a moment, and the next one waits. */
function listen(socket: WebSocket, take: (message: SocketMessage) => void): void {
  let read = Promise.resolve();
  socket.onmessage = ({ data }: MessageEvent<string | Blob>) => {
    read = read.then(async () =>
      take(JSON.parse(typeof data === 'string' ? data : await unzip(data)) as SocketMessage),
    );
    read.catch(() => socket.close());
  };
}

export class ServerTable implements TableLink {
  readonly share: string;
  #id: string;
  #listener: Listener | undefined;
  #version = 0;
  #chat = 0;
  #stopped = false;

  constructor(id: string) {
    this.#id = id;
    this.share = `${location.origin}/t/${id}`;
  }

  open(listener: Listener): () => void {
    this.#listener = listener;
    this.#stopped = false;
    let socket: WebSocket | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const again = (run: () => void) => {
      listener.line(false);
      timer = setTimeout(run, Math.min(LONGEST_PAUSE, 250 * 2 ** failures++));
    };
    const connect = () => {
      if (this.#stopped) return;
      if (failures > PATIENCE && failures % 3 !== 0) return void poll();
      let opened = false;
      let sent: SocketState | undefined;
      socket = new WebSocket(this.#socketAddress());
      listen(socket, (message) => {
        if (this.#stopped) return;
        if (message.message === 'presence') return listener.presence?.(message.here);
        if (message.message !== 'update') return;
        opened = true;
        failures = 0;
        listener.line(true);
        sent = message.patch && sent ? (applyPatch(sent, message.patch as Patch) as SocketState) : message.state;
        if (!sent) return socket?.close();
        this.#told(unpack(sent), message.events, message.chat, message.reset, message.now);
      });
      socket.onclose = ({ code }) => {
        if (this.#stopped) return;
        if (code === 4004) listener.gone('');
        else if (opened) again(connect);
        else void poll();
      };
    };
    // Asked once by request as well, because a socket that is refused does not say why.
    const poll = async () => {
      try {
        await this.#ask();
        listener.line(true);
        timer = setTimeout(connect, failures++ < PATIENCE ? 500 : 2000);
      } catch (error) {
        if (this.#stopped) return;
        if (error instanceof ApiError && error.status === 404) listener.gone(error.message);
        else again(connect);
      }
    };
    const wake = () => {
      if (socket?.readyState === WebSocket.OPEN) return;
      clearTimeout(timer);
      failures = 0;
      connect();
    };
    addEventListener('online', wake);
    connect();
    return () => {
      this.#stopped = true;
      clearTimeout(timer);
      removeEventListener('online', wake);
      socket?.close();
    };
  }

  #socketAddress(): string {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const gzip = 'DecompressionStream' in globalThis;
    const query = `lean=true&gzip=${gzip}&since=${this.#version}&chat=${this.#chat}`;
    return `${scheme}://${location.host}/api/tables/${this.#id}/socket?${query}`;
  }

  async submit(submission: Submission): Promise<void> {
    const { table } = await api.submit(this.#id, submission);
    // The answer carries the state: what was asked for is on screen before the socket sends it.
    if (table.state.version >= this.#version)
      this.#listener?.update({ state: table.state, events: [], chat: [], reset: false, now: table.now });
  }

  async say(text: string): Promise<void> {
    await api.say(this.#id, text, randomKey());
  }

  async earlier(): Promise<EventView[]> {
    return api.events(this.#id);
  }

  replay(step: number) {
    return api.replay(this.#id, step);
  }

  frames(after: number, to: number) {
    return api.frames(this.#id, after, to);
  }

  bound() {
    return api.bound(this.#id);
  }

  course() {
    return api.course(this.#id);
  }

  async #ask(): Promise<void> {
    const { state, events, chat, lines, now } = await api.table(this.#id, this.#version, this.#chat);
    if (state.version >= this.#version && lines >= this.#chat) return this.#told(state, events ?? [], chat, false, now);
    // It is another table than before, and what is here does not belong to it.
    const all = await api.table(this.#id, 0, 0);
    this.#told(all.state, all.events ?? [], all.chat, true, all.now);
  }

  #told(state: TableView, events: EventView[], chat: ChatLine[], reset: boolean, now: number): void {
    this.#version = state.version;
    this.#chat = (reset ? 0 : this.#chat) + chat.length;
    this.#listener?.update({ state, events, chat, reset, now });
  }
}
