/** Pictures of the code batches in states that take a day, a failure or two persons to reach. */
import { readFileSync } from "node:fs";
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Page } from "playwright-core";
import { logInOperator } from "../console/operator-login.ts";
import { ask } from "../login.ts";
import type { Shot, ShotContext } from "./shot.ts";

const PATH = "/pages/exchange/generate";
const CODES = 12;

/** Nothing is owed for codes that were never of use. */
const dealer = { priceFen: 4_250, owedFen: 0 };
const EXPIRED: Partial<Batch> = {
  state: "ready",
  isExpired: true,
  live: 0,
  redeemed: 0,
  asleep: CODES,
  dealer,
};
const FAILED: Partial<Batch> = {
  state: "failed",
  made: 0,
  live: 0,
  redeemed: 0,
  asleep: 0,
  dealer,
  reason: "兑换码没有生成成功，额度已退回；可以重新生成，或核对面额与有效期后新建一批",
};
const GENERATING: Partial<Batch> = {
  state: "generating",
  count: 5_000,
  made: 1_860,
  live: 0,
  redeemed: 0,
  asleep: 1_860,
};

const card = (page: Page) =>
  page.getByRole("list", { name: "兑换码批次" }).getByRole("button").first();
const sheet = (page: Page) => page.getByRole("dialog", { name: "批次详情" });

/** Makes as many new batches as states, and gives them these states in the server's answers. */
async function show(page: Page, { origin, code }: ShotContext, states: readonly Partial<Batch>[]) {
  for (const _state of states) await code("kfc-value-50", CODES);
  const changes = new Map<string, Partial<Batch>>();
  await page.route(/\/api\/exchange\/batches(\/[^/?]+)?(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { data, ...answer } = (await response.json()) as {
      data: Batch & { readonly list?: readonly Batch[] };
    };
    for (const [place, { batchId }] of (data.list ?? []).entries())
      if (changes.size < states.length) changes.set(batchId, states[place] ?? {});
    const changed = (batch: Batch) => ({ ...batch, ...changes.get(batch.batchId) });
    await route.fulfill({
      response,
      json: {
        ...answer,
        data: data.list ? { ...data, list: data.list.map(changed) } : changed(data),
      },
    });
  });
  await page.goto(origin + PATH);
  await card(page).waitFor();
}

async function openState(page: Page, stage: ShotContext, state: Partial<Batch>): Promise<void> {
  await show(page, stage, [state]);
  await card(page).click();
  await sheet(page).getByText("编号").waitFor();
}

const newBatch = async (page: Page, { origin, code }: ShotContext): Promise<void> => {
  await code("kfc-value-50", CODES);
  await page.goto(origin + PATH);
  await card(page).click();
};

/** Returns the downloaded file of the open batch. */
async function saveFile(dealer: Page) {
  const nextDownload = dealer.waitForEvent("download");
  await sheet(dealer).getByRole("button", { name: "下载加密文件" }).click();
  const download = await nextDownload;
  return {
    name: download.suggestedFilename(),
    mimeType: "application/octet-stream",
    buffer: readFileSync(await download.path()),
  };
}

async function showHandout(dealer: Page, stage: ShotContext): Promise<void> {
  await newBatch(dealer, stage);
  await saveFile(dealer);
  await dealer.reload();
  await card(dealer).click();
  const part = sheet(dealer).getByRole("region", { name: "发放兑换码" });
  await part.getByText("密钥还没有人领取").waitFor();
  await part.evaluate((node) => node.scrollIntoView({ block: "start" }));
}

type Answer<T> = { readonly data: T };

/** An operator takes the key of the newest batch at the console. */
async function takeKey(origin: string): Promise<string> {
  const { token: authorization } = await logInOperator(origin, "checker");
  const batches = `${origin}/console/api/batches`;
  const newest = await ask<Answer<{ list: readonly { batchId: string }[] }>>(
    `${batches}?pageSize=1`,
    { headers: { authorization } },
  );
  const batchId = newest.data.list[0]?.batchId ?? "";
  const taken = await ask<Answer<{ key: string }>>(`${batches}/${batchId}/export-key`, {
    method: "POST",
    headers: {
      authorization,
      origin,
      "content-type": "application/json",
      "idempotency-key": `picture-${batchId}`,
    },
    body: JSON.stringify({ reason: "交给经销商" }),
  });
  return taken.data.key;
}

async function openFile(dealer: Page, stage: ShotContext): Promise<void> {
  await newBatch(dealer, stage);
  const file = await saveFile(dealer);
  const key = await takeKey(stage.origin);
  await sheet(dealer).getByRole("button", { name: "打印卡片" }).click();
  await dealer.getByLabel("加密文件").setInputFiles(file);
  await dealer.getByRole("textbox", { name: "密钥" }).fill(key);
  await dealer.getByRole("button", { name: "打开文件" }).click();
  await dealer.getByRole("list", { name: "卡片预览" }).waitFor();
}

const shot = (
  file: string,
  title: string,
  steps: NonNullable<Shot["steps"]>,
  more: Partial<Shot> = {},
): Shot => ({
  file: `pages/${file}`,
  title,
  path: PATH,
  viewer: "dealer",
  section: "sheets",
  steps,
  ...more,
});

export const batchShots: readonly Shot[] = [
  shot("generate-states", "Batches: review expired, generation failed, generating", (page, stage) =>
    show(page, stage, [EXPIRED, FAILED, GENERATING]),
  ),
  shot("generate-expired", "A batch whose review has expired", (page, stage) =>
    openState(page, stage, EXPIRED),
  ),
  shot("generate-failed", "A batch whose generation failed", (page, stage) =>
    openState(page, stage, FAILED),
  ),
  shot(
    "generate-handout",
    "Handing out codes: the file, and when its key can be taken",
    showHandout,
  ),
  shot("generate-print-form", "Printing codes: the encrypted file and its key", (page) =>
    page.getByRole("tab", { name: "打印" }).click(),
  ),
  shot("generate-print", "Printing codes: the cards of a file", openFile),
  shot(
    "generate-paper",
    "Printed cards on paper, A4",
    async (page, stage) => {
      await openFile(page, stage);
      await page.emulateMedia({ media: "print" });
    },
    { viewport: { width: 718, height: 1_047 } },
  ),
];
