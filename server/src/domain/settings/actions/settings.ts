/** Operators read settings, change them, and go back to an earlier version. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { openApprovalsOf, propose } from "../../approvals/actions.ts";
import type { LiveState } from "../live-state.ts";
import {
  type AdjustableSetting,
  adjustableOf,
  adjustableSettings,
  relatedNames,
  relationFault,
  settingsInForce,
  type SettingValue,
  settingValue,
  valueFault,
} from "../model.ts";
import { notifySettings } from "../store/live.ts";
import {
  findVersion,
  lockStored,
  readStored,
  readVersions,
  type SettingChange,
  type SettingVersion,
  type StoredSetting,
  storeSetting,
} from "../store/settings.ts";

export const SETTING_KIND = "setting";

/** A figure of the server as operators read it. */
export type SettingLine = {
  readonly declared: AdjustableSetting;
  readonly value: SettingValue;
  readonly startValue: SettingValue;
  readonly stored: StoredSetting | undefined;
  /** The proposal that waits for a second person. */
  readonly approvalId: string | undefined;
};

/** Returns every adjustable setting with its value in force, in the order of the console. */
export async function settingLines(
  context: Context,
  db: Db,
  live: LiveState,
): Promise<SettingLine[]> {
  const [rows, waiting] = await Promise.all([
    readStored(db),
    openApprovalsOf(context, db, { kind: SETTING_KIND }),
  ]);
  const { settings } = settingsInForce(
    live.start,
    rows.filter(({ value }) => value !== null),
  );
  const stored = new Map(rows.map((row) => [row.name, row]));
  return adjustableSettings.map((declared) => ({
    declared,
    value: settingValue(settings, declared.name),
    startValue: settingValue(live.start, declared.name),
    stored: stored.get(declared.name),
    approvalId: waiting.find(
      ({ subject, state }) => subject === declared.name && state === "waiting",
    )?.id,
  }));
}

export type WantedChange = Omit<SettingChange, "approverId">;

const invalid = (text: string) => new Refusal("INPUT_INVALID", { field: "value", text });

/** Returns the declaration; refuses NOT_FOUND for a name that operators may not change. */
function declaredOf(name: string): AdjustableSetting {
  const declared = adjustableOf(name);
  if (!declared) throw new Refusal("NOT_FOUND");
  return declared;
}

/**
 * Locks the setting and those that limit it, and returns the value in force. Refuses STATE_CHANGED
 * {current} for another version, INPUT_INVALID for a value that is out of bounds, of another type,
 * or on the wrong side of a related setting.
 */
async function lockValid(
  tx: Tx,
  start: LiveState["start"],
  { name, value, sinceVersion }: Pick<WantedChange, "name" | "value" | "sinceVersion">,
): Promise<SettingValue> {
  const rows = await lockStored(tx, [name, ...relatedNames(name)]);
  const stored = rows.filter((row) => row.version > 0 && row.value !== null);
  const { settings } = settingsInForce(start, stored);
  const before = settingValue(settings, name);
  const version = rows.find((row) => row.name === name)?.version ?? 0;
  if (version !== sinceVersion)
    throw new Refusal("STATE_CHANGED", { current: { value: before, version } });
  const next = value ?? settingValue(start, name);
  const declared = declaredOf(name);
  // The installation's own figure may be outside of the bounds: the installation sets it.
  const fault = value === null ? undefined : valueFault(declared, value);
  const text = fault ?? relationFault(name, next, settings);
  if (text !== undefined) throw invalid(text);
  return before;
}

/** Changes a setting; refuses as `lockValid`. Returns the new version. */
export async function applyChange(
  context: Context,
  tx: Tx,
  start: LiveState["start"],
  change: SettingChange,
): Promise<number> {
  await lockValid(tx, start, change);
  const version = await storeSetting(tx, change, context.clock.sql());
  if (version === undefined) throw new Refusal("STATE_CHANGED");
  await notifySettings(tx);
  return version;
}

export type Outcome = { readonly version?: number; readonly approvalId?: string };

/**
 * Changes a setting at once, or proposes the change where a second person must agree. Refuses
 * NOT_FOUND, STATE_CHANGED {current}, and INPUT_INVALID {field, text}, also for the value in force.
 */
export async function changeSetting(
  context: Context,
  db: Db,
  live: LiveState,
  change: WantedChange,
): Promise<Outcome> {
  const { name, operatorId, reason } = change;
  const declared = declaredOf(name);
  const { start } = live;
  const outcome = await transaction(db, async (tx): Promise<Outcome> => {
    const before = await lockValid(tx, start, change);
    if (before === (change.value ?? settingValue(start, name)))
      throw invalid("与现在的值相同，不用改");
    if (!declared.needsTwo)
      return {
        version: await applyChange(context, tx, start, { ...change, approverId: undefined }),
      };
    const { value, sinceVersion } = change;
    const payload = { name, value, sinceVersion, before };
    const proposal = {
      kind: SETTING_KIND,
      subject: name,
      payload,
      reason,
      maker: operatorId,
    } as const;
    return { approvalId: await propose(context, tx, { ...proposal, beneficiary: null }) };
  });
  await live.refresh(db);
  return outcome;
}

/** Goes back to an earlier version, or with 0 to the start value; refuses as `changeSetting`. */
export async function rollBackSetting(
  context: Context,
  db: Db,
  live: LiveState,
  { version, ...change }: Omit<WantedChange, "value"> & { readonly version: number },
): Promise<Outcome> {
  const { name } = change;
  declaredOf(name);
  const found = version === 0 ? { value: null } : await findVersion(db, { name, version });
  if (!found) throw new Refusal("NOT_FOUND");
  return changeSetting(context, db, live, { ...change, value: found.value });
}

const VERSIONS_MOST = 50;

/** Returns a setting's versions, the latest first, fifty at a time. Refuses NOT_FOUND. */
export async function settingVersions(
  db: Db,
  { name, before }: { readonly name: string; readonly before: number | undefined },
): Promise<{ readonly list: SettingVersion[]; readonly hasMore: boolean }> {
  declaredOf(name);
  const rows = await readVersions(db, { name, before, limit: VERSIONS_MOST + 1 });
  return { list: rows.slice(0, VERSIONS_MOST), hasMore: rows.length > VERSIONS_MOST };
}
