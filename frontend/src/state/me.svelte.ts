/** Who this browser is: a guest with a display name, nothing more. */
import { ApiError, api } from '../net/api';
import type { Guest } from '../wire';

const KEY = 'majlis.name';

class Me {
  guest = $state.raw<Guest | null>(null);
  /** The server has been asked. */
  asked = $state(false);
  /** It could not be reached. */
  unreachable = $state(false);

  /** The name typed last on this device, as a suggestion. */
  get suggestion(): string {
    try {
      return localStorage.getItem(KEY) ?? '';
    } catch {
      return '';
    }
  }

  async ask(): Promise<void> {
    this.unreachable = false;
    // Nobody has given a name here: nothing to ask the server about.
    if (this.suggestion === '') {
      this.asked = true;
      return;
    }
    try {
      this.guest = await api.me();
    } catch (error) {
      this.unreachable = !(error instanceof ApiError) || error.code === 'unreachable';
    }
    this.asked = !this.unreachable;
  }

  async introduce(name: string): Promise<void> {
    this.guest = this.guest === null ? await api.guest(name) : await api.rename(name);
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // Only a suggestion is lost.
    }
  }
}

export const me = new Me();
