/** 64 acts of one device at once under a limit, and two operators at one case; with mutants. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";
import { transaction } from "../../platform/database/transaction.ts";
import {
  CONNECTIONS,
  connectAll,
  maxOverRounds,
  mutate,
  openRaceDatabase,
  type RaceDatabase,
  times,
} from "../ledger/race.fixture.ts";
import { createLiveRisk, decideRiskCase, type LiveRisk, setRule } from "./actions.ts";

const LIMIT = 5;
const operatorId = "0199cccc-0000-7000-8000-00000000000a";
const reason = "一起领";

let race: RaceDatabase;
let risk: LiveRisk;
beforeAll(async () => {
  race = await openRaceDatabase();
  risk = createLiveRisk(race.context);
  const rule = { code: "coupon_device", mode: "on", verdict: "refuse", limit: LIMIT } as const;
  await setRule(race.context, race.db, { ...rule, sinceVersion: 0, reason, operatorId });
  await risk.refresh(race.db);
  await connectAll(race.db);
});
afterAll(() => race.close());

/** Returns how many of 64 claims of one device passed. */
async function claims(round: number): Promise<number> {
  const { db } = race;
  const caller = { device: `a-device-of-round-${round}-of-the-race`, address: "203.0.113.7" };
  const outcomes = await Promise.allSettled(
    times(CONNECTIONS, () =>
      risk.recording(db, () =>
        transaction(db, (tx) => risk.judge(tx, { place: "coupon", caller })),
      ),
    ),
  );
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

/** Returns how many of 64 operators decided the case of a round. */
async function decisions(): Promise<number> {
  const { rows } = await race.owner.query<{ id: string }>(
    "SELECT id FROM risk_case WHERE state = 'OPEN' LIMIT 1",
  );
  const caseId = rows[0]?.id ?? "";
  const decision = { caseId, decision: "release", reason, operatorId } as const;
  const outcomes = await Promise.allSettled(
    times(CONNECTIONS, () => decideRiskCase(race.context, race.db, decision)),
  );
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

test("of 64 claims of one device five pass, the others are in one case that one operator decides", async () => {
  expect(await claims(0)).toBe(LIMIT);
  const { rows } = await race.owner.query("SELECT hits FROM risk_case");
  expect(rows).toEqual([{ hits: CONNECTIONS - LIMIT }]);
  expect(await decisions()).toBe(1);
});

test.runIf(isSlowTier)(
  "mutant: with a count that is read before it is written, more than five pass",
  async () => {
    const from = "risk_slide(c.parts, c.started_at, v_part, v_part_ms, 1),";
    const read = `(SELECT k.parts FROM risk_counter k
    WHERE k.subject = v_rule->>'subject' AND k.rule = v_rule->>'rule')`;
    const to = `risk_slide(coalesce(${read}, '{0}'), c.started_at, v_part, v_part_ms, 1),`;
    await mutate(race.owner, [{ module: "risk", file: "judge.sql", from, to }]);
    expect(await maxOverRounds(LIMIT, (round) => claims(round + 1))).toBeGreaterThan(LIMIT);
  },
);
