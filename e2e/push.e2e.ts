/**
 * C12 in a real browser, under the product's own CSP: events appear on the page without polling.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshCode, phone } from "./browser.ts";
import { chooseStore, orderMeal } from "./exchange-steps.ts";
import { openLoggedIn } from "./logged-in.ts";
import { logInByPhone } from "./login.ts";
import { newPhone } from "./shop/shop.fixture.ts";

const device = phone();
/** With the socket open a page polls only after twenty seconds. */
const BY_ITSELF_MS = 20_000;

type Frame = { readonly type: string; readonly id?: number; readonly after?: number };

/** Records every frame that the page's sockets send or receive, in order. */
function frames(page: Page) {
  const seen: Frame[] = [];
  const record = ({ payload }: { payload: string | Buffer }) =>
    seen.push(JSON.parse(String(payload)));
  page.on("websocket", (socket) => {
    socket.on("framesent", record);
    socket.on("framereceived", record);
  });
  const of = (type: string) => seen.filter((frame) => frame.type === type);
  /** The last login of a socket, and the event that was received last before it. */
  const lastLogin = () => {
    const at = seen.findLastIndex(({ type }) => type === "auth");
    const received = seen.slice(0, at).findLast(({ type }) => type === "event");
    return { after: seen[at]?.after, received: received?.id };
  };
  return {
    lastLogin,
    welcomes: () => of("ready"),
    ids: () => of("event").map(({ id }) => id),
  };
}

const until = async (what: () => boolean, withinMs = 15_000): Promise<void> => {
  await expect.poll(what, { timeout: withinMs, interval: 50 }).toBe(true);
};

test("C12 a waiting page shows its code as soon as it is issued, and a lost socket resumes at its position", async () => {
  const login = await logInByPhone(device.origin, newPhone());
  // The page has the real CSP, which defines where it may connect to.
  const page = await openLoggedIn(device, login, "/whale.svg");
  const sockets = frames(page);
  await page.addInitScript(() => {
    const made: WebSocket[] = [];
    Object.assign(globalThis, { made });
    globalThis.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        made.push(this);
      }
    };
  });
  const code = await freshCode(device.origin, "kfc-set");
  await page.goto(`${device.origin}/pages/exchange/manifest#code=${code}`);
  await chooseStore(page);
  // The first view has loaded long before, so the socket is open.
  await until(() => sockets.welcomes().length === 1);
  const before = Date.now();
  await orderMeal(page, "13912345678");
  const ticket = page.getByRole("region", { name: "取餐码" });
  await ticket.waitFor();
  expect(Date.now() - before).toBeLessThan(BY_ITSELF_MS - 5_000);
  expect(sockets.ids().length).toBeGreaterThan(0);

  await page.evaluate(() => {
    const { made } = globalThis as unknown as { made: WebSocket[] };
    made.at(-1)?.close();
  });
  // Meanwhile another device of the member marks the meal as picked up.
  const headers = { authorization: login.token, "content-type": "application/json" };
  const list = await fetch(`${device.origin}/api/orders`, { headers });
  const { data }: { data: { list: { orderNo: string }[] } } = await list.json();
  const orderNo = data.list[0]?.orderNo ?? "";
  const received = await fetch(`${device.origin}/api/orders/${orderNo}/received`, {
    method: "POST",
    headers: { ...headers, "idempotency-key": `received-${orderNo}` },
    body: "{}",
  });
  expect((await received.json()).status).toBe(true);
  await until(() => sockets.welcomes().length === 2);
  const { after, received: known } = sockets.lastLogin();
  expect(after).toBe(known);
  await page.getByRole("heading", { name: "已完成" }).waitFor();
  // Other events, such as a message, also came once and in order.
  const ids = sockets.ids();
  expect(ids.length).toBeGreaterThan(Number(known));
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, n) => n + 1));
});
