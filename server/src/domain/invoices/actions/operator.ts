/** Operators issue or reject invoices, ask the issuer again, and read the list. */
import type { Output } from "@yunjing/contract/operations";
import type { OperatorInvoice } from "@yunjing/contract/schemas/operators/invoices";
import type { Context } from "../../../platform/context.ts";
import { keysetPageOf, keysetResult, type PageInput } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { AuditedState } from "../../../platform/http/call.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { memberLabels } from "../../members/actions.ts";
import { blueNo, reasonTextOf, redNo, subjectOf } from "../model.ts";
import {
  agreedBy,
  decideRequest,
  findInvoiceById,
  type InvoiceRow,
  pollNow,
  rejectedBy,
  reversedBy,
} from "../store.ts";
import { type InvoiceFilter, readInvoiceList } from "../store/list.ts";
import { openBuyer } from "./view.ts";

type Named = { readonly namesOf: NamesOf };

/** Returns how operators read the invoices. */
async function shownRows(
  context: Context,
  db: Db,
  { namesOf }: Named,
  rows: readonly InvoiceRow[],
): Promise<(row: InvoiceRow) => OperatorInvoice> {
  const labels = await memberLabels(
    db,
    rows.map(({ memberId }) => memberId),
  );
  const nameOf = await namesOf(
    db,
    rows.flatMap(({ decidedBy }) => decidedBy ?? []),
  );
  return (row) => {
    const { memberNo = "", nickname = "", phone = "" } = labels.get(row.memberId) ?? {};
    const { titleType, title, taxNo, email } = openBuyer(context, row);
    const { id, orderNo, month, amountFen, state, polls, requestedAt, decidedBy } = row;
    const isReversed = state === "REVERSING" || state === "REVERSED";
    const { nextPollAt, officialNo, reason, fault, issuedAt, endedAt } = row;
    return {
      invoiceId: id,
      orderTitle: subjectOf(row),
      member: { memberNo, nickname, phone },
      titleType,
      title,
      ...(taxNo === undefined ? {} : { taxNo }),
      hasEmail: email !== undefined,
      amountFen,
      state,
      requestNo: isReversed ? redNo(id) : blueNo(id),
      isReissue: row.replaces !== null,
      polls,
      ...(decidedBy === null ? {} : { decidedBy: { id: decidedBy, name: nameOf(decidedBy) } }),
      requestedAt,
      ...withoutNulls({
        orderNo,
        month,
        nextPollAt,
        officialNo,
        redNo: row.redNo,
        reason: row.reversalReason ?? reasonTextOf(reason),
        fault,
        issuedAt,
        endedAt,
      }),
    };
  };
}

/** Returns a page: what waits oldest first, all else newest first. Refuses BAD_REQUEST. */
export async function invoicePage(
  context: Context,
  db: Db,
  deps: Named,
  { cursor, pageSize, ...filter }: InvoiceFilter & PageInput,
): Promise<Output<"operatorInvoices", "list">> {
  const page = keysetPageOf({ cursor, pageSize });
  const rows = await readInvoiceList(db, filter, { ...page, limit: page.limit + 1 });
  return keysetResult(rows, page, await shownRows(context, db, deps, rows));
}

/** Reads an invoice as the audit shows it before and after a write. */
export async function invoiceStateOf(db: Db, id: string): Promise<AuditedState | undefined> {
  const row = await findInvoiceById(db, id);
  if (!row) return undefined;
  const { state, amountFen, orderNo, month, reason, polls } = row;
  return { object: id, state: { state, amountFen, orderNo, month, reason, polls } };
}

type Decided = {
  readonly invoiceId: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly key: string;
};

async function shownById(context: Context, db: Db, deps: Named, id: string) {
  const row = await findInvoiceById(db, id);
  if (!row) throw new Refusal("NOT_FOUND");
  return (await shownRows(context, db, deps, [row]))(row);
}

type Decision = "agree" | "reject" | "reverse";
const decisions = {
  agree: { route: "operatorInvoices.issue", to: "ISSUING" },
  reject: { route: "operatorInvoices.reject", to: "REJECTED" },
  reverse: { route: "operatorInvoices.reverse", to: "REVERSING" },
} as const satisfies Record<Decision, { readonly route: string; readonly to: string }>;

function changeOf(
  event: Decision,
  { operatorId, reason, now }: Pick<Decided, "operatorId" | "reason"> & { readonly now: Now },
) {
  switch (event) {
    case "agree":
      return agreedBy(operatorId, now);
    case "reject":
      return rejectedBy(operatorId, reason, now);
    case "reverse":
      return reversedBy(operatorId, reason, now);
  }
}

/**
 * Agrees to a request, rejects it, or reverses an issued invoice without a successor. The member
 * reads why a request was rejected, and may ask again after it and a reversal. Refuses NOT_FOUND,
 * STATE_CHANGED when it was decided before, OWN_ACCOUNT, and INPUT_INVALID {field, text} for a
 * reason that members must not read.
 */
export async function decideInvoice(
  context: Context,
  db: Db,
  deps: Named,
  decided: Decided & { readonly event: Decision },
): Promise<OperatorInvoice> {
  const { invoiceId, operatorId, reason, key, event } = decided;
  if (event === "reject") refuseInducement("reason", reason);
  const { route, to } = decisions[event];
  const intent = { memberId: operatorId, route, key, body: { invoiceId, reason } };
  await runIdempotently(context, db, intent, async (tx) => {
    const row = await findInvoiceById(tx, invoiceId);
    if (!row) throw new Refusal("NOT_FOUND");
    const { memberId, id, requesterId } = row;
    refuseOwnAccount(operatorId, memberId, requesterId);
    const now = context.clock.sql();
    const set = changeOf(event, { operatorId, reason, now });
    if (!(await decideRequest(tx, row, { event, set }))) throw new Refusal("STATE_CHANGED");
    await writeHistoryEntry(context, tx, {
      memberId,
      entity: "invoice",
      entityId: id,
      name: event,
      from: event === "reverse" ? "ISSUED" : "REQUESTED",
      to,
      reason,
      actor: { kind: "operator", id: operatorId },
    });
    if (event !== "reject") return;
    const data = { title: subjectOf(row), reason };
    await publishEvent(context, tx, {
      memberId: requesterId,
      kind: "invoice.rejected",
      ref: id,
      data,
    });
  });
  return shownById(context, db, deps, invoiceId);
}

/**
 * Makes the next query of the issuer due now, under the same number. Refuses NOT_FOUND, and
 * STATE_CHANGED for an invoice that is not at the issuer.
 */
export async function askIssuer(
  context: Context,
  db: Db,
  deps: Named,
  invoiceId: string,
): Promise<OperatorInvoice> {
  await transaction(db, async (tx) => {
    const row = await findInvoiceById(tx, invoiceId);
    if (!row) throw new Refusal("NOT_FOUND");
    if (!(await pollNow(tx, row, context.clock.sql()))) throw new Refusal("STATE_CHANGED");
  });
  return shownById(context, db, deps, invoiceId);
}
