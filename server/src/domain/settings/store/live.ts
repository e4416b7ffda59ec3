/** Reads what operators have changed, for the snapshot of a process; and reports changes. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import { type SwitchName, switchNames } from "../model.ts";

/** The NOTIFY channel: a setting, a kill switch or the notice has changed. */
export const SETTINGS_CHANNEL = "yunjing_settings";

/** Tells every process, with the commit, to read the changes. */
export async function notifySettings(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${SETTINGS_CHANNEL}, '')`);
}

type Row = {
  readonly settings: readonly { readonly name: string; readonly value: unknown }[] | null;
  readonly switches: readonly { readonly name: string; readonly until: number }[] | null;
  readonly notice: {
    readonly text: string;
    readonly startsAt: number | null;
    readonly endsAt: number;
  } | null;
};

/** Returns stored settings, functions that are off, and the notice, of one moment. */
export async function readChanges(db: Db) {
  const { rows } = await db.execute<Row>(sql`
    SELECT
      (SELECT jsonb_agg(jsonb_build_object('name', name, 'value', value) ORDER BY name)
       FROM setting WHERE version > 0 AND value IS NOT NULL) AS settings,
      (SELECT jsonb_agg(jsonb_build_object('name', name, 'until', ${sql.raw(epochMsSql("ends_at"))}))
       FROM kill_switch WHERE is_off) AS switches,
      (SELECT jsonb_build_object('text', body, 'startsAt', ${sql.raw(epochMsSql("starts_at"))},
                                 'endsAt', ${sql.raw(epochMsSql("ends_at"))})
       FROM maintenance_notice WHERE place = 'member' AND body <> '') AS notice`);
  const { settings, switches, notice } = rows[0] ?? {};
  const pausedUntil = new Map<SwitchName, number>();
  for (const { name, until } of switches ?? []) {
    const known = switchNames.find((one) => one === name);
    if (known) pausedUntil.set(known, Number(until));
  }
  return {
    stored: settings ?? [],
    pausedUntil,
    notice: notice
      ? {
          text: notice.text,
          startsAt: notice.startsAt === null ? undefined : Number(notice.startsAt),
          endsAt: Number(notice.endsAt),
        }
      : undefined,
  };
}
