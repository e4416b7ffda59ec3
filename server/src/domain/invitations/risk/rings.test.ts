/**
 * Tests detection of fraud rings among five thousand honest members, on the database and as the
 * settlement job does it (N-10).
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../../platform/database/testing.ts";
import { isSlowTier, repeatCount } from "../../../platform/repeat-count.fixture.ts";
import { type TestContext, testContext } from "../../../platform/testing.ts";
import { payerHash } from "../../payments/model.ts";
import { type RiskScore, scoreRisk, type ReasonCode } from "./model.ts";
import {
  DAY_MS,
  createSeededRandom,
  hashed,
  createHonestPeople,
  type Person,
} from "./people.fixture.ts";
import { createRings } from "./rings.fixture.ts";
import { readRiskFacts } from "./store.ts";

const HONEST = 5_000;
/** Honest members that are scored; all are in the database. */
const SCORED = repeatCount({ suite: 1_000, slow: HONEST });
const POPULATIONS = isSlowTier ? ["one", "two"] : ["one"];
const anonymousPayer = payerHash({ via: "h5" });

let database: FreshDatabase;
let context: TestContext;
let db: Db;
let owner: Db;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: database.appUrl, log: context.log, size: 8 });
  owner = openDatabase({ url: database.ownerUrl, log: context.log });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await closeDatabase(owner);
  await database.drop();
});

/** Inserts the bindings as the login would have stored them. */
async function insertPeople(people: readonly Person[]): Promise<void> {
  const since = new Date(Math.min(...people.map(({ boundAt }) => boundAt)) - 365 * DAY_MS);
  const rows = people.map(({ boundAt, ...one }) => ({
    member_id: one.memberId,
    id: one.bindingId,
    inviter_id: one.inviterId,
    bound_at: new Date(boundAt),
    visit_ms: one.visitMs ?? null,
    hashes: [one.device, one.address, one.agent, one.segment, one.payer, one.account].map((text) =>
      text === undefined ? null : hashed(text).toString("hex"),
    ),
  }));
  await owner.$client.query(
    `INSERT INTO invite_binding (member_id, id, inviter_id, code, channel, state, inviter_since, member_since, bound_at,
       valid_until, actor, device_hash, ip_hash, agent_hash, phone_segment_hash, payer_hash, account_hash, visit_ms)
     SELECT r.member_id, r.id, r.inviter_id, 'abcdefgh', 'link', 'BOUND', $2, r.bound_at, r.bound_at,
            r.bound_at + interval '30 days', 'system', decode(r.hashes->>0, 'hex'), decode(r.hashes->>1, 'hex'),
            decode(r.hashes->>2, 'hex'), decode(r.hashes->>3, 'hex'), decode(r.hashes->>4, 'hex'),
            decode(r.hashes->>5, 'hex'), r.visit_ms
     FROM jsonb_to_recordset($1::jsonb) AS r(member_id uuid, id uuid, inviter_id uuid, bound_at timestamptz,
                                             visit_ms bigint, hashes jsonb)`,
    [JSON.stringify(rows), since],
  );
  await owner.execute(sql`ANALYZE invite_binding`);
}

type ScoredPerson = Person & { readonly judgement: RiskScore };

async function scoreAll(people: readonly Person[]): Promise<ScoredPerson[]> {
  const { inviteRiskHold: hold, inviteRiskReject: reject } = context.settings;
  const waiting = [...people];
  const scored: ScoredPerson[] = [];
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const key = { memberId: one.memberId, id: one.bindingId };
      const facts = await db.transaction((tx) =>
        readRiskFacts(tx, key, { devices: [], anyone: anonymousPayer, now: null }),
      );
      scored.push({ ...one, judgement: scoreRisk(facts, { hold, reject }) });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return scored;
}

const share = (part: number, whole: number): number => part / Math.max(1, whole);
const isStopped = ({ judgement }: ScoredPerson): boolean => judgement.decision !== "pass";

describe.each(POPULATIONS)("a month of the population %s", (seed) => {
  let scored: ScoredPerson[] = [];
  beforeAll(async () => {
    const of = createSeededRandom(`rings ${seed}`);
    const start = Date.UTC(2026, 9, 1);
    const honestPeople = createHonestPeople(of, HONEST, start);
    const rings = createRings(of, start);
    await owner.execute(sql`TRUNCATE invite_binding`);
    await insertPeople([...honestPeople, ...rings]);
    scored = await scoreAll([...honestPeople.slice(0, SCORED), ...rings]);
  }, 120_000);

  const ringed = () => scored.filter(({ ring }) => ring !== undefined);
  const honest = () => scored.filter(({ ring }) => ring === undefined);

  test("95 of 100 members of rings are stopped, and at most one of 100 honest ones", () => {
    const figures = {
      bindings: scored.length,
      recall: share(ringed().filter(isStopped).length, ringed().length),
      falseAlarms: share(honest().filter(isStopped).length, honest().length),
    };
    expect(figures.recall, JSON.stringify(figures)).toBeGreaterThanOrEqual(0.95);
    expect(figures.falseAlarms, JSON.stringify(figures)).toBeLessThanOrEqual(0.01);
  });

  test("no honest member is rejected without a review", () => {
    const rejected = honest().filter(({ judgement }) => judgement.decision === "reject");
    expect(rejected.map(({ judgement }) => judgement.reasons)).toEqual([]);
  });

  /**
   * Returns the share of members that would still be stopped if one reason were removed from the
   * table.
   */
  const recallWithout = (ring: string, code: ReasonCode): number => {
    const members = ringed().filter((one) => one.ring === ring);
    const stopped = members.filter(({ judgement }) => {
      const left = judgement.reasons.filter((reason) => reason.code !== code);
      return left.reduce((sum, { points }) => sum + points, 0) >= context.settings.inviteRiskHold;
    });
    return share(stopped.length, members.length);
  };

  test.each([
    ["device", "device"],
    ["line", "address"],
    ["line", "agent"],
    ["payer", "payer"],
    ["account", "account"],
    ["chain", "chain"],
  ] as const)("rings of the kind %s are not detected without the reason %s", (ring, code) => {
    expect(recallWithout(ring, code)).toBeLessThan(0.8);
  });
});
