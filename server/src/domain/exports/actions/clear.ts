/** Exports with whole phones: one operator proposes one, and it begins when another agrees. */
import type { ExportKindName } from "@yunjing/contract/export-kinds";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { MemberCaller } from "../../../platform/http/call.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { propose, storedKind } from "../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../approvals/model.ts";
import { onceForMember } from "../../members/actions.ts";
import { kinds } from "../kinds.ts";
import type { KindDeps } from "../kinds/define.ts";
import type { Filter } from "../model.ts";
import { acceptFilter, insertAndQueue, requireList, type WantedExport } from "./begin.ts";
import { filterTextOf } from "./filter-text.ts";

export const CLEAR_KIND = "export_clear";
type ClearPayload = { readonly kind: ExportKindName; readonly filter: Filter };

/** The payload of a proposal of this kind, which only `proposeClear` writes. */
const wantedOf = ({ payload }: Approval): ClearPayload => payload as ClearPayload;

/**
 * Returns the id of a proposal to export whole phones. Refuses NO_PERMISSION, BAD_REQUEST for a list
 * without phones, and what the list refuses.
 */
export async function proposeClear(
  context: Context,
  db: Db,
  deps: KindDeps,
  wanted: WantedExport & { readonly caller: MemberCaller; readonly key: string },
): Promise<string> {
  const { caller, kind, reason, key } = wanted;
  const { memberId: operatorId } = caller;
  requireList(kind, caller);
  if (!kinds[kind].mayBeClear) throw new Refusal("BAD_REQUEST", { field: "kind" });
  const filter = await acceptFilter(deps, wanted, { operatorId, isClear: false });
  const body = { kind, filter: wanted.filter, reason };
  const intent = { memberId: operatorId, route: "operatorExports.proposeClear", key, body };
  return onceForMember(context, db, intent, (tx) =>
    propose(context, tx, {
      kind: CLEAR_KIND,
      subject: kind,
      payload: { kind, filter },
      reason,
      maker: operatorId,
      beneficiary: null,
    }),
  );
}

async function begin(context: Context, tx: Tx, approval: Approval): Promise<void> {
  const { maker, checker, reason } = approval;
  invariant(checker !== null, "an approved proposal has a checker");
  const wanted = { ...wantedOf(approval), reason, operatorId: maker, approvedBy: checker };
  await insertAndQueue(context, tx, wanted);
}

export const clearHandler: ApprovalHandler = { onApproved: begin };

/** Clear exports in the approvals inbox. */
export const clearApprovals = storedKind({
  kind: CLEAR_KIND,
  permissions: ["exports:clear"],
  handler: clearHandler,
  headlines: async (_context, _db, approvals) =>
    approvals.map((approval) => {
      const { kind, filter } = wantedOf(approval);
      const title = `明文导出${kinds[kind].title}`;
      return { title, subject: filterTextOf(filter), amountFen: null };
    }),
  detail: async (_context, _db, approval) => {
    const { kind, filter } = wantedOf(approval);
    return {
      changes: [
        { field: "列表", before: "—", after: kinds[kind].title },
        { field: "筛选", before: "—", after: filterTextOf(filter) },
        { field: "手机号", before: "打码", after: "完整" },
      ],
      postings: [],
      checks: [],
    };
  },
});
