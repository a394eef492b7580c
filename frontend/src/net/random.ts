/** Randomness that also works where the page has no secure context (a phone on the LAN address). */

export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A command's id: 26 letters, sortable by time, unique enough for ever. */
export function newId(now: number = Date.now()): string {
  let time = '';
  for (let left = now, i = 0; i < 10; i += 1, left = Math.floor(left / 32)) {
    time = ALPHABET[left % 32]! + time;
  }
  return time + Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]!).join('');
}
