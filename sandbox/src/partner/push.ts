/** Tells our server of every change of an order, signed; with faults, as partners have them. */
import type { SeededRandom } from "../seeded-random.ts";
import type { Scheduler, Clock } from "../clock.ts";
import { partnerCallbackKeyId, type PartnerKey } from "../keys.ts";
import { signedHeaders } from "../signing.ts";
import type { PartnerId } from "./brands.ts";
import { type PartnerOrder, wireOf } from "./orders.ts";

/** Shares run from 0 (never) to 1 (always). */
export type PartnerFaults = {
  /** Never told; only a pull brings it. */
  lostPush: number;
  pushTwice: number;
  /** What stood before is told once more after the news. */
  stalePush: number;
  /** Placed without the tracking id. */
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
  /** Where our server listens now; nothing while it is not known. */
  origin: () => string | undefined;
  key: PartnerKey;
  closing: AbortSignal;
  faults: (id: PartnerId) => PartnerFaults;
};

/** Posts a signed message to one of our server's doors; answers its status and body, or nothing when unheard. */
export async function post(
  doors: Pick<PushDeps, "clock" | "origin" | "key" | "closing">,
  partnerId: PartnerId,
  { door, body }: { door: "orders" | "token"; body: unknown },
): Promise<{ status: number; body: unknown } | undefined> {
  const origin = doors.origin();
  if (!origin) return undefined;
  const path = `/callback/partner/${partnerId}/${door}`;
  const rawBody = JSON.stringify(body);
  const key = { ...doors.key, keyId: partnerCallbackKeyId(partnerId) };
  return fetch(new URL(path, origin), {
    method: "POST",
    headers: {
      ...signedHeaders({ method: "POST", path, rawBody }, key, doors.clock),
      "content-type": "application/json",
    },
    body: rawBody,
    redirect: "error",
    signal: AbortSignal.any([doors.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  }).then(
    async (answer) => ({ status: answer.status, body: await answer.json() }),
    () => undefined,
  );
}

/** Tells of a change, again and again for a while until it is heard. */
export function createPush(doors: PushDeps) {
  const tell = async (order: PartnerOrder, tries: number): Promise<void> => {
    const answer = await post(doors, order.partnerId, {
      door: "orders",
      body: { orders: [wireOf(order)] },
    });
    const pauseMs = RETRY_MS[tries];
    if (answer?.status === 200 || pauseMs === undefined || doors.closing.aborted) return;
    doors.agenda.at(doors.clock.now().getTime() + pauseMs, () => void tell(order, tries + 1));
  };
  return (order: PartnerOrder, before: PartnerOrder | undefined): void => {
    const faults = doors.faults(order.partnerId);
    if (doors.chance.chance(faults.lostPush)) return;
    const isTwice = doors.chance.chance(faults.pushTwice);
    const isStale = before !== undefined && doors.chance.chance(faults.stalePush);
    void Promise.all([tell(order, 0), ...(isTwice ? [tell(order, 0)] : [])]).then(() =>
      isStale ? tell(before, 0) : undefined,
    );
  };
}
