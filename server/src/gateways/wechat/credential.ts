/** One credential of WeChat's for all processes: fetched once, renewed early, served through an outage. */
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
/** How long one who needs it waits while another fetches it. */
const WAIT_MAX_MS = 10_000;

export type CredentialValue = { readonly value: string; readonly fetchedBy: string | null };
export type Credential = {
  /** The value in force. Throws Outage when there is none to be had. */
  current(): Promise<CredentialValue>;
  /** Says that WeChat refused it; the next who asks fetches another. */
  invalidate(refused: CredentialValue): Promise<void>;
};

/** `fetch` is called by one process at a time; it is told when the last value was refused. */
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
      throw new Outage("wechat", "whoever fetches it is too slow");
    },
    invalidate: ({ fetchedBy }) => invalidateRefused(db, { name, fetchedBy }),
  };
}
