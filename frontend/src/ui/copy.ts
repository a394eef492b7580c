/** Copy a text; also where the page has no clipboard (no secure context), by selecting it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (window.isSecureContext && navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by the browser: the old way is left.
  }
  const back = document.activeElement as HTMLElement | null;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;inset-block-start:0;opacity:0;font-size:16px';
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  area.setSelectionRange(0, text.length);
  const done = document.execCommand('copy');
  area.remove();
  back?.focus({ preventScroll: true });
  return done;
}
