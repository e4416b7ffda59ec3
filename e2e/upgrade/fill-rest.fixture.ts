/**
 * Files, reconciliation cases, suppliers' answers, and definitions in states that no operation
 * reaches quickly.
 */
import { join } from "node:path";
import {
  beginRun,
  finishRun,
  openCase,
  reconcile,
} from "@yunjing/server/domain/reconciliation/actions";
import { grantCoupon } from "@yunjing/server/domain/coupons/actions";
import {
  adoptFile,
  createImageReencoder,
  createConcurrencyLimit,
  issueTicket,
  receiveUpload,
} from "@yunjing/server/domain/files/actions";
import { picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import { grantLevel } from "@yunjing/server/domain/levels/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { diskStore } from "@yunjing/server/platform/files/disk";
import { asOwner } from "../http/backdate.fixture.ts";
import { decideInInbox } from "../http/decide.fixture.ts";
import { asOperator, DAY_MS, must, type Past, rows } from "./past.fixture.ts";

const reason = "核实无误";
const TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** Uploads: requested, stored, and attached as an avatar or as evidence. */
export async function fillFiles({ testEnv, shop, facts }: Past): Promise<void> {
  const { context, db } = testEnv;
  const reencoder = createImageReencoder();
  const store = diskStore(join(testEnv.dataFolder, "files"));
  const { memberId, token } = await shop.buyer();
  const ticket = (type: string) => {
    const cloudPath = `picture.${type.replace("image/", "").replace("jpeg", "jpg")}`;
    return issueTicket(context, db, {
      spaceId: "env-1",
      ownerId: memberId,
      address: "",
      cloudPath,
    });
  };
  const stored: string[] = [];
  for (const type of [...TYPES, TYPES[0]]) {
    const { id, fields } = await ticket(type);
    const bytes = await picture(type);
    const formFields = Object.fromEntries(fields.map(({ key, value }) => [key, value]));
    const upload = { fields: formFields, address: "10.0.0.1", read: async () => bytes };
    await receiveUpload(
      context,
      db,
      { store, reencoder, concurrencyLimit: createConcurrencyLimit(5) },
      upload,
    );
    stored.push(id);
  }
  for (const [place, purpose] of (["avatar", "refund"] as const).entries())
    await transaction(db, (tx) =>
      adoptFile(context, tx, { memberId, id: stored[place] ?? "", purpose }),
    );
  const { id } = await ticket(TYPES[0]);
  facts["files"] = { memberId, token, stored: stored[2], ticketed: id };
  await reencoder.close();
}

/** A difference that the next comparison does not find any more. */
export async function fillHealedCase({ testEnv, shop }: Past): Promise<void> {
  const { context, db } = testEnv;
  const { memberId } = await shop.buyer();
  const run = await beginRun(context, db, "full");
  const found = { class: "order_unpaid", subject: "healed", memberId, isFreezing: false };
  await transaction(db, (tx) => openCase(context, tx, run, { ...found, expected: {}, actual: {} }));
  await finishRun(context, db, { id: run, state: "done", checks: [], found: 1 });
  testEnv.clock.advance(60_000);
  await reconcile(context, db, "full");
}

/** Differences of the accounts in every state, and assets that are frozen by hand. */
export async function fillCases(past: Past): Promise<void> {
  const { testEnv, shop, exchange } = past;
  const { context, db } = testEnv;
  const run = await beginRun(context, db, "full");
  const cases: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { memberId } = await shop.buyer();
    // Of a class that only a day's bill brings: no comparison takes it back.
    const found = { class: "bill_amount", subject: `planted ${n}`, memberId, isFreezing: false };
    const opened = await transaction(db, (tx) =>
      openCase(context, tx, run, { ...found, expected: {}, actual: {} }),
    );
    cases.push(opened.caseId ?? "");
    const by = await asOperator(past, "maker");
    const caseId = opened.caseId ?? "";
    if (n === 1) await must(exchange.call("operatorBooks", "dismiss", { caseId, reason }, by));
    if (n < 2 || n > 3) continue;
    const entry = { memberId, account: "principal" as const, amount: 100, reason, caseId };
    const call = exchange.call("operatorBooks", "propose", entry, by);
    const { approvalId = "" } = await must(call);
    const checker = await asOperator(past, "checker");
    if (n === 2) await must(decideInInbox(exchange.call, `adjust.${approvalId}`, checker));
    else past.facts["caseApproval"] = { approvalId, caseId };
  }
  past.facts["openCase"] = cases[0];
  for (const asset of ["CNY", "PTS"] as const) {
    const { memberId } = await shop.buyer({ principalFen: 50, points: 50 });
    const by = await asOperator(past, "maker");
    await must(exchange.call("operatorBooks", "freeze", { memberId, asset, reason }, by));
  }
}

