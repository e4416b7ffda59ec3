/**
 * Test environment of the coupons module: a database with templates, members, and calls of the SQL
 * functions.
 */
import { closeDatabase, type Db, openDatabase, type Tx } from "../../platform/database/pool.ts";
import {
  violatedConstraint,
  databaseError,
  raisedRefusal,
} from "../../platform/database/failure.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { deterministicUuid } from "../../platform/random.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import type { CampaignRules } from "./pack.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export type TemplateWanted = {
  readonly rules?: CampaignRules;
  readonly validity?: object;
  readonly limits?: { readonly perMember: number; readonly perDay?: number };
  readonly status?: string;
  readonly endedHow?: string;
  readonly claimFrom?: Date;
  readonly claimUntil?: Date;
  readonly audience?: object;
  readonly givenOn?: string;
  /** Totals of the buckets; one unlimited bucket when absent. */
  readonly stock?: readonly (number | null)[];
  readonly budgetFen?: readonly (number | null)[];
};

const MAKER = "00000000-0000-7000-8000-000000000001";

/** Inserts a template as given, without approval. */
export async function insertTestTemplate(
  db: Db,
  id: string,
  wanted: TemplateWanted,
): Promise<void> {
  const { rules = { type: "amount", valueFen: 500 }, stock = [null], budgetFen = [null] } = wanted;
  await queryWithoutTriggers(
    db.$client,
    `INSERT INTO coupon_template (template_id, status, title, looks, rules, validity, audience, limits, ended_how,
       claim_from, claim_until, maker_id, given_on, created_at)
     VALUES ($1, $2, '立减券', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now())`,
    [
      id,
      wanted.status ?? "active",
      { look: "plain", scopeText: "", tips: [], useAt: {} },
      rules,
      wanted.validity ?? { mode: "claim", days: 7 },
      wanted.audience ?? {},
      wanted.limits ?? { perMember: 100_000 },
      wanted.endedHow ?? null,
      wanted.claimFrom ?? null,
      wanted.claimUntil ?? null,
      MAKER,
      wanted.givenOn ?? null,
    ],
    "written",
  );
  await db.$client.query(
    `INSERT INTO event (member_id, id, entity, entity_id, name, to_state, actor_kind, at)
     VALUES ($1, gen_random_uuid(), 'coupon_template', $2, 'imported', $3, 'operator', now())`,
    [MAKER, deterministicUuid(`coupon_template:${id}`), wanted.status ?? "active"],
  );
  for (const [bucket, total] of stock.entries())
    await db.$client.query(
      "INSERT INTO campaign_stock (template_id, bucket, total) VALUES ($1, $2, $3)",
      [id, bucket, total],
    );
  for (const [bucket, fen] of budgetFen.entries())
    await db.$client.query(
      "INSERT INTO campaign_spend (template_id, bucket, budget_fen) VALUES ($1, $2, $3)",
      [id, bucket, fen],
    );
}

/** Returns a function's result, or its failure: a refusal's code, a constraint, or an SQLSTATE. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    return String(await call);
  } catch (error) {
    return (
      raisedRefusal(error)?.code ??
      violatedConstraint(error) ??
      databaseError(error)?.code ??
      String(error)
    );
  }
}

export type CouponTestEnv = Awaited<ReturnType<typeof createTestEnv>>;

/** Creates the test environment of a test file. `size` is the number of connections. */
export async function createTestEnv(size = 8, settings: Readonly<Record<string, unknown>> = {}) {
  const context: TestContext = testContext(settings);
  const fresh = await freshDatabase();
  const db = openDatabase({ url: fresh.appUrl, log: context.log, size });
  const ask = async <T>(text: string, values: readonly unknown[] = []): Promise<T> => {
    const { rows } = await db.$client.query<Record<string, T>>(text, [...values]);
    const [row] = rows;
    if (!row) throw new Error("no row");
    return Object.values(row)[0] as T;
  };
  const now = () => context.clock.now();
  let templates = 0;
  return {
    context,
    db,
    ask,
    now,
    appUrl: fresh.appUrl,
    async member(last: number): Promise<string> {
      const phone = `138${String(last).padStart(8, "0")}`;
      return (await transaction(db, (tx: Tx) => findOrCreateMemberByPhone(context, tx, phone)))
        .memberId;
    },
    async template(wanted: TemplateWanted = {}): Promise<string> {
      const id = `template-${++templates}`;
      await insertTestTemplate(db, id, wanted);
      return id;
    },
    grant: (member: string, template: string, source: string, ref: string, id?: string) =>
      ask<string>("SELECT coupons_grant($1, $2, $3, $4, $5, $6)", [
        member,
        id ?? context.ids.next(),
        template,
        source,
        ref,
        now(),
      ]),
    lock: (member: string, order: string, coupons: readonly string[], offs: readonly number[]) =>
      ask("SELECT coupons_lock($1, $2, $3, $4, $5, $6)", [
        member,
        order,
        coupons,
        offs,
        new Date(now().getTime() + HOUR_MS / 4),
        now(),
      ]),
    use: (member: string, order: string) =>
      ask<boolean>("SELECT coupons_use($1, $2, $3)", [member, order, now()]),
    unlock: (member: string, order: string) =>
      ask("SELECT coupons_unlock($1, $2, $3)", [member, order, now()]),
    giveBack: (member: string, order: string) =>
      ask("SELECT coupons_return($1, $2, $3)", [member, order, now()]),
    asOwner: fresh.asOwner,
    async close() {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}

/** Counts how often each word occurs. */
export function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));
