/** Which page is open. The server answers every one of these addresses with this app. */

export type Route =
  | { page: 'lobby' }
  | { page: 'new' }
  | { page: 'table'; code: string }
  | { page: 'record' | 'replay'; id: string; key: string | null }
  | { page: 'how'; game: string }
  | { page: 'dev'; scene: string }
  | { page: 'missing' };

/** A code as people type it: any case, with spaces or dashes. */
export function cleanCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 6);
}

export function parse(url: URL): Route {
  let first: string, second: string, third: string;
  try {
    [first = '', second = '', third = ''] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: 'missing' }; // a percent sign that encodes nothing
  }
  switch (first) {
    case '':
      return { page: 'lobby' };
    case 'new':
      return { page: 'new' };
    case 't':
      return second ? { page: 'table', code: cleanCode(second) } : { page: 'missing' };
    case 'r':
      return second
        ? {
            page: third === 'replay' ? 'replay' : 'record',
            id: second,
            key: url.searchParams.get('key'),
          }
        : { page: 'missing' };
    case 'how':
      return { page: 'how', game: second || 'estimation' };
    case 'dev':
      return { page: 'dev', scene: url.searchParams.get('scene') ?? 'play' };
    default:
      return { page: 'missing' };
  }
}

class Router {
  route = $state.raw<Route>(parse(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => (this.route = parse(new URL(location.href))));
  }

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.route = parse(new URL(location.href));
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** For `onclick` of a link within the app. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const anchor = (event.currentTarget as HTMLElement).closest('a');
  if (anchor === null) return;
  event.preventDefault();
  router.go(anchor.pathname + anchor.search);
}
