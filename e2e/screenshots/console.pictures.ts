/**
 * Takes the pictures of the console for docs/screenshots/console: every page at 1440 × 900 with work
 * in each queue, a few states, and some pages at 1024 × 768. Run by `npm run screenshots`.
 */
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pages } from "../../console/src/app/pages.ts";
import { overflowOf } from "../browser.ts";
import { asMember, buy, createMember, dataAs, inDatabase } from "../console/console-calls.ts";
import { consoleBrowser, NARROW, settled, WIDE } from "../console/console.fixture.ts";
import type { OperatorRole } from "../console/operator-login.ts";
import { kinds } from "../console/two-person-kinds.ts";
import { setFaults, SETTLED_MS } from "../shop/shop.fixture.ts";
import { FOLDER, isWanted, save } from "./console-files.ts";
import { consolePictures, fileOf } from "./console-pictures.ts";

const browser = consoleBrowser();
const { origin } = browser;

/** The records that pages of one record show. */
const shown = {
  benefitId: "luckin-latte",
  orderNo: "",
  memberNo: "",
  batchId: "",
  codeId: "",
  templateId: "new-ten",
  draftId: "gold-cake",
  supplierId: "topup",
};

const campaignDraft = {
  templateId: shown.draftId,
  title: "黄金会员蛋糕券",
  look: "member",
  scopeText: "蛋糕烘焙可用",
  tips: ["每单一张", "不找零"],
  useAt: {},
  rules: {
    type: "amount",
    valueFen: 2_000,
    thresholdFen: 9_900,
    cities: ["310100", "330100"],
    oncePerPerson: true,
  },
  validity: { mode: "claim", days: 30 },
  audience: { grades: [3, 4, 5] },
  perMember: 1,
  isListed: true,
  sort: 100,
  total: 2_000,
  budgetFen: 3_000_000,
};

/** Lays out work: an unknown order with a ticket, and a proposal of every kind of money. */
async function layOutWork(): Promise<void> {
  const member = await createMember();
  shown.memberNo = member.memberNo;
  const watched = { kind: "watch", subjectKind: "member", subject: member.memberNo } as const;
  await dataAs("lead", "POST", "/risk/lists", { ...watched, reason: "连续多笔大额话费，留意" });
  await setFaults(origin, "topup", { timeoutButDone: 1, never: 1 });
  shown.orderNo = await buy(member, {
    skuId: "phone-mobile-10",
    quantity: 1,
    account: "13900000031",
  });
  await asMember(member, "/tickets", {
    topic: "order",
    text: "充值一直没有到账，手机号没有填错，麻烦帮我看一下",
    orderNo: shown.orderNo,
    smsWanted: false,
  });
  const delivered = await buy(member, { skuId: "kfc-cash-50", quantity: 1 });
  await vi.waitFor(
    () =>
      asMember(member, "/invoices", {
        orderNo: delivered,
        titleType: "company",
        title: "云上科技有限公司",
        taxNo: "91440300708461136T",
      }),
    { timeout: SETTLED_MS, interval: 500 },
  );
  await fetch(`${origin}/api/member/me`, {
    method: "PATCH",
    headers: { authorization: member.token, origin, "content-type": "application/json" },
    body: JSON.stringify({ nickname: "兼职小鲸鱼" }),
  });
  for (const kind of kinds) await kind.propose(await kind.prepare());
  await dataAs("checker", "POST", "/campaigns", campaignDraft);
  type Batches = { readonly list: readonly { readonly batchId: string }[] };
  const { list } = await dataAs<Batches>("lead", "GET", "/batches?state=active");
  shown.batchId = list[0]?.batchId ?? "";
  const codes = await inDatabase<{ id: string }>(
    "SELECT code_id::text AS id FROM code WHERE batch_id = $1 LIMIT 1",
    [shown.batchId],
  );
  shown.codeId = codes[0]?.id ?? "";
  type Order = { readonly supplierOrders: readonly { readonly state: string }[] };
  await vi.waitFor(
    async () => {
      const order = await dataAs<Order>("lead", "GET", `/orders/${shown.orderNo}`);
      expect(order.supplierOrders.at(-1)?.state).toBe("UNKNOWN");
    },
    { timeout: SETTLED_MS, interval: 500 },
  );
  await dataAs("lead", "POST", `/orders/${shown.orderNo}/to-desk`, { reason: "供应商没有答复" });
}

/** A segment, a template, and a coupon for the segment that is given as the pictures are taken. */
async function layOutAudience(): Promise<void> {
  const segment = { name: "三十天没来的会员", rules: { notSeenForDays: 30, grades: [1, 2] } };
  await dataAs("lead", "POST", "/segments", segment);
  const everyone = { name: "最近来过的会员", rules: { seenWithinDays: 365 } };
  const { segmentId } = await dataAs<{ segmentId: string }>("lead", "POST", "/segments", everyone);
  const message = { title: "周末有新店", text: "附近开了三家新店，周末去看看。" };
  const text = { ...message, name: "新店通知", sinceVersion: 0 };
  await dataAs("lead", "PUT", "/messages/templates/new-shop", text);
  const give = { segmentId, ref: "pictures", reason: "周末活动" };
  await dataAs("lead", "POST", `/campaigns/${shown.templateId}/give-segment`, give);
}

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await layOutWork();
  await layOutAudience();
}, 6 * SETTLED_MS);
afterAll(() => setFaults(origin, "topup", {}));

const pathOf = (path: string): string =>
  path.replaceAll(/\$(\w+)/g, (_, name: keyof typeof shown) => shown[name]);

test.each(consolePictures.filter(({ file }) => isWanted(file)))(
  "$file",
  async ({ file, path, as = "checker", isNarrow = false, steps }) => {
    const role: OperatorRole = as;
    const viewport = isNarrow ? NARROW : WIDE;
    const page =
      path === "/login"
        ? await browser.open("/console/login", { viewport, isMobile: false, hasTouch: false })
        : await browser.openAs(role, pathOf(path), { viewport });
    await settled(page);
    await steps?.(page);
    expect(await overflowOf(page), "pixels that stick out at the right").toBeLessThanOrEqual(0);
    await save(page, file);
    await page.context().close();
  },
);

test("every page of the console has its picture in the list", () => {
  const files = new Set(consolePictures.map(({ file }) => file));
  expect(pages.map(({ path }) => fileOf(path)).filter((file) => !files.has(file))).toEqual([]);
});
