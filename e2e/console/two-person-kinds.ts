/**
 * Money that two persons move, for browser tests: how the maker proposes each kind in the browser
 * and over HTTP, what changes it underneath, and what the ledger says afterwards.
 */
import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { SETTLED_MS } from "../shop/shop.fixture.ts";
import { buy, createMember, dataAs, inDatabase, type Member, withdraw } from "./console-calls.ts";
import { settled } from "./console.fixture.ts";

const reason = "已核对两单，符合三档";
const A_DAY_AGO = "now() - interval '25 hours'";

/** Something that waits for a proposal: an order, a withdrawal, a member, the name of a batch. */
type Subject = { readonly member?: Member; readonly ref: string };

export type Kind = {
  readonly name: string;
  /** The words on the checker's button. */
  readonly approve: RegExp;
  /** Creates what the maker proposes to change. */
  readonly prepare: () => Promise<Subject>;
  /** Proposes it in the maker's browser. */
  readonly proposeInBrowser: (page: Page, subject: Subject) => Promise<void>;
  /** Proposes it over HTTP. */
  readonly propose: (subject: Subject) => Promise<void>;
  /** The id in the inbox of what was proposed. */
  readonly approvalId: (subject: Subject) => Promise<string>;
  /** Changes the proposal, so that a checker who has it open sees what is past. */
  readonly change: (subject: Subject) => Promise<void>;
  /** Moves the time of the proposal a day into the past. */
  readonly expire: (approvalId: string) => Promise<void>;
  /** What has moved: 0 before the decision, and then the amount that was decided, once. */
  readonly moved: (subject: Subject) => Promise<number>;
  readonly amount: number;
};

const refOf = (approvalId: string): string => approvalId.slice(approvalId.indexOf(".") + 1);

/** The maker takes the newest proposal back. */
async function takeBack(approvalId: string): Promise<void> {
  const { etag } = await dataAs<{ etag: string }>("lead", "GET", `/approvals/${approvalId}`);
  await dataAs("lead", "POST", `/approvals/${approvalId}/withdraw`, { etag, reason: "重新核对" });
}

/** Confirms the open prompt with a reason. */
async function confirm(page: Page, button: RegExp): Promise<void> {
  const prompt = page.getByRole("dialog");
  await prompt.getByLabel("原因").fill(reason);
  await prompt.getByRole("button", { name: button }).click();
  await prompt.waitFor({ state: "detached" });
}

const DEAR = { skuId: "kfc-cash-200", quantity: 3 };
const DEAR_FEN = 56_280;
type OrderPage = {
  readonly order: { readonly displayText: string };
  readonly items: readonly { readonly itemId: string }[];
  readonly refunds: readonly { readonly refundNo: string; readonly state: string }[];
  readonly postings: readonly {
    readonly kind: string;
    readonly debit: string;
    readonly amount: number;
  }[];
};
export const orderOf = (orderNo: string) => dataAs<OrderPage>("lead", "GET", `/orders/${orderNo}`);

export const refund: Kind = {
  name: "a refund above ¥500",
  approve: /^同意并退款/,
  amount: DEAR_FEN,
  async prepare() {
    const member = await createMember();
    const ref = await buy(member, DEAR);
    await vi.waitFor(async () => expect((await orderOf(ref)).order.displayText).toBe("待使用"), {
      timeout: SETTLED_MS,
      interval: 500,
    });
    return { member, ref };
  },
  async proposeInBrowser(page, { ref }) {
    await page.goto(`${new URL(page.url()).origin}/console/orders/${ref}`);
    await settled(page);
    await page.getByRole("button", { name: "发起退款" }).click();
    const more = page.getByRole("button", { name: /^多退一份/ });
    for (let unit = 0; unit < DEAR.quantity; unit++) await more.click();
    await page.getByRole("button", { name: "退款 ¥562.80" }).click();
    await confirm(page, /^提交退款/);
  },
  async propose({ ref }) {
    const { items } = await orderOf(ref);
    const units = [{ itemId: items[0]?.itemId, quantity: DEAR.quantity }];
    const input = { items: units, reason, expectedFen: DEAR_FEN };
    await dataAs("lead", "POST", `/orders/${ref}/refunds`, input);
  },
  async approvalId({ ref }) {
    const waiting = (await orderOf(ref)).refunds.find(({ state }) => state === "APPLIED");
    return `refund.${waiting?.refundNo}`;
  },
  // Taken back by its maker, and then approved first by another person: another proposal.
  async change(subject) {
    const id = await refund.approvalId(subject);
    await takeBack(id);
    await dataAs("supervisor", "POST", `/refunds/${refOf(id)}/approve`, { reason });
  },
  expire: async (id) => {
    await inDatabase(`UPDATE refund SET first_reviewed_at = ${A_DAY_AGO} WHERE refund_no = $1`, [
      refOf(id),
    ]);
  },
  async moved({ ref }) {
    const { postings } = await orderOf(ref);
    return postings
      .filter(({ kind, debit }) => kind === "refund" && debit === "revenue")
      .reduce((sum, { amount }) => sum + amount, 0);
  },
};

