/** Maps the operations of settings, kill switches and the notice to actions, with names beside ids. */
import type { FlagLine, SettingLine } from "@yunjing/contract/schemas/operators/settings";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import { withoutNulls } from "../../platform/http/fields.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import {
  changeSetting,
  rollBackSetting,
  type SettingLine as Line,
  settingLines,
  settingVersions,
  setNotice,
  setSwitch,
  storedNotice,
  switchLines,
} from "./actions.ts";
import { type LiveState, noticeNow } from "./live-state.ts";
import {
  adjustableOf,
  type AdjustableSetting,
  relationText,
  type SettingValue,
  valueText,
} from "./model.ts";

type Deps = { readonly live: LiveState; readonly namesOf: NamesOf };
type NameOf = (memberId: string) => string;
type Changed = { readonly changedBy: string; readonly changedAt: number };

const shown = (declared: AdjustableSetting, value: SettingValue) => ({
  value,
  text: valueText(declared, value),
});

const changedOf = (nameOf: NameOf, row: Changed | undefined) =>
  row && {
    changedAt: row.changedAt,
    changedBy: { id: row.changedBy, name: nameOf(row.changedBy) },
  };

function lineOf({ declared, stored, approvalId, ...line }: Line, nameOf: NameOf): SettingLine {
  const { name, topic, label, unit, min, max, needsTwo } = declared;
  return {
    name,
    topic,
    label,
    unit,
    now: shown(declared, line.value),
    start: shown(declared, line.startValue),
    ...(min === undefined || unit === "flag" ? {} : { min }),
    ...(max === undefined || unit === "flag" ? {} : { max }),
    boundsText: relationText(declared),
    needsTwo: needsTwo !== undefined,
    version: stored?.version ?? 0,
    ...changedOf(nameOf, stored),
    ...(approvalId === undefined ? {} : { approvalId }),
  };
}

/** The members' part: the notice of now. */
export const noticeRoutes = ({ clock }: Context, live: LiveState): Handlers<"notice"> => ({
  current: async () => {
    const found = noticeNow(live, clock);
    return found ? { notice: { text: found.text, endsAt: found.endsAt } } : {};
  },
});

export const operatorSettingsRoutes = (
  context: Context,
  db: Db,
  { live, namesOf }: Deps,
): Handlers<"operatorSettings"> => {
  const names = (rows: readonly (Changed | undefined)[]) =>
    namesOf(
      db,
      rows.flatMap((row) => row?.changedBy ?? []),
    );
  return {
    list: async ({ topic, state }) => {
      const all = await settingLines(context, db, live);
      const topics = [...new Set(all.map(({ declared }) => declared.topic))];
      const lines = all.filter(
        ({ declared, value, startValue, approvalId }) =>
          (topic === undefined || declared.topic === topic) &&
          (state !== "changed" || value !== startValue) &&
          (state !== "waiting" || approvalId !== undefined),
      );
      const nameOf = await names(lines.map(({ stored }) => stored));
      return { list: lines.map((line) => lineOf(line, nameOf)), topics };
    },
    change: (input, call) =>
      changeSetting(context, db, live, { ...input, operatorId: memberOf(call).memberId }),
    versions: async ({ name, before }) => {
      const { list, hasMore } = await settingVersions(db, { name, before });
      const nameOf = await namesOf(
        db,
        list.flatMap(({ operatorId, approverId }) => [operatorId, approverId ?? []].flat()),
      );
      const person = (id: string) => ({ id, name: nameOf(id) });
      const declared = adjustableOf(name);
      return {
        hasMore,
        list: list.map(({ version, value, reason, operatorId, approverId, changedAt }) => ({
          version,
          reason,
          changedAt,
          changedBy: person(operatorId),
          ...(value === null || !declared ? {} : { value: shown(declared, value) }),
          ...(approverId === null ? {} : { approvedBy: person(approverId) }),
        })),
      };
    },
    rollBack: (input, call) =>
      rollBackSetting(context, db, live, { ...input, operatorId: memberOf(call).memberId }),
    flags: async () => {
      const lines = await switchLines(context, db);
      const nameOf = await names(lines.map(({ stored }) => stored));
      return {
        list: lines.map(
          ({ name, label, text, isOff, stored }): FlagLine => ({
            name,
            label,
            text,
            isOff,
            version: stored?.version ?? 0,
            ...(stored && withoutNulls({ endsAt: stored.endsAt, reason: stored.reason })),
            ...changedOf(nameOf, stored),
          }),
        ),
      };
    },
    setFlag: async ({ endsAt, ...input }, call) => {
      const change = { ...input, endsAt, operatorId: memberOf(call).memberId };
      return { version: await setSwitch(context, db, live, change) };
    },
    notice: async () => {
      const stored = await storedNotice(db);
      if (!stored) return { text: "", version: 0 };
      const nameOf = await names([stored]);
      const { text, startsAt, endsAt, reason, version } = stored;
      return {
        text,
        version,
        reason,
        ...withoutNulls({ startsAt, endsAt }),
        ...changedOf(nameOf, stored),
      };
    },
    setNotice: async ({ startsAt, endsAt, ...input }, call) => {
      const change = { ...input, startsAt, endsAt, operatorId: memberOf(call).memberId };
      return { version: await setNotice(context, db, live, change) };
    },
  };
};
