// @vitest-environment happy-dom
/** Tests that the last views of pages are sealed, limited, of one member, and gone after a logout. */
import { beforeEach, expect, test } from "vitest";
import { stubDatabases } from "./key-database.fixture.ts";
import { readLastView } from "./last-view-store.ts";
import { lastViewBytes, removeLastViews, storeLastView } from "./last-views.ts";
import { forgetSealed } from "./sealed-entries.ts";
import { removeToken, saveToken } from "./token.ts";

const INDEX = "last-views";
const view = { html: "<p>余额 ¥45.00</p>", title: "我的钱包", reads: ["/api/wallet"] };
const names = (): readonly string[] =>
  Object.keys(JSON.parse(localStorage.getItem(INDEX) ?? '{"bytes":{}}').bytes);

let views: Map<string, unknown>;
beforeEach(() => {
  localStorage.clear();
  views = stubDatabases()("yunjing-last-views");
});

/** Opens a stored view as the script in the page's head does. */
async function openAs(owner: string, name: string): Promise<unknown> {
  const { build } = JSON.parse(localStorage.getItem(INDEX) ?? "");
  const held = views.get(name) as { nonce: BufferSource; sealed: BufferSource };
  const key = await new Promise<CryptoKey>((done) => {
    const opening = indexedDB.open("yunjing-key", 1);
    opening.onsuccess = () => {
      const request = opening.result.transaction("keys").objectStore("keys").get("storage");
      request.onsuccess = () => done(request.result);
    };
  });
  const additionalData = new TextEncoder().encode([owner, build, name].join(" "));
  const opened = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: held.nonce, additionalData },
    key,
    held.sealed,
  );
  return JSON.parse(new TextDecoder().decode(opened));
}

test("a view is read back by its member and name, and by no other", async () => {
  await storeLastView("m1", "/pages/user/wallet", view);
  expect(await openAs("m1", "/pages/user/wallet")).toEqual(view);
  await expect(openAs("m2", "/pages/user/wallet")).rejects.toThrow();
  views.set("/pages/user/orders", views.get("/pages/user/wallet"));
  await expect(openAs("m1", "/pages/user/orders")).rejects.toThrow();
});

test("the worker reads a view of its own build, and learns whose it is", async () => {
  await storeLastView("m1", "/pages/user/wallet", view);
  const { build } = JSON.parse(localStorage.getItem(INDEX) ?? "");
  expect(await readLastView(build, "/pages/user/wallet")).toEqual({ ...view, owner: "m1" });
  expect(await readLastView("other", "/pages/user/wallet")).toBeUndefined();
  expect(await readLastView(build, "/pages/user/orders")).toBeUndefined();
  views.set("/pages/user/orders", views.get("/pages/user/wallet"));
  expect(await readLastView(build, "/pages/user/orders")).toBeUndefined();
  views.set("/pages/user/wallet", { ...(views.get("/pages/user/wallet") as object), owner: "m2" });
  expect(await readLastView(build, "/pages/user/wallet")).toBeUndefined();
});

test("the worker reads nothing after a logout", async () => {
  await storeLastView("m1", "/pages/user/wallet", view);
  const { build } = JSON.parse(localStorage.getItem(INDEX) ?? "");
  await forgetSealed();
  expect(await readLastView(build, "/pages/user/wallet")).toBeUndefined();
});

const logInAs = (uid: string): void =>
  saveToken({ token: `e30.${btoa(JSON.stringify({ uid }))}.sig`, tokenExpired: 2e12 });

test("a login of another member leaves the worker nothing of the former one, without a logout", async () => {
  logInAs("m1");
  await storeLastView("m1", "/pages/user/wallet", view);
  const { build } = JSON.parse(localStorage.getItem(INDEX) ?? "");
  // The login has expired and was refused anew: only its token is gone.
  removeToken();
  logInAs("m1");
  await new Promise((done) => setTimeout(done, 50));
  expect(await readLastView(build, "/pages/user/wallet")).toEqual({ ...view, owner: "m1" });
  removeToken();
  logInAs("m2");
  await expect.poll(() => readLastView(build, "/pages/user/wallet")).toBeUndefined();
  expect(localStorage.getItem(INDEX)).toBeNull();
});

test("the content is nowhere in the storage as text", async () => {
  await storeLastView("m1", "/pages/user/wallet", view);
  expect(localStorage.getItem(INDEX)).not.toContain("45.00");
  const { sealed } = views.get("/pages/user/wallet") as { sealed: ArrayBuffer };
  expect(new TextDecoder().decode(sealed)).not.toContain("45.00");
  expect(lastViewBytes()).toBe(sealed.byteLength);
});

test("at most twelve views are kept, the ones stored last", async () => {
  for (let at = 0; at < 13; at++) await storeLastView("m1", `/${at}`, view);
  await storeLastView("m1", "/1", view);
  expect(names()).toHaveLength(12);
  expect(names()).not.toContain("/0");
  expect(names().at(-1)).toBe("/1");
  expect([...views.keys()].toSorted()).toEqual([...names()].toSorted());
});

test("a view that is too large is not stored", async () => {
  await storeLastView("m1", "/", { ...view, html: "x".repeat(60_001) });
  expect(views.size).toBe(0);
  expect(localStorage.getItem(INDEX)).toBeNull();
});

test("a view of another member removes those of the former", async () => {
  await storeLastView("m1", "/pages/user/wallet", view);
  await storeLastView("m2", "/pages/user/orders", view);
  expect([...views.keys()]).toEqual(["/pages/user/orders"]);
  expect(names()).toEqual(["/pages/user/orders"]);
});

test("a view of another build removes those of the former", async () => {
  await storeLastView("m1", "/pages/user/wallet", view);
  const index = JSON.parse(localStorage.getItem(INDEX) ?? "");
  localStorage.setItem(INDEX, JSON.stringify({ ...index, build: "older" }));
  await storeLastView("m1", "/pages/user/orders", view);
  expect([...views.keys()]).toEqual(["/pages/user/orders"]);
});

test("M18 what is being stored while the member logs out is not stored", async () => {
  const storing = storeLastView("m1", "/pages/user/wallet", view);
  await Promise.all([removeLastViews(), forgetSealed()]);
  await storing;
  expect(localStorage.getItem(INDEX)).toBeNull();
  expect(views.size).toBe(0);
});

test("without a database nothing is stored, and nothing fails", async () => {
  Reflect.set(globalThis, "indexedDB", undefined);
  await storeLastView("m1", "/", view);
  await removeLastViews();
  expect(localStorage.getItem(INDEX)).toBeNull();
});
