/** The REST half of the server. Everything that can go wrong is one `ApiError` with a code to show. */
import type {
  CardRecord,
  Deal,
  Games,
  Guest,
  Listing,
  MyListing,
  NewTable,
  Params,
  RecordSummary,
  Refusal,
  ReplayDeal,
} from '../wire';

export class ApiError extends Error implements Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly params: Params = {},
  ) {
    super(code);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, 'unreachable');
  }
  const json: unknown = await response.json().catch(() => null);
  if (response.ok) return json as T;
  const problem = (json ?? {}) as { code?: string; params?: Params };
  throw new ApiError(
    response.status,
    problem.code ??
      (response.status === 404 ? 'not_found' : response.status >= 500 ? 'unreachable' : 'unknown'),
    problem.params,
  );
}

const enc = encodeURIComponent;
const keyed = (key: string | null) => (key === null ? '' : `?key=${enc(key)}`);

export const api = {
  games: () => call<Games>('GET', '/games'),
  me: () => call<Guest>('GET', '/me'),
  guest: (name: string) => call<Guest>('POST', '/guests', { name }),
  rename: (name: string) => call<Guest>('PATCH', '/me', { name }),
  myTables: async () => (await call<{ tables: MyListing[] }>('GET', '/me/tables')).tables,
  openTables: async () => (await call<{ tables: Listing[] }>('GET', '/tables')).tables,
  table: (code: string) => call<Listing>('GET', `/tables/${enc(code)}`),
  create: (table: NewTable) => call<{ code: string; table: string; url: string }>('POST', '/tables', table),
  deals: async (code: string) => (await call<{ deals: Deal[] }>('GET', `/tables/${enc(code)}/deals`)).deals,
  records: async () => (await call<{ records: RecordSummary[] }>('GET', '/records')).records,
  record: (id: string, key: string | null) => call<CardRecord>('GET', `/records/${enc(id)}${keyed(key)}`),
  replay: (id: string, deal: number, key: string | null) =>
    call<ReplayDeal>('GET', `/records/${enc(id)}/deals/${deal}${keyed(key)}`),
};
