/** A table's store, connected. */
import { api } from '../net/api';
import { Sealer } from '../net/sealing';
import { TableSocket, socketUrl } from '../net/socket';
import { me } from './me.svelte';
import { settings } from './settings.svelte';
import { TableStore } from './table.svelte';

export function createTable(code: string): TableStore {
  const store = new TableStore(code);
  store.holdAtLeast = () => settings.trickHold ?? 0;
  const sealer = new Sealer((command) => store.send(command));
  const socket = new TableSocket(socketUrl(code), {
    begin: () => store.expectSnapshot(),
    frame: (frame) => {
      store.receive(frame);
      if (frame.t === 'table') sealer.look(store.about, frame.public);
    },
    connection: (state, why) => {
      store.connection = state;
      store.gone = why ?? null;
      if (state === 'open') store.restarting = false;
    },
    signIn: async () => {
      if (me.guest === null) return false;
      try {
        me.guest = await api.guest(me.guest.name);
        return true;
      } catch {
        return false;
      }
    },
  });
  store.attach(socket);
  return store;
}