/** Coupons and levels given for every reason, and a coupon that was taken back. */
export async function fillGifts(past: Past): Promise<void> {
  const { testEnv, shop, exchange } = past;
  const { context, db } = testEnv;
  const { memberId, token } = await shop.buyer();
  const until = new Date(context.clock.now().getTime() + 90 * DAY_MS);
  for (const [place, source] of (["manual", "purchase"] as const).entries())
    await grantLevel(context, db, {
      memberId,
      grade: 2 + place,
      source,
      ref: source,
      note: "",
      actor: "system",
      until,
    });
  const templateId = await exchange.campaign(10);
  await must(exchange.call("coupons", "claim", { templateId }, { token }));
  for (const source of ["invite", "purchase", "compensation"] as const) {
    const gift = {
      memberId,
      templateId: await exchange.campaign(10),
      source,
      ref: context.ids.next(),
    };
    await transaction(db, (tx) => grantCoupon(context, tx, gift));
  }
  past.facts["claimable"] = await exchange.campaign(10);
}

/** Stored data of members: addresses, favourites, accounts; and canary codes. */
export async function fillStoredRest(past: Past): Promise<void> {
  const { exchange, shop } = past;
  const buyer = await shop.buyer();
  const written = { name: "林知夏", phone: "13900001111", detail: "南京西路 1 号" };
  const regionCodes = ["310000", "310100", "310101"];
  await must(exchange.call("addresses", "add", { ...written, regionCodes }, buyer));
  await must(exchange.call("home", "favour", { benefitId: "card", isFavourite: true }, buyer));
  await must(exchange.call("push", "ticket", { name: "push" }, buyer));
  await must(exchange.call("points", "signIn", {}, buyer));
  await must(exchange.call("home", "reportLostPage", { path: "/pages/nowhere" }));
  const canaries = { name: "诱饵", count: 2, reason };
  await must(exchange.call("operatorGuesses", "plant", canaries, await asOperator(past, "maker")));
  const friction = { mode: "on" as const, reason };
  await must(
    exchange.call("operatorGuesses", "friction", friction, await asOperator(past, "maker")),
  );
  past.facts["address"] = { token: buyer.token, ...written };
}

/** Campaigns in each state that operators move them to. */
export async function fillCampaigns(past: Past): Promise<void> {
  const { exchange } = past;
  const act = async (name: "submit" | "pause", templateId: string) =>
    must(
      exchange.call(
        "operatorCampaigns",
        name,
        { templateId, reason },
        await asOperator(past, "maker"),
      ),
    );
  const approve = async (templateId: string) =>
    must(decideInInbox(exchange.call, `campaign.${templateId}`, await asOperator(past, "checker")));
  const create = async (templateId: string) => {
    const draft = {
      templateId,
      title: "立减券",
      look: "plain" as const,
      scopeText: "全场",
      tips: [],
      useAt: {},
      rules: { type: "amount" as const, valueFen: 100 },
      audience: {},
      perMember: 1,
      validity: { mode: "claim" as const, days: 7 },
      isListed: false,
      sort: 0,
    };
    await must(
      exchange.call("operatorCampaigns", "create", draft, await asOperator(past, "maker")),
    );
    return templateId;
  };
  await create("campaign-draft");
  await act("submit", await create("campaign-review"));
  const stopped = ["keep", "unclaimed", "unused"] as const;
  for (const name of ["paused", ...stopped] as const) {
    const templateId = await create(`campaign-${name}`);
    await act("submit", templateId);
    await approve(templateId);
    if (name === "paused") await act("pause", templateId);
    else {
      const stop = { templateId, how: name, reason };
      await must(exchange.call("operatorCampaigns", "stop", stop, await asOperator(past, "maker")));
    }
  }
}

/** States that only an operator or the database's administrator sets. */
export async function fillByStatement(past: Past): Promise<void> {
  const { testEnv, shop } = past;
  const unused = await rows<{ id: string }>(
    testEnv,
    "SELECT benefit_id AS id FROM benefit WHERE status = 'on' ORDER BY sort DESC, benefit_id LIMIT 4",
  );
  for (const [place, status] of ["draft", "review", "off", "archived"].entries()) {
    const text = "UPDATE benefit SET status = $2 WHERE benefit_id = $1";
    await asOwner(testEnv, text, [unused[place]?.id, status]);
  }
  for (const status of ["RESTRICTED", "FROZEN"]) {
    const { memberId } = await shop.buyer();
    await asOwner(testEnv, "UPDATE member SET status = $2 WHERE member_id = $1", [
      memberId,
      status,
    ]);
  }
  const { context, db } = testEnv;
  const id = await beginRun(context, db, "full");
  await finishRun(context, db, { id, state: "failed", checks: [], found: 0 });
}
