/** One openid, one member; one state, one login; one phone, one owner: with 64 connections, and shown to fail without the guards. */
import { afterEach, describe, expect, test } from "vitest";
import { type Arena, CONNECTIONS, mutate, openArena, race, times } from "../ledger/race.fixture.ts";
import { memberOfWechat } from "./actions.ts";
import { phoneFields } from "./actions/login.ts";
import { bindPhoneRow, spendState } from "./identity-store.ts";

const opened: Arena[] = [];
async function arena(...mutations: Parameters<typeof mutate>[1]): Promise<Arena> {
  const made = await openArena();
  opened.push(made);
  await mutate(made.owner, mutations);
  return made;
}
afterEach(async () => {
  for (const made of opened.splice(0)) await made.close();
});

const withoutKey = (table: string) => ({
  statement: `ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`,
});

describe("64 first logins of one openid at once", () => {
  const told = { appId: "wx-race", openid: "o-race", unionid: undefined };
  async function made({ context, db }: Arena): Promise<Record<string, number>> {
    return race(
      db,
      times(CONNECTIONS, () => async (tx) => {
        const { isNew } = await memberOfWechat(context, tx, told);
        return isNew ? "new" : "known";
      }),
    );
  }
  test("are one member", async () => {
    expect(await made(await arena())).toEqual({ new: 1, known: CONNECTIONS - 1 });
  });
  test("would be more if the claim were not unique", async () => {
    expect((await made(await arena(withoutKey("identity_claim"))))["new"]).toBeGreaterThan(1);
  });
});

describe("64 returns with one state at once", () => {
  async function used({ db }: Arena): Promise<Record<string, number>> {
    const state = { stateHash: Buffer.from("state"), expiresAt: new Date(), now: null };
    return race(
      db,
      times(CONNECTIONS, () => async (tx) => ((await spendState(tx, state)) ? "first" : "late")),
    );
  }
  test("are one that is heard", async () => {
    expect(await used(await arena())).toEqual({ first: 1, late: CONNECTIONS - 1 });
  });
  test("would be more if used states were not kept once", async () => {
    expect((await used(await arena(withoutKey("wechat_state"))))["first"]).toBeGreaterThan(1);
  });
});

describe("64 members who bind one phone at once", () => {
  async function bound({ context, db }: Arena): Promise<Record<string, number>> {
    const memberIds = await Promise.all(
      times(CONNECTIONS, async (n) => {
        const told = { appId: "wx-bind", openid: `o-bind-${n}`, unionid: undefined };
        return db.transaction(async (tx) => (await memberOfWechat(context, tx, told)).memberId);
      }),
    );
    return race(
      db,
      memberIds.map((memberId) => async (tx) => {
        const phone = phoneFields(context, memberId, "13700030000");
        return bindPhoneRow(tx, { memberId, phone, now: null });
      }),
    );
  }
  test("are one who has it", async () => {
    expect(await bound(await arena())).toEqual({ bound: 1, taken: CONNECTIONS - 1 });
  });
  test("would be more if the claim were not unique", async () => {
    expect((await bound(await arena(withoutKey("phone_claim"))))["bound"]).toBeGreaterThan(1);
  });
});