type Line = { readonly account: string; readonly change: number };
const linesOf = async ({ member }: Subject): Promise<readonly Line[]> =>
  (await dataAs<{ list: readonly Line[] }>("lead", "GET", `/members/${member?.memberNo}/ledger`))
    .list;
const sumOf = async (subject: Subject, account: string): Promise<number> =>
  (await linesOf(subject))
    .filter((line) => line.account === account)
    .reduce((sum, { change }) => sum + change, 0);

const POINTS = 120;
type Adjustment = { readonly approvalId: string; readonly reason: string };
const adjustment: Kind = {
  name: "an adjustment of the ledger",
  approve: /^同意并入账/,
  amount: POINTS,
  async prepare() {
    const member = await createMember();
    return { member, ref: `调账 ${member.memberNo}` };
  },
  async proposeInBrowser(page, { member, ref }) {
    await page.goto(`${new URL(page.url()).origin}/console/adjustments`);
    await settled(page);
    await page.getByRole("button", { name: "提议调账" }).click();
    const form = page.getByRole("dialog", { name: "提议调账" });
    await form.getByLabel("会员").fill(member?.memberNo ?? "");
    await form.getByLabel("账户").selectOption({ label: "可用积分" });
    await form.getByLabel("变动积分").fill(String(POINTS));
    await form.getByLabel("原因").fill(ref);
    await form.getByRole("button", { name: "提交给第二人" }).click();
    await form.waitFor({ state: "detached" });
  },
  async propose({ member, ref }) {
    const entry = { account: "available", amount: POINTS, reason: ref };
    await dataAs("lead", "POST", "/adjustments", { memberNo: member?.memberNo, ...entry });
  },
  async approvalId({ ref }) {
    const { list } = await dataAs<{ list: readonly Adjustment[] }>("lead", "GET", "/adjustments");
    return `adjust.${list.findLast((one) => one.reason === ref)?.approvalId}`;
  },
  async change(subject) {
    await takeBack(await adjustment.approvalId(subject));
  },
  expire: async (id) => {
    await inDatabase(`UPDATE approval SET created_at = ${A_DAY_AGO} WHERE id = $1`, [refOf(id)]);
  },
  moved: (subject) => sumOf(subject, "available"),
};

