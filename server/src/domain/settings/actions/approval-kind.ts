/** Changes of settings in the approvals inbox: money limits and rights need a second person. */
import { invariant } from "../../../platform/refusal.ts";
import type { Settings } from "../../../platform/settings.ts";
import { storedKind } from "../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../approvals/model.ts";
import type { ApprovalKind } from "../../approvals/port.ts";
import { adjustableOf, type SettingValue, settingValue, valueText } from "../model.ts";
import { readStored } from "../store/settings.ts";
import { applyChange, SETTING_KIND } from "./settings.ts";

type Payload = {
  readonly name: string;
  /** Null for the start value. */
  readonly value: SettingValue | null;
  readonly sinceVersion: number;
  readonly before: SettingValue;
};

/** The payload of a proposal of this kind, which only `changeSetting` writes. */
const payloadOf = ({ payload }: Pick<Approval, "payload">): Payload => payload as Payload;

export const settingHandler = (start: Settings): ApprovalHandler => ({
  async onApproved(context, tx, approval) {
    const { maker, checker, reason } = approval;
    invariant(checker !== null, "an approved proposal has a checker");
    const { name, value, sinceVersion } = payloadOf(approval);
    const by = { operatorId: maker, approverId: checker, reason };
    await applyChange(context, tx, start, { name, value, sinceVersion, ...by });
  },
});

export const settingApprovals = (start: Settings): ApprovalKind =>
  storedKind({
    kind: SETTING_KIND,
    permissions: ["settings:approve"],
    handler: settingHandler(start),
    async headlines(_context, _db, approvals) {
      return approvals.map((approval) => {
        const { name, value } = payloadOf(approval);
        const declared = adjustableOf(name);
        const text = declared && valueText(declared, value ?? settingValue(start, name));
        const title = `「${declared?.label ?? name}」改为 ${text ?? String(value)}`;
        return { title, subject: declared?.topic ?? name, amountFen: null };
      });
    },
    async detail(_context, db, approval) {
      const { name, value, sinceVersion, before } = payloadOf(approval);
      const declared = adjustableOf(name);
      const textOf = (one: SettingValue) => (declared ? valueText(declared, one) : String(one));
      const stored = (await readStored(db)).find((row) => row.name === name);
      const isSame = (stored?.version ?? 0) === sinceVersion;
      const field = declared?.label ?? name;
      return {
        changes: [
          { field, before: textOf(before), after: textOf(value ?? settingValue(start, name)) },
        ],
        postings: [],
        checks: [
          {
            text: isSame ? "提交后没有再改过" : "提交后又改过，请提议人重新提交",
            isGood: isSame,
          },
        ],
      };
    },
  });
