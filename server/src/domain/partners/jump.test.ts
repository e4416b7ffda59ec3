/** Tests jumps: who may jump, where to, once, and that the token is useless to others. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  closeHost,
  decideHost,
  exchangePass,
  jump,
  jumpCard,
  proposeHost,
  storeCheckedLink,
  setLink,
  switchLink,
  switchPartner,
} from "./actions.ts";
import { linkInput, createPartnersTestEnv, type PartnersTestEnv } from "./test-env.fixture.ts";

let testEnv: PartnersTestEnv;
beforeAll(async () => {
  testEnv = await createPartnersTestEnv();
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const card = (linkId: string, regionCode?: string) => {
  const input = { linkId, ...(regionCode === undefined ? {} : { regionCode }) };
  return jumpCard(testEnv.context, testEnv.db, testEnv.deps, input);
};
const go = (linkId: string) =>
  jump(testEnv.context, testEnv.db, testEnv.deps, { memberId: testEnv.context.ids.next(), linkId });
const exchange = (partnerId: string, { sid, token }: { sid: string; token: string }) =>
  exchangePass(testEnv.context, testEnv.db, partnerId, { sid, token });

describe("a link", () => {
  test("leads to its target, and the host is shown", async () => {
    expect(await card("ride")).toMatchObject({ available: true, host: "h5.yunda.example" });
    expect((await go("ride")).url).toBe("https://h5.yunda.example/open");
  });

  test("states the reason when a jump is not possible: city, time, switch", async () => {
    const now = testEnv.context.clock.now().getTime();
    const make = (linkId: string, over: object) =>
      storeCheckedLink(testEnv.context, testEnv.db, linkInput({ linkId, ...over }));
    await make("city", { cityCodes: ["310100"] });
    await make("over", { endsAt: now });
    await make("early", { startsAt: now + 1 });
    await make("off", { isOn: false });
    const reasons = async (id: string) => (await card(id, "110100")).reason;
    expect(await card("city", "310100")).toMatchObject({ available: true });
    expect(await reasons("city")).toBe("当前城市未开通");
    expect(await reasons("over")).toBe("活动已结束");
    expect(await reasons("early")).toBe("活动未开始");
    expect(await reasons("off")).toBe("服务维护中");
    await expect(go("over")).rejects.toEqual(refusal("BIZ_CLOSED"));
  });

  test("leads nowhere once its switch, its partner or its host is off", async () => {
    await storeCheckedLink(testEnv.context, testEnv.db, linkInput({ linkId: "kill" }));
    const { context, db } = testEnv;
    await switchLink(context, db, { linkId: "kill", isOn: false });
    await expect(go("kill")).rejects.toEqual(refusal("BIZ_CLOSED"));
    await switchLink(context, db, { linkId: "kill", isOn: true });
    await switchPartner(context, db, { partnerId: "yunda", isOn: false });
    await expect(go("kill")).rejects.toEqual(refusal("BIZ_CLOSED"));
    await switchPartner(context, db, { partnerId: "yunda", isOn: true });
    expect((await go("kill")).kind).toBe("h5");
    const host = { partnerId: "yunda", scheme: "https", place: "h5.yunda.example" } as const;
    await closeHost(context, db, host);
    await expect(go("kill")).rejects.toEqual(refusal("BIZ_CLOSED"));
    await testEnv.allow("yunda", "https", "h5.yunda.example");
    expect((await go("kill")).kind).toBe("h5");
  });

  test("accepts a host only after two-person approval, and not from another partner's list", async () => {
    const { context, db, maker, checker } = testEnv;
    const wanted = linkInput({ linkId: "new-host", target: "https://new.yunda.example/" });
    const host = { partnerId: "yunda", scheme: "https", place: "new.yunda.example" } as const;
    const denied = refusal("TARGET_DENIED");
    await expect(setLink(context, db, wanted)).rejects.toEqual(denied);
    const approvalId = await proposeHost(context, db, { ...host, maker, reason: "新域名" });
    await expect(setLink(context, db, wanted)).rejects.toEqual(denied);
    const decision = { approvalId, state: "approved", reason: "同意" } as const;
    await expect(decideHost(context, db, { ...decision, checker: maker })).rejects.toEqual(
      refusal("TWO_PERSONS"),
    );
    await decideHost(context, db, { ...decision, checker });
    await expect(setLink(context, db, { ...wanted, partnerId: "fanmao" })).rejects.toEqual(denied);
    expect(await setLink(context, db, wanted)).toBe(1);
    await expect(setLink(context, db, wanted)).rejects.toEqual(refusal("STATE_CHANGED"));
  });
});

describe("a jump token", () => {
  test("is exchanged once, even by concurrent requests", async () => {
    const pass = await testEnv.jumped();
    const tries = await Promise.all(Array.from({ length: 16 }, () => exchange("yunda", pass)));
    expect(tries.filter((found) => found !== undefined)).toHaveLength(1);
    expect(await exchange("yunda", pass)).toBeUndefined();
  });

  test("would be exchanged more than once if it were read before it is consumed (mutant)", async () => {
    const naive = async ({ sid }: { readonly sid: string }): Promise<boolean> => {
      const { rows } = await testEnv.db.execute<{ used: boolean }>(
        sql`SELECT used_at IS NOT NULL AS used FROM partner_click WHERE sid = ${sid}`,
      );
      if (rows[0]?.used) return false;
      await testEnv.db.execute(sql`UPDATE partner_click SET used_at = now() WHERE sid = ${sid}`);
      return true;
    };
    let most = 1;
    for (let round = 0; round < 40 && most === 1; round++) {
      const pass = await testEnv.jumped();
      const tries = await Promise.all(Array.from({ length: 16 }, () => naive(pass)));
      most = tries.filter(Boolean).length;
    }
    expect(most).toBeGreaterThan(1);
  });

  test("is invalid for another partner, with another jump's id, or after its expiry", async () => {
    const [one, two] = [await testEnv.jumped(), await testEnv.jumped()];
    expect(await exchange("fanmao", one)).toBeUndefined();
    expect(await exchange("yunda", { sid: one.sid, token: two.token })).toBeUndefined();
    expect(await exchange("yunda", one)).toMatchObject({ linkId: "ride" });
    testEnv.context.clock.advance(testEnv.context.settings.partnerPassMs);
    expect(await exchange("yunda", two)).toBeUndefined();
  });

  test("gives the same reference for the same member each time, and reveals nothing about other partners", async () => {
    const memberId = testEnv.context.ids.next();
    const refs = [
      await exchange("yunda", await testEnv.jumped(memberId)),
      await exchange("yunda", await testEnv.jumped(memberId)),
      await exchange("yunda", await testEnv.jumped()),
    ].map((found) => found?.memberRef);
    expect(refs[0]).toMatch(/^[\w-]{22}$/);
    expect(refs[1]).toBe(refs[0]);
    expect(refs[2]).not.toBe(refs[0]);
    const other = testEnv.context.secrets.deriveToken("partner-member", `fanmao:${memberId}`);
    expect(refs[0]).not.toBe(other);
  });
});
