/**
 * API client for the fault tests; it reports each call as done, refused, or unknown because no
 * answer came.
 */

/** The outcome of a call. Anything that is not certain is `unknown`. */
export type Outcome<T> =
  | { readonly kind: "done"; readonly data: T }
  | { readonly kind: "refused"; readonly code: string }
  /** The call may or may not have taken effect; `status` and `code` are set when the server answered. */
  | { readonly kind: "unknown"; readonly status?: number; readonly code?: string };

export type CallOptions = {
  readonly method?: "GET" | "POST";
  readonly body?: object;
  /** The login token to send, if any. */
  readonly token?: string | undefined;
  /** The `Idempotency-Key`, where the operation requires one. */
  readonly key?: string;
};

const PATIENCE_MS = 20_000;

function headersOf({ body, token, key }: CallOptions): Record<string, string> {
  return {
    ...(body ? { "content-type": "application/json" } : {}),
    ...(token ? { authorization: token } : {}),
    ...(key ? { "idempotency-key": key } : {}),
  };
}

/** Calls `/api` + path once. A lost connection, a 5xx answer and `KEY_BUSY` all give `unknown`. */
export async function call<T>(
  origin: string,
  path: string,
  options: CallOptions = {},
): Promise<Outcome<T>> {
  const { method = "POST", body } = options;
  const sent = fetch(`${origin}/api${path}`, {
    method,
    headers: headersOf(options),
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  // The connection may break before the answer or in the middle of it.
  return sent.then(outcomeOf<T>).catch(() => ({ kind: "unknown" }));
}

async function outcomeOf<T>(answer: Response): Promise<Outcome<T>> {
  const { status } = answer;
  if (status >= 500) {
    const text = await answer.text();
    // A proxy's own page has no code.
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? "without a code";
    return { kind: "unknown", status, code };
  }
  const reply: { status: boolean; code?: string; data?: T } = await answer.json();
  if (reply.code === "KEY_BUSY") return { kind: "unknown" };
  return reply.status && reply.data !== undefined
    ? { kind: "done", data: reply.data }
    : { kind: "refused", code: reply.code ?? `HTTP ${status}` };
}

/** Calls once and returns the data; throws when the call does not succeed. */
export async function callOrThrow<T>(
  origin: string,
  path: string,
  options: CallOptions = {},
): Promise<T> {
  const outcome = await call<T>(origin, path, options);
  if (outcome.kind === "done") return outcome.data;
  throw new Error(`${path}: ${JSON.stringify(outcome)}`);
}

/** Creates codes of a demo batch in the sandbox. */
export async function freshCodes(
  origin: string,
  target: "points-500" | "kfc-set" | "kfc-value-50",
  count: number,
): Promise<string[]> {
  const answer = await fetch(`${origin}/sandbox/codes`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target, count }),
  });
  if (!answer.ok) throw new Error(`no codes: ${answer.status} ${await answer.text()}`);
  const made: { code: string }[] = await answer.json();
  return made.map(({ code }) => code);
}

const STORE = "kfc-310100-01";
const NOON_HOUR = 12;

export type MealChoice = {
  readonly storeId: string;
  readonly eatType: "take_away";
  readonly slot: string;
  readonly menuHash: string;
  readonly contactPhone: string;
};

/** Returns a set meal for tomorrow noon, which can be ordered at any hour of the day. */
export async function mealAtNoon(origin: string): Promise<MealChoice> {
  const where = `/dining/stores/${STORE}`;
  const { list } = await callOrThrow<{ list: { slot: string; from: number; open: boolean }[] }>(
    origin,
    `${where}/slots`,
    { method: "GET" },
  );
  const hourOf = (at: number) => (new Date(at).getUTCHours() + 8) % 24;
  const noon = list.findLast(({ from, open }) => open && hourOf(from) === NOON_HOUR);
  if (!noon) throw new Error("no slot at noon");
  const { slot } = noon;
  const query = new URLSearchParams({ eatType: "take_away", slot });
  const menu = await callOrThrow<{ hash: string }>(origin, `${where}/menu?${query}`, {
    method: "GET",
  });
  const contactPhone = "13900001111";
  return { storeId: STORE, eatType: "take_away", slot, menuHash: menu.hash, contactPhone };
}
