/** Pushes every order change to our server, signed, with configurable faults. */
import type { SeededRandom } from "../seeded-random.ts";
import type { Scheduler, Clock } from "../clock.ts";
import { partnerCallbackKeyId, type PartnerKey } from "../keys.ts";
import { signedHeaders } from "../signing.ts";
import type { PartnerId } from "./brands.ts";
import { type PartnerOrder, wireOf } from "./orders.ts";

/** Shares range from 0 (never) to 1 (always). */
export type PartnerFaults = {
  /** The change is never pushed; only a pull returns it. */
  lostPush: number;
  pushTwice: number;
  /** The previous version is pushed once more after the new one. */
  stalePush: number;
  /** The order is placed without the tracking id. */
  noSid: number;
  risk: number;
  /** 1: the pull answers 500. */
  pullDown: number;
};
export const noPartnerFaults: PartnerFaults = {
  lostPush: 0,
  pushTwice: 0,
  stalePush: 0,
  noSid: 0,
  risk: 0,
  pullDown: 0,
};

const ANSWER_WITHIN_MS = 10_000;
const RETRY_MS = [2_000, 10_000, 30_000];

export type PushDeps = {
  clock: Clock;
  agenda: Scheduler;
  chance: SeededRandom;
  /** Returns our server's current origin, or `undefined` while it is unknown. */
  origin: () => string | undefined;
  key: PartnerKey;
  closing: AbortSignal;
  faults: (id: PartnerId) => PartnerFaults;
};

/**
 * Posts a signed message to one of our server's endpoints. Returns its status and body, or
 * `undefined` without an answer.
 */
export async function post(
  deps: Pick<PushDeps, "clock" | "origin" | "key" | "closing">,
  partnerId: PartnerId,
  { endpoint, body }: { endpoint: "orders" | "token"; body: unknown },
): Promise<{ status: number; body: unknown } | undefined> {
  const origin = deps.origin();
  if (!origin) return undefined;
  const path = `/callback/partner/${partnerId}/${endpoint}`;
  const rawBody = JSON.stringify(body);
  const key = { ...deps.key, keyId: partnerCallbackKeyId(partnerId) };
  return fetch(new URL(path, origin), {
    method: "POST",
    headers: {
      ...signedHeaders({ method: "POST", path, rawBody }, key, deps.clock),
      "content-type": "application/json",
    },
    body: rawBody,
    redirect: "error",
    signal: AbortSignal.any([deps.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  }).then(
    async (answer) => ({ status: answer.status, body: await answer.json() }),
    () => undefined,
  );
}

/**
 * Returns a function that pushes a change and retries up to three times until our server answers
 * 200.
 */
export function createPush(deps: PushDeps) {
  const deliver = async (order: PartnerOrder, tries: number): Promise<void> => {
    const answer = await post(deps, order.partnerId, {
      endpoint: "orders",
      body: { orders: [wireOf(order)] },
    });
    const pauseMs = RETRY_MS[tries];
    if (answer?.status === 200 || pauseMs === undefined || deps.closing.aborted) return;
    deps.agenda.at(deps.clock.now().getTime() + pauseMs, () => void deliver(order, tries + 1));
  };
  return (order: PartnerOrder, before: PartnerOrder | undefined): void => {
    const faults = deps.faults(order.partnerId);
    if (deps.chance.chance(faults.lostPush)) return;
    const isTwice = deps.chance.chance(faults.pushTwice);
    const isStale = before !== undefined && deps.chance.chance(faults.stalePush);
    void Promise.all([deliver(order, 0), ...(isTwice ? [deliver(order, 0)] : [])]).then(() =>
      isStale ? deliver(before, 0) : undefined,
    );
  };
}