const WITHDRAWN_FEN = 200_100;
const withdrawal: Kind = {
  name: "a withdrawal above ¥2,000",
  approve: /^同意并打款/,
  amount: WITHDRAWN_FEN,
  async prepare() {
    const member = await createMember(WITHDRAWN_FEN);
    const withdrawn = vi.waitFor(() => withdraw(member, WITHDRAWN_FEN), {
      timeout: SETTLED_MS,
      interval: 1_000,
    });
    return { member, ref: await withdrawn };
  },
  async proposeInBrowser(page, { ref }) {
    await page.goto(`${new URL(page.url()).origin}/console/withdrawals?open=${ref}`);
    await settled(page);
    const panel = page.getByRole("complementary").filter({ hasText: ref });
    await panel.getByRole("button", { name: /^批准/ }).click();
    await confirm(page, /^批准打款/);
  },
  propose: async ({ ref }) => {
    await dataAs("lead", "POST", `/withdrawals/${ref}/approve`, { reason });
  },
  approvalId: ({ ref }) => Promise.resolve(`withdrawal.${ref}`),
  // Taken back and approved anew: another proposal under the same number.
  async change(subject) {
    await takeBack(await withdrawal.approvalId(subject));
    await withdrawal.propose(subject);
  },
  expire: async (id) => {
    await inDatabase(
      `UPDATE withdrawal SET first_reviewed_at = ${A_DAY_AGO} WHERE withdrawal_no = $1`,
      [refOf(id)],
    );
  },
  // Set aside at the request; the approval sends it, and nothing is returned.
  async moved({ ref }) {
    const rows = await inDatabase<{ sent: number }>(
      `SELECT coalesce(sum(w.amount_fen), 0)::int AS sent FROM withdrawal w
       JOIN withdrawal_bill b ON b.owner_id = w.member_id AND b.withdrawal_id = w.id
       WHERE w.withdrawal_no = $1`,
      [ref],
    );
    return rows[0]?.sent ?? 0;
  },
};

const COUNT = 3;
type Batch = {
  readonly batchId: string;
  readonly name: string;
  readonly state: string;
  readonly count: number;
};
const batchOf = async (name: string): Promise<Batch | undefined> => {
  const path = `/batches?keyword=${encodeURIComponent(name)}`;
  return (await dataAs<{ list: readonly Batch[] }>("lead", "GET", path)).list[0];
};
async function batchReady(name: string): Promise<Batch> {
  return vi.waitFor(
    async () => {
      const found = await batchOf(name);
      if (found?.state !== "ready") throw new Error(`the batch is ${found?.state}`);
      return found;
    },
    { timeout: SETTLED_MS, interval: 500 },
  );
}
let batches = 0;
const codeBatch: Kind = {
  name: "a batch of codes",
  approve: /^同意生效/,
  amount: COUNT,
  prepare: () => Promise.resolve({ ref: `双人批次 ${Date.now() % 1_000_000}-${++batches}` }),
  async proposeInBrowser(page, { ref }) {
    await page.goto(`${new URL(page.url()).origin}/console/batches`);
    await settled(page);
    await page.getByRole("button", { name: "新建批次" }).click();
    const form = page.getByRole("dialog", { name: "新建批次" });
    await form.getByLabel("批次名").fill(ref);
    await form.getByLabel(/^兑换成（/).fill("500 积分");
    await form.getByRole("textbox", { name: /^积分/ }).fill("500");
    await form.getByLabel("有效至").fill("2099-01-01 00:00");
    await form.getByLabel("张数").fill(String(COUNT));
    await form.getByRole("button", { name: "存为草稿" }).click();
    const panel = page.getByRole("complementary", { name: ref });
    await panel.getByRole("button", { name: "提交审批" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "提交审批" }).click();
    await batchReady(ref);
  },
  async propose({ ref }) {
    const target = {
      target: "points",
      title: "500 积分",
      points: 500,
      validUntil: 4_070_908_800_000,
    };
    const { batchId } = await dataAs<Batch>("lead", "POST", "/batches", {
      name: ref,
      target,
      count: COUNT,
    });
    await dataAs("lead", "POST", `/batches/${batchId}/submit`, {});
    await batchReady(ref);
  },
  approvalId: async ({ ref }) => `code_batch.${(await batchReady(ref)).batchId}`,
  change: async ({ ref }) => {
    const { batchId } = await batchReady(ref);
    const [text, path] = [{ reason: "张数不对" }, `/batches/${batchId}/reject`];
    await dataAs("supervisor", "POST", path, text);
  },
  expire: async (id) => {
    await inDatabase(`UPDATE code_batch SET submitted_at = ${A_DAY_AGO} WHERE batch_id = $1`, [
      refOf(id),
    ]);
  },
  moved: async ({ ref }) => {
    const found = await batchOf(ref);
    return found?.state === "active" ? found.count : 0;
  },
};

export const kinds: readonly Kind[] = [refund, adjustment, withdrawal, codeBatch];
