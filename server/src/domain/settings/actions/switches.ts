/** Operators switch members' functions off until an instant, and show a maintenance notice. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { LiveState } from "../live-state.ts";
import { killSwitches, type SwitchName, switchNames } from "../model.ts";
import { notifySettings } from "../store/live.ts";
import {
  type NoticeChange,
  readNotice,
  readSwitches,
  type StoredNotice,
  type StoredSwitch,
  storeNotice,
  storeSwitch,
  type SwitchChange,
} from "../store/switches.ts";

/** The longest that a function may be off, in ms: an operator then confirms it again. */
const OFF_MS_MAX = 7 * 86_400_000;
const NOTICE_MS_MAX = 30 * 86_400_000;

const invalid = (field: string, text: string) => new Refusal("INPUT_INVALID", { field, text });

export type SwitchLine = {
  readonly name: SwitchName;
  readonly label: string;
  readonly text: string;
  /** Off now: its end is not past. */
  readonly isOff: boolean;
  readonly stored: StoredSwitch | undefined;
};

/** Returns every kill switch, in the order of the console. */
export async function switchLines({ clock }: Context, db: Db): Promise<SwitchLine[]> {
  const rows = new Map((await readSwitches(db)).map((row) => [row.name, row]));
  const nowMs = clock.now().getTime();
  return switchNames.map((name) => {
    const stored = rows.get(name);
    const isOff = stored?.isOff === true && (stored.endsAt ?? 0) > nowMs;
    return { name, label: killSwitches[name].label, text: killSwitches[name].text, isOff, stored };
  });
}

/** Refuses INPUT_INVALID for an end that is past or too far. */
function refuseEnd(nowMs: number, endsAt: number | undefined, mostMs: number): void {
  if (endsAt === undefined || endsAt <= nowMs) throw invalid("endsAt", "请选现在以后的结束时间");
  if (endsAt > nowMs + mostMs)
    throw invalid("endsAt", `结束时间最远 ${mostMs / 86_400_000} 天以后，到时可再延长`);
}

/**
 * Switches a function off until `endsAt` (ms), or on. Refuses NOT_FOUND, STATE_CHANGED for another
 * version, INPUT_INVALID {field, text}. Returns the new version.
 */
export async function setSwitch(
  context: Context,
  db: Db,
  live: LiveState,
  change: SwitchChange,
): Promise<number> {
  if (!switchNames.some((name) => name === change.name)) throw new Refusal("NOT_FOUND");
  if (change.isOff) refuseEnd(context.clock.now().getTime(), change.endsAt, OFF_MS_MAX);
  const version = await transaction(db, async (tx) => {
    const endsAt = change.isOff ? change.endsAt : undefined;
    const stored = await storeSwitch(tx, { ...change, endsAt }, context.clock.sql());
    if (stored === undefined) throw new Refusal("STATE_CHANGED");
    await notifySettings(tx);
    return stored;
  });
  await live.refresh(db);
  return version;
}

/** Returns the notice as it was stored last. */
export const storedNotice = (db: Db): Promise<StoredNotice | undefined> => readNotice(db);

/**
 * Shows members a notice until `endsAt` (ms), or none with an empty text. Refuses STATE_CHANGED for
 * another version, INPUT_INVALID {field, text}. Returns the new version.
 */
export async function setNotice(
  context: Context,
  db: Db,
  live: LiveState,
  change: NoticeChange,
): Promise<number> {
  const text = change.text.trim();
  const { startsAt, endsAt } = change;
  if (text !== "") {
    refuseEnd(context.clock.now().getTime(), endsAt, NOTICE_MS_MAX);
    if (startsAt !== undefined && endsAt !== undefined && startsAt >= endsAt)
      throw invalid("endsAt", "结束时间要晚于开始时间");
    refuseInducement("text", text);
  }
  const version = await transaction(db, async (tx) => {
    const shown = text === "" ? { startsAt: undefined, endsAt: undefined } : { startsAt, endsAt };
    const stored = await storeNotice(tx, { ...change, ...shown, text }, context.clock.sql());
    if (stored === undefined) throw new Refusal("STATE_CHANGED");
    await notifySettings(tx);
    return stored;
  });
  await live.refresh(db);
  return version;
}
