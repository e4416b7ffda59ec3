/**
 * Asks the issuer for invoices and reversals, each under its one number until its end is known, and
 * applies the answers. Nothing else does.
 */
import { createHash } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { FileStore } from "../../../platform/files/port.ts";
import { type DomainEventSubscriber, publishEvent } from "../../../platform/jobs/domain-events.ts";
import { invariant } from "../../../platform/refusal.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { invoicesFollow, invoicesIssued, invoicesReversed } from "../../../sql/invoices.ts";
import { firstDay } from "../../exchange/actions.ts";
import { blueNo, invoiceFileKey, redNo, subjectOf } from "../model.ts";
import type { InvoiceIssuer, IssuerAnswer } from "../port.ts";
import {
  claimPoll,
  dueInvoices,
  failInvoice,
  findInvoice,
  type InvoiceKey,
  type InvoiceRow,
  recordFault,
} from "../store.ts";
import { openBuyer, sealBuyer } from "./view.ts";

export type IssuingDeps = {
  readonly issuer: InvoiceIssuer;
  readonly store: Pick<FileStore, "put">;
};

/** The longest time between two polls. */
const WAIT_MAX_MS = 3_600_000;
/** After so many polls without an end the log has an error each time. */
const POLLS_ALARM = 12;

/** Returns the time of the next poll: each waits twice as long as the one before. */
const nextPollAt = ({ clock, settings }: Context, polls: number): Date =>
  new Date(
    clock.now().getTime() +
      Math.min(settings.invoicePollMs * 2 ** Math.min(polls, 20), WAIT_MAX_MS),
  );

const requestNoOf = ({ state, id }: InvoiceRow): string =>
  state === "REVERSING" ? redNo(id) : blueNo(id);

async function send(
  context: Context,
  issuer: InvoiceIssuer,
  row: InvoiceRow,
): Promise<IssuerAnswer> {
  const { amountFen, officialNo, month } = row;
  const requestNo = requestNoOf(row);
  if (row.state === "REVERSING") {
    invariant(officialNo !== null, "an issued invoice has its number");
    return issuer.reverse({ requestNo, officialNo, amountFen });
  }
  const { email, ...buyer } = openBuyer(context, row);
  const goods = month === null ? "权益服务费" : "兑换码服务费";
  const orderNo = row.orderNo ?? month ?? "";
  return issuer.issue({ requestNo, buyer, amountFen, goods, orderNo, email });
}

/** Queries the number before it sends under it again. */
async function queryOrSend(
  context: Context,
  issuer: InvoiceIssuer,
  row: InvoiceRow,
): Promise<IssuerAnswer> {
  if (row.polls > 0) {
    const answer = await issuer.query(requestNoOf(row));
    if (answer.state !== "absent") return answer;
  }
  return send(context, issuer, row);
}

type Told = "invoice.issued" | "invoice.failed" | "invoice.reversed";

/** Tells the member who asked for it. */
const tell = (context: Context, tx: Tx, row: InvoiceRow, kind: Told): Promise<void> =>
  publishEvent(context, tx, {
    memberId: row.requesterId,
    kind,
    ref: row.id,
    data: { title: subjectOf(row), amountFen: row.amountFen },
  });

async function applyIssued(
  context: Context,
  db: Db,
  { issuer, store }: IssuingDeps,
  { row, officialNo: no }: { readonly row: InvoiceRow; readonly officialNo: string },
): Promise<void> {
  const file = await issuer.file(requestNoOf(row));
  await store.put(invoiceFileKey(row.id), file, "application/pdf");
  const { memberId: member, id } = row;
  const sha256 = createHash("sha256").update(file).digest();
  await transaction(db, async (tx) => {
    const now = context.clock.sql();
    const isNew = await invoicesIssued(tx, { member, id, officialNo: no, sha256, now });
    if (isNew) await tell(context, tx, row, "invoice.issued");
  });
}

