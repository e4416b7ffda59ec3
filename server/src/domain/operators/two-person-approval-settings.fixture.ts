/** A change of a money limit as a two-person approval: how it is proposed and approved. */
import { closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { approvalsOf, decideApproval } from "../approvals/actions.ts";
import {
  changeSetting,
  createLiveState,
  settingHandler,
  settingLines,
} from "../settings/actions.ts";
import type { ApprovalScenario, Proposal } from "./two-person-approval-codes.fixture.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const BEN = "0199cccc-0000-7000-8000-00000000000b";
const reason = "春节活动";

export async function settingChange(): Promise<ApprovalScenario> {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  const live = createLiveState(context.settings, context.log);
  const [name, handlers] = ["withdrawPerDay", { setting: settingHandler(live.start) }];
  const lineNow = async () => {
    const lines = await settingLines(context, db, live);
    const found = lines.find(({ declared }) => declared.name === name);
    if (!found) throw new Error(`${name} is not adjustable`);
    return found;
  };
  const proposalFor = async (value: number): Promise<Proposal> => {
    const { stored } = await lineNow();
    const sinceVersion = stored?.version ?? 0;
    const change = { name, value, sinceVersion, reason, operatorId: ANNA };
    const { approvalId = "" } = await changeSetting(context, db, live, change);
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    const expired = { kind: "setting", state: "expired" } as const;
    return {
      agree: () => decideApproval(context, db, handlers, decision),
      isDone: async () => (await lineNow()).value === value,
      isShownExpired: async () =>
        (await approvalsOf(context, db, expired)).some(({ id }) => id === approvalId),
      again: () => proposalFor(value),
    };
  };
  let made = 3;
  return {
    context,
    db,
    propose: () => proposalFor(++made),
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
