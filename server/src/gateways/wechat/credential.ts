/**
 * A WeChat credential shared by all processes: fetched once, renewed early, and still served when a
 * renewal fails.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { Outage } from "../../platform/refusal.ts";
import {
  invalidateRefused,
  storeFetched,
  recordFailure,
  readCredential,
  claimFetch,
} from "./credential-store.ts";
import type { Issued } from "./platform.ts";

const POLL_MS = 50;
/** How long a caller waits while another process fetches the credential, in ms. */
const WAIT_MAX_MS = 10_000;

export type CredentialValue = { readonly value: string; readonly fetchedBy: string | null };
export type Credential = {
  /** Returns the current value. Throws Outage when there is none. */
  current(): Promise<CredentialValue>;
  /** Marks the value as rejected by WeChat; the next call of `current` fetches another. */
  invalidate(refused: CredentialValue): Promise<void>;
};

/**
 * Only one process at a time calls `fetch`; `isRefused` is true when WeChat rejected the last
 * value.
 */
export function sharedCredential(
  context: Context,
  db: Db,
  { name, fetch }: { name: string; fetch: (isRefused: boolean) => Promise<Issued> },
): Credential {
  const renew = async (holder: string, old: CredentialValue | undefined, isRefused: boolean) => {
    try {
      const issued = await fetch(isRefused);
      await storeFetched(context, db, { name, holder, issued });
      return { value: issued.value, fetchedBy: holder };
    } catch (error) {
      await recordFailure(context, db, { name, holder, isStillGood: old !== undefined });
      if (!old || !(error instanceof Outage)) throw error;
      context.log.warn(
        { err: error, credential: name },
        "renewal failed; the old one still serves",
      );
      return old;
    }
  };
  return {
    async current() {
      for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += POLL_MS) {
        const { value, fetchedBy, ...row } = await readCredential(context, db, name);
        const held = value === undefined ? undefined : { value, fetchedBy };
        if (held && !row.isDue) return held;
        const holder = context.ids.next();
        if (await claimFetch(context, db, { name, holder })) {
          return renew(holder, held, row.isRefused);
        }
        if (held) return held;
        if (row.isDown) throw new Outage("wechat", "it failed a moment ago");
        await wait(POLL_MS);
      }
      throw new Outage("wechat", "the process that fetches it is too slow");
    },
    invalidate: ({ fetchedBy }) => invalidateRefused(db, { name, fetchedBy }),
  };
}
