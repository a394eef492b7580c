/** Keeps the keyboard inside a dialog, and gives the focus back when it closes. */

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex="0"]';

function stops(within: HTMLElement): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (el) => el.tabIndex >= 0 && el.closest('[hidden], [inert]') === null && !passedOver(el, within),
  );
}

/** Tab stops at the chosen one of a group of radio buttons only. */
function passedOver(el: HTMLElement, within: HTMLElement): boolean {
  if (!(el instanceof HTMLInputElement) || el.type !== 'radio' || el.checked) return false;
  return [...within.querySelectorAll<HTMLInputElement>('input[type="radio"]:checked')].some(
    ({ name }) => name === el.name,
  );
}

/** The dialog on top, if any is open. */
function topDialog(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1) ?? null;
}

/** Where the focus goes when the thing it was on has left the page. */
function home(): HTMLElement | null {
  return (
    topDialog() ?? document.querySelector<HTMLElement>('[data-focus-home]') ?? document.querySelector('main')
  );
}

export function rest(el: HTMLElement | null): void {
  if (el?.isConnected && el !== document.body) {
    el.focus({ preventScroll: true });
    if (document.activeElement === el) return;
  }
  const to = home();
  if (to === null) return;
  if (!to.hasAttribute('tabindex')) to.tabIndex = -1;
  to.focus({ preventScroll: true });
}

/** Trap the focus in `panel` until the returned function is called. */
export function keepFocus(panel: HTMLElement): () => void {
  const opener = document.activeElement as HTMLElement | null;
  (panel.querySelector<HTMLElement>('[data-autofocus]') ?? stops(panel)[0] ?? panel).focus({
    preventScroll: true,
  });

  function key(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return;
    const all = stops(panel);
    const first = all[0];
    const last = all.at(-1);
    if (first === undefined || last === undefined) return event.preventDefault();
    const now = document.activeElement;
    const inside = now instanceof HTMLElement && all.includes(now);
    if (event.shiftKey ? now === first || !inside : now === last) {
      event.preventDefault();
      (event.shiftKey ? last : first).focus();
    }
  }

  /** Focus that leaves (its control vanished, another frame) comes back. */
  function strayed(event: FocusEvent): void {
    const to = event.target;
    if (to instanceof HTMLElement && !panel.contains(to) && to.closest('[role="dialog"]') === null)
      panel.focus();
  }

  panel.addEventListener('keydown', key);
  document.addEventListener('focusin', strayed);
  return () => {
    panel.removeEventListener('keydown', key);
    document.removeEventListener('focusin', strayed);
    const now = document.activeElement;
    if (now === null || now === document.body || panel.contains(now)) rest(opener);
  };
}

/**
 * When the control that had the focus leaves the page, the focus goes to the dialog on top or the page's own place,
 * never to nowhere. Returns the way to stop.
 */
export function guardFocus(): () => void {
  let held: Element | null = null;
  const remember = (event: FocusEvent) => (held = event.target as Element);
  const observer = new MutationObserver(() => {
    if (held === null || held.isConnected || document.activeElement !== document.body) return;
    held = null;
    rest(null);
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
