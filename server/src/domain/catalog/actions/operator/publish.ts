/** Operators put a benefit on sale and take it off sale. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { readOffer } from "../../store/offers.ts";
import { whyNotPublishable } from "./publishable.ts";
import { recordOperatorChange } from "./change-history.ts";
import { publishDraft } from "./publish-draft.ts";

type Status = "draft" | "review" | "on" | "off" | "archived";

export type Publication = {
  readonly benefitId: string;
  readonly operatorId: string;
  /** The second person who approved selling below cost. */
  readonly lossApprovedBy?: string;
  /** The version of the draft to publish; without it, what members saw last. */
  readonly sinceVersion?: number | undefined;
  readonly reason?: string;
};
export type Unpublication = {
  readonly benefitId: string;
  readonly operatorId: string;
  readonly reason: string;
};

async function lockStatus(tx: Tx, benefitId: string) {
  const found = await tx.execute<{
    status: Status;
    version: number | null;
    loss_approved_by: string | null;
  }>(
    sql`SELECT status, version, loss_approved_by FROM benefit WHERE benefit_id = ${benefitId} FOR UPDATE`,
  );
  const [row] = found.rows;
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/**
 * Publishes the draft of `sinceVersion`; without a version puts what members saw last on sale again.
 * Returns the number of the last publication, 0 without one. Refuses as `publishDraft` does, or as
 * `putOnSale`; TWO_PERSONS when the operator approves their own loss.
 */
export async function publishBenefit(
  context: Context,
  db: Db,
  publication: Publication,
): Promise<number> {
  const { operatorId, sinceVersion, lossApprovedBy, reason = "" } = publication;
  if (lossApprovedBy === operatorId) throw new Refusal("TWO_PERSONS");
  return transaction(db, (tx) =>
    sinceVersion === undefined
      ? putOnSale(context, tx, publication)
      : publishDraft(context, tx, { ...publication, sinceVersion, reason }),
  );
}

/**
 * Moves a benefit from draft, review or off to on. Refuses NOT_FOUND, STATE_CHANGED from another
 * state, and PUBLISH_DENIED {reason} without a live route, a SKU with a price, or an approved loss.
 */
async function putOnSale(context: Context, tx: Tx, publication: Publication): Promise<number> {
  const { benefitId, operatorId, lossApprovedBy } = publication;
  const { status, version, loss_approved_by: approvedBefore } = await lockStatus(tx, benefitId);
  if (status === "on" || status === "archived") throw new Refusal("STATE_CHANGED");
  const offer = await readOffer(tx, { benefitIds: [benefitId] }, context.clock.sql());
  const benefit = offer.benefits.get(benefitId);
  if (!benefit) throw new Refusal("NOT_FOUND");
  const approvedBy = lossApprovedBy ?? approvedBefore;
  const reason = whyNotPublishable(benefit, offer.skus, approvedBy !== null);
  if (reason !== undefined) throw new Refusal("PUBLISH_DENIED", { reason });
  await tx.execute(sql`
    UPDATE benefit SET status = 'on', loss_approved_by = ${approvedBy}, listed_at = ${context.clock.now()}
    WHERE benefit_id = ${benefitId}`);
  await recordOperatorChange(context, tx, {
    operatorId,
    entity: "benefit",
    name: benefitId,
    event: "published",
    from: status,
    to: "on",
    ...(lossApprovedBy === undefined ? {} : { data: { lossApprovedBy } }),
  });
  return version ?? 0;
}

/**
 * Moves a benefit from on to off; existing orders are not affected. Refuses NOT_FOUND, and
 * STATE_CHANGED from another state.
 */
export async function unpublishBenefit(
  context: Context,
  db: Db,
  publication: Unpublication,
): Promise<void> {
  const { benefitId, operatorId, reason } = publication;
  await transaction(db, async (tx) => {
    const { status } = await lockStatus(tx, benefitId);
    if (status !== "on") throw new Refusal("STATE_CHANGED");
    await tx.execute(sql`UPDATE benefit SET status = 'off' WHERE benefit_id = ${benefitId}`);
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "benefit",
      name: benefitId,
      event: "unpublished",
      from: status,
      to: "off",
      reason,
    });
  });
}
