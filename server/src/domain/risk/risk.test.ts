/** Rules in a dry run and on, lists, cases, and what each verdict does to an act. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openListener } from "../../platform/database/listen.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { testContext } from "../../platform/testing.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import {
  createLiveRisk,
  decideRiskCase,
  endEntry,
  listSubject,
  pageOfCases,
  pageOfEntries,
  readRiskCase,
  readRiskRules,
  setRule,
} from "./actions.ts";
import { type RuleCode, riskRules } from "./model.ts";
import type { RiskCaller, RiskGuard } from "./port.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const context = testContext();
const operatorId = "0199cccc-0000-7000-8000-00000000000a";
const reason = "集中领券";
const address = "203.0.113.7";

let db: Db;
let url: string;
let drop: () => Promise<void>;
let devices = 0;
let here: RiskCaller;
const risk = createLiveRisk(context);
const namesOf = async () => () => "林知远";
beforeAll(async () => {
  const fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  url = fresh.appUrl;
  drop = fresh.drop;
});
afterAll(async () => {
  await closeDatabase(db);
  await drop();
});
beforeEach(() => {
  here = { device: `a-device-of-one-test-${++devices}`, address };
});

type Setting = Omit<
  Parameters<typeof setRule>[2],
  "code" | "sinceVersion" | "reason" | "operatorId"
>;
async function set(code: RuleCode, setting: Setting): Promise<void> {
  const { rows } = await db.$client.query("SELECT version FROM risk_rule WHERE code = $1", [code]);
  const sinceVersion = rows[0]?.version ?? 0;
  await setRule(context, db, { code, ...setting, sinceVersion, reason, operatorId });
  await risk.refresh(db);
}
const claim = (caller: RiskCaller = here, guard: RiskGuard = risk): Promise<string> =>
  guard
    .recording(db, () => transaction(db, (tx) => guard.judge(tx, { place: "coupon", caller })))
    .catch((error: { code: string }) => error.code);
const claims = async (times: number): Promise<string[]> => {
  const answers: string[] = [];
  for (let n = 0; n < times; n++) answers.push(await claim());
  return answers;
};
const openCases = async () =>
  (await pageOfCases(db, namesOf, { state: "open" })).list.filter(
    ({ label }) => label === deviceName(),
  );
const hitsOf = async (mode: "dry" | "on") =>
  Number(
    (
      await db.$client.query("SELECT count(*) FROM risk_hit WHERE mode = $1 AND device = $2", [
        mode,
        deviceName(),
      ])
    ).rows[0]?.count,
  );
const deviceName = () =>
  context.secrets.mac("code-guesser", `device:${here.device}`).toString("hex").slice(0, 12);
const block = async (entry: Partial<Parameters<typeof listSubject>[2]>) => {
  const device = { kind: "block", subjectKind: "device", subject: deviceName() } as const;
  const entryId = await listSubject(context, db, { ...device, reason, operatorId, ...entry });
  await risk.refresh(db);
  return entryId;
};

test("another process has a change of a rule or a list with the notification", async () => {
  const listener = openListener(url, context.log);
  const there = createLiveRisk(context);
  const stop = there.follow(db, listener, 10 * HOUR_MS);
  await expect.poll(() => listener.isUp()).toBe(true);
  const caller = { device: here.device, address };
  expect(await claim(caller, there)).toBe("pass");
  const entry = { kind: "block", subjectKind: "device", subject: deviceName() } as const;
  await listSubject(context, db, { ...entry, reason, operatorId });
  await expect.poll(() => claim(caller, there)).toBe("RISK_REFUSED");
  await stop();
  await listener.close();
});

test("every rule begins in its dry run, with figures within their bounds", async () => {
  const list = await readRiskRules(context, db, namesOf);
  expect(list.map(({ code }) => code)).toEqual(Object.keys(riskRules));
  for (const { mode, figures } of list) {
    expect(mode).toBe("dry");
    for (const { min, max, value } of figures) expect(value >= min && value <= max).toBe(true);
  }
});

describe("a rule of two coupons on a device", () => {
  test("counts in its dry run and lets everything pass, and shows what it would have done", async () => {
    await set("coupon_device", { mode: "dry", verdict: "refuse", limit: 2 });
    expect(await claims(4)).toEqual(["pass", "pass", "pass", "pass"]);
    expect(await hitsOf("dry")).toBe(2);
    expect(await openCases()).toEqual([]);
    const list = await readRiskRules(context, db, namesOf);
    expect(list.find(({ code }) => code === "coupon_device")?.week).toEqual({
      acted: 0,
      dry: 2,
      subjects: 1,
    });
  });

  test("that watches lets the third pass and opens one case for all that follow", async () => {
    await set("coupon_device", { mode: "on", verdict: "watch", limit: 2 });
    expect(await claims(4)).toEqual(["pass", "pass", "pass", "pass"]);
    expect(await openCases()).toMatchObject([{ rule: "coupon_device", hits: 2 }]);
  });

  test("that refuses refuses the third with a sentence that names no rule, and records it", async () => {
    await set("coupon_device", { mode: "on", verdict: "refuse", limit: 2 });
    expect(await claims(3)).toEqual(["pass", "pass", "RISK_REFUSED"]);
    const refused = risk.recording(db, () =>
      transaction(db, (tx) => risk.judge(tx, { place: "coupon", caller: here })),
    );
    await expect(refused).rejects.toThrow("现在不能领券，请稍后再试");
    expect(await openCases()).toMatchObject([{ hits: 2 }]);
    context.clock.advance(DAY_MS + HOUR_MS);
    expect(await claim()).toBe("pass");
  });

  test("lets no more than the limit pass in any 24 hours, wherever they begin", async () => {
    await set("coupon_device", { mode: "on", verdict: "refuse", limit: 4 });
    const passed: number[] = [];
    for (let hour = 0; hour < 72; hour++) {
      for (const outcome of await claims(2)) if (outcome === "pass") passed.push(hour);
      context.clock.advance(HOUR_MS);
    }
    const inWindow = passed.map((from) => passed.filter((at) => at >= from && at < from + 24));
    expect(Math.max(...inWindow.map(({ length }) => length))).toBe(4);
    // It also forgets: the limit passes again once in every 25 hours.
    expect(passed).toHaveLength(12);
  });

  test("is off when it is switched off, and does not count callers without a device", async () => {
    await set("coupon_device", { mode: "off", verdict: "refuse", limit: 1 });
    expect(await claims(3)).toEqual(["pass", "pass", "pass"]);
    await set("coupon_device", { mode: "on", verdict: "refuse", limit: 1 });
    here = { device: "", address };
    expect(await claims(3)).toEqual(["pass", "pass", "pass"]);
  });

  test("cannot have a figure out of its bounds, or the verdict of another rule", async () => {
    const invalid = (field: string) => ({ code: "INPUT_INVALID", data: { field } });
    const wanted = { mode: "on", verdict: "refuse", limit: 501 } as const;
    await expect(set("coupon_device", wanted)).rejects.toMatchObject(invalid("limit"));
    const review = { ...wanted, limit: 2, verdict: "review" } as const;
    await expect(set("coupon_device", review)).rejects.toMatchObject(invalid("verdict"));
  });
});

describe("lists", () => {
  beforeAll(() => set("coupon_device", { mode: "on", verdict: "refuse", limit: 1 }));

  test("an allowed device passes a rule that refuses the others", async () => {
    await block({ kind: "allow" });
    expect(await claims(3)).toEqual(["pass", "pass", "pass"]);
  });

  test("a blocked device is refused until the entry ends", async () => {
    await block({ endsAt: context.clock.now().getTime() + HOUR_MS });
    expect(await claim()).toBe("RISK_REFUSED");
    context.clock.advance(HOUR_MS);
    expect(await claim()).toBe("pass");
  });

  test("a watched device opens a case, and ending the entry ends that", async () => {
    const entryId = await block({ kind: "watch" });
    expect(await claim()).toBe("pass");
    expect(await openCases()).toMatchObject([{ rule: "list", ruleLabel: "名单", hits: 1 }]);
    await endEntry(context, db, { entryId, reason, operatorId });
    await risk.refresh(db);
    await set("coupon_device", { mode: "off", verdict: "refuse", limit: 1 });
    expect(await claim()).toBe("pass");
    expect(await openCases()).toMatchObject([{ hits: 1 }]);
  });

  test("the entry of a member decides before that of the network, which many share", async () => {
    const phone = "13900000001";
    const { memberId } = await transaction(db, (tx) =>
      findOrCreateMemberByPhone(context, tx, phone),
    );
    const network = await block({ subjectKind: "network", subject: address });
    expect(await claim()).toBe("RISK_REFUSED");
    await block({ kind: "allow", subjectKind: "phone", subject: phone });
    expect(await claim({ ...here, memberId })).toBe("pass");
    expect(await claim()).toBe("RISK_REFUSED");
    await endEntry(context, db, { entryId: network, reason, operatorId });
    await risk.refresh(db);
  });

  test("an entry replaces the one that the subject had, and what was typed must exist", async () => {
    await block({});
    await block({ kind: "allow" });
    const { list } = await pageOfEntries(context, db, namesOf, { subjectKind: "device" });
    expect(list.filter(({ label }) => label === deviceName())).toMatchObject([{ kind: "allow" }]);
    for (const [subjectKind, subject] of [
      ["member", "000000000"],
      ["phone", "12345"],
      ["device", "x"],
      ["network", "300.1.1.1"],
    ] as const)
      await expect(block({ subjectKind, subject })).rejects.toMatchObject({
        code: "INPUT_INVALID",
        data: { field: "subject" },
      });
  });
});

describe("a case", () => {
  const caseOf = async () => (await openCases())[0]?.caseId ?? "";
  beforeEach(async () => {
    await set("coupon_device", { mode: "on", verdict: "refuse", limit: 1 });
    expect(await claims(2)).toEqual(["pass", "RISK_REFUSED"]);
  });

  test("shows each hit as evidence with names that nothing can be read from", async () => {
    const { evidence } = await readRiskCase(db, namesOf, await caseOf());
    const network = context.secrets.mac("code-guesser", `network:${address}`);
    expect(evidence).toMatchObject([
      {
        place: "coupon",
        verdict: "refuse",
        found: 2,
        figure: 1,
        device: deviceName(),
        network: network.toString("hex").slice(0, 12),
      },
    ]);
  });

  test("that is released begins the count anew, and cannot be decided again", async () => {
    const decision = { caseId: await caseOf(), decision: "release", reason, operatorId } as const;
    await decideRiskCase(context, db, decision);
    expect(await claims(2)).toEqual(["pass", "RISK_REFUSED"]);
    const again = decideRiskCase(context, db, decision);
    await expect(again).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });

  test("that is blocked puts its subject on the list", async () => {
    const decision = { caseId: await caseOf(), decision: "block", reason, operatorId } as const;
    await decideRiskCase(context, db, decision);
    await risk.refresh(db);
    context.clock.advance(2 * DAY_MS);
    expect(await claim()).toBe("RISK_REFUSED");
  });

  test("of the operator's own account is decided by others", async () => {
    const phone = "13900000002";
    const { memberId } = await transaction(db, (tx) =>
      findOrCreateMemberByPhone(context, tx, phone),
    );
    const own = listSubject(context, db, {
      kind: "allow",
      subjectKind: "phone",
      subject: phone,
      reason,
      operatorId: memberId,
    });
    await expect(own).rejects.toMatchObject({ code: "OWN_ACCOUNT" });
  });
});

describe("codes", () => {
  const outcome = (work: Promise<void>) =>
    risk
      .recording(db, () => work)
      .then(
        () => "pass",
        (error: { code: string }) => error.code,
      );

  test("wrong codes bar the device from the next try when the rule refuses", async () => {
    await set("code_device", { mode: "on", verdict: "refuse", limit: 3 });
    for (let n = 0; n < 3; n++) {
      expect(await outcome(risk.judgeTry(db, here))).toBe("pass");
      expect(await outcome(risk.countWrong(db, here))).toBe("pass");
    }
    expect(await outcome(risk.judgeTry(db, here))).toBe("RISK_REFUSED");
    await set("code_device", { mode: "dry", verdict: "refuse", limit: 3 });
    expect(await outcome(risk.judgeTry(db, here))).toBe("pass");
  });
});

describe("money", () => {
  const memberOf = (phone: string) =>
    transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
  const judge = (place: "payment" | "withdrawal", memberId: string) =>
    transaction(db, (tx) => risk.judge(tx, { place, caller: { ...here, memberId } })).catch(
      (error: { code: string }) => error.code,
    );

  test("payments of a new member are limited, those of an old one are not", async () => {
    await set("payment_new_member", { mode: "on", verdict: "refuse", limit: 1, withinHours: 24 });
    const { memberId } = await memberOf("13900000003");
    expect(await judge("payment", memberId)).toBe("pass");
    expect(await judge("payment", memberId)).toBe("RISK_REFUSED");
    context.clock.advance(DAY_MS);
    expect(await judge("payment", memberId)).toBe("pass");
    expect(await judge("payment", memberId)).toBe("pass");
  });

  test("a withdrawal soon after a changed phone waits for its review", async () => {
    await set("withdrawal_phone", { mode: "on", verdict: "review", withinHours: 72 });
    const { memberId } = await memberOf("13900000004");
    expect(await judge("withdrawal", memberId)).toBe("pass");
    const changed = context.clock.now();
    const text = "UPDATE member SET phone_changed_at = $2 WHERE member_id = $1";
    await db.$client.query(text, [memberId, changed]);
    expect(await judge("withdrawal", memberId)).toBe("review");
    context.clock.advance(72 * HOUR_MS);
    expect(await judge("withdrawal", memberId)).toBe("pass");
  });
});
