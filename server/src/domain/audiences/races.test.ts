/** A member of a bulk send gets one coupon, however many runs go through it: 64 connections, and a mutant. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";
import { connectAll, CONNECTIONS } from "../ledger/race.fixture.ts";
import { giveToAudience, runSend, serveMember } from "./actions.ts";
import { findSend } from "./store/sends.ts";
import { ANNA, type AudienceEnv, createAudienceEnv, reason } from "./testing.ts";

let env: AudienceEnv;
beforeEach(async () => {
  env = await createAudienceEnv(CONNECTIONS);
  await connectAll(env.db);
}, 60_000);
afterEach(() => env.close());

/** 64 runs serve one member at once; returns how many decided it, and how many coupons there are. */
async function raceForMember(): Promise<{ served: number; coupons: number }> {
  const { context, db } = env;
  const memberId = await env.member(1);
  const templateId = await env.template();
  const wanted = { templateId, fileId: await env.list([memberId]), ref: "once", reason };
  const { sendId } = await giveToAudience(context, db, { ...wanted, makerId: ANNA, key: "k" });
  const send = await findSend(db, sendId, context.clock.sql());
  if (!send) throw new Error("no send");
  const runs = Array.from({ length: CONNECTIONS }, () => serveMember(context, db, send, memberId));
  const served = (await Promise.all(runs)).filter(Boolean).length;
  return { served, coupons: await env.ask("SELECT count(*)::int FROM member_coupon") };
}

test("64 runs decide a member once", async () => {
  expect(await raceForMember()).toEqual({ served: 1, coupons: 1 });
});

test("two runs through one send give each of its members one coupon", async () => {
  const { context, db } = env;
  const members = await Promise.all(Array.from({ length: 20 }, (_, n) => env.member(n)));
  const templateId = await env.template({ stock: [20] });
  const wanted = { templateId, fileId: await env.list(members), ref: "all", reason };
  const { sendId } = await giveToAudience(context, db, { ...wanted, makerId: ANNA, key: "k" });
  await Promise.all([runSend(context, db, sendId), runSend(context, db, sendId)]);
  expect(await env.ask("SELECT count(*)::int FROM member_coupon")).toBe(20);
  expect(await env.ask("SELECT count(*)::int FROM bulk_send_member WHERE outcome = 'given'")).toBe(
    20,
  );
});

test.runIf(isSlowTier)("64 runs give several when a coupon's reference is not unique", async () => {
  const file = new URL("../coupons/functions/grant.sql", import.meta.url);
  const stored = "p_source, p_ref, c.seq";
  const text = readFileSync(file, "utf8");
  expect(text).toContain(stored);
  await env.asOwner(text.replace(stored, stored.replace("p_ref", "p_ref || p_coupon")));
  // Each run forgets that another one decided the member.
  await env.asOwner(`
    CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.outcome := NULL; NEW.reason := NULL; NEW.at := NULL; RETURN NEW; END $$;
    CREATE TRIGGER forget BEFORE UPDATE ON bulk_send_member FOR EACH ROW EXECUTE FUNCTION forget();`);
  expect((await raceForMember()).coupons).toBeGreaterThan(1);
});