async function applyReversed(
  context: Context,
  db: Db,
  { row, redNo: no }: { readonly row: InvoiceRow; readonly redNo: string },
): Promise<void> {
  const next = context.ids.next();
  const { buyer, email } = sealBuyer(context, next, openBuyer(context, row));
  const { memberId: member, id } = row;
  await transaction(db, async (tx) => {
    const now = context.clock.sql();
    const made = { member, id, redNo: no, next, buyer, email, now };
    if ((await invoicesReversed(tx, made)) !== "known")
      await tell(context, tx, row, "invoice.reversed");
  });
}

async function applyRefused(
  context: Context,
  db: Db,
  { row, reason }: { readonly row: InvoiceRow; readonly reason: string },
): Promise<void> {
  if (row.state === "REVERSING") {
    context.log.error({ invoiceId: row.id, reason }, "the issuer refuses to reverse an invoice");
    return recordFault(db, row, reason);
  }
  return transaction(db, async (tx) => {
    if (!(await failInvoice(tx, row, reason, context.clock.sql()))) return;
    await writeHistoryEntry(context, tx, {
      memberId: row.memberId,
      entity: "invoice",
      entityId: row.id,
      name: "fail",
      from: "ISSUING",
      to: "FAILED",
      reason,
      actor: { kind: "supplier" },
    });
    await tell(context, tx, row, "invoice.failed");
  });
}

async function applyAnswer(
  context: Context,
  db: Db,
  deps: IssuingDeps,
  { row, answer }: { readonly row: InvoiceRow; readonly answer: IssuerAnswer },
): Promise<void> {
  switch (answer.state) {
    case "issued": {
      const { officialNo } = answer;
      return row.state === "REVERSING"
        ? applyReversed(context, db, { row, redNo: officialNo })
        : applyIssued(context, db, deps, { row, officialNo });
    }
    case "refused":
      return applyRefused(context, db, { row, reason: answer.reason });
    case "processing":
    case "absent":
    case "unknown": {
      const said = { invoiceId: row.id, polls: row.polls, state: answer.state };
      if (row.polls >= POLLS_ALARM) context.log.error(said, "an invoice has no end yet");
      else if (answer.state !== "processing") context.log.warn(said, "no answer about an invoice");
    }
  }
}

/** Polls one invoice, unless its poll is not due or another process has claimed it. */
async function pollInvoice(
  context: Context,
  db: Db,
  deps: IssuingDeps,
  key: InvoiceKey,
): Promise<void> {
  const row = await findInvoice(db, key);
  if (row?.state !== "ISSUING" && row?.state !== "REVERSING") return;
  const when = { now: context.clock.sql(), nextAt: nextPollAt(context, row.polls) };
  if (!(await claimPoll(db, row, when))) return;
  const answer = await queryOrSend(context, deps.issuer, row);
  await applyAnswer(context, db, deps, { row, answer });
}

const BATCH = 50;

/** Polls every due invoice and returns how many; failures are thrown at the end. */
export async function pollDueInvoices(
  context: Context,
  db: Db,
  deps: IssuingDeps,
): Promise<number> {
  const due = await dueInvoices(db, context.clock.sql(), BATCH);
  const failures = await runEach(due, (key) => pollInvoice(context, db, deps, key));
  throwFailures(failures, "some polls of invoices failed");
  return due.length;
}

/**
 * Adapts the invoice of an order to its refunds, and that of a dealer's month to codes that became
 * void. A repeated event changes nothing.
 */
export const invoiceSubscriber =
  (context: Context, db: Db): DomainEventSubscriber =>
  async ({ kind, memberId: member, ref, data }) => {
    const month = kind === "batch.voided" ? data?.["month"] : undefined;
    if (kind !== "order.refunded" && typeof month !== "string") return;
    const of =
      typeof month === "string"
        ? { order: null, month: firstDay(month) }
        : { order: ref, month: null };
    await transaction(db, (tx) => invoicesFollow(tx, { member, ...of, now: context.clock.sql() }));
  };
