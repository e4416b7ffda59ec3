// @vitest-environment happy-dom
/** Tests which query results are stored and when stored results are shown. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure, NETWORK } from "./device/failure.ts";
import { cacheResponse, cachedResponse } from "./device/response-cache.ts";
import { stubKeyDatabase } from "./device/key-database.fixture.ts";
import { networkState, markReachable, markUnreachable } from "./device/network-state.ts";
import { removeToken, saveToken } from "./device/token.ts";
import { persistQueries } from "./query-persistence.ts";

const tokenOf = (uid: string) => ({
  token: `a.${btoa(JSON.stringify({ uid }))}.c`,
  tokenExpired: Date.now() + 60_000,
});
const away = () =>
  Promise.reject(new ApiFailure({ code: NETWORK, message: "网络错误", status: 0 }));

let client: QueryClient;
beforeEach(() => {
  localStorage.clear();
  stubKeyDatabase();
  saveToken(tokenOf("m1"));
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  persistQueries(client);
});
afterEach(() => {
  client.clear();
  markReachable();
});

const read = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
  client.fetchQuery({ queryKey, queryFn }).catch(() => undefined);
const nameOf = (key: readonly unknown[]) => JSON.stringify(key);
const SUMMARY = ["orders", "summary", {}];

test("operations of the allow-list are stored; a search, a write's response and all others are not", async () => {
  await read(SUMMARY, async () => ({ latest: [] }));
  await read(["orders", "list", { keyword: "汉堡" }], async () => 1);
  await read(["exchange", "resume", {}], async () => 1);
  client.setQueryData(["member", "me", {}], { nickname: "改了" });
  await vi.waitFor(
    async () => expect(await cachedResponse("m1", nameOf(SUMMARY))).toBeDefined(),
    3_000,
  );
  const names = Object.keys(localStorage).filter((key) => key.startsWith("read:"));
  expect(names).toEqual([`read:${nameOf(SUMMARY)}`]);
});

test("M18 an answer is not stored when the member logs out while the code for it loads", async () => {
  await read(SUMMARY, async () => ({ latest: [] }));
  // The delayed write has just begun to load its code.
  const delayed = vi.spyOn(globalThis, "setTimeout");
  await read(["member", "me", {}], async () => ({ nickname: "小鲸" }));
  const writes = delayed.mock.calls.filter(([, delay]) => delay === 1_000);
  delayed.mockRestore();
  for (const [write] of writes) if (typeof write === "function") write();
  removeToken();
  await new Promise((done) => setTimeout(done, 1_500));
  expect(Object.keys(localStorage).filter((key) => key.startsWith("read"))).toEqual([]);
});

test("only the first pages of an infinite list are stored", async () => {
  const pages = [{ list: [1] }, { list: [2] }, { list: [3] }];
  await read(["orders", "list", {}], async () => ({ pages, pageParams: ["", "b", "c"] }));
  const name = nameOf(["orders", "list", {}]);
  await vi.waitFor(async () => expect(await cachedResponse("m1", name)).toBeDefined(), 3_000);
  expect((await cachedResponse("m1", name))?.data).toEqual({
    pages: [{ list: [1] }, { list: [2] }],
    pageParams: ["", "b"],
  });
});

test("without a network the last content is shown with the time it was read", async () => {
  const at = Date.now() - 60_000;
  await cacheResponse("m1", nameOf(SUMMARY), { at, data: { latest: ["kept"] } });
  await read(SUMMARY, away);
  await expect.poll(() => client.getQueryData(SUMMARY)).toEqual({ latest: ["kept"] });
  expect(client.getQueryState(SUMMARY)?.dataUpdatedAt).toBe(at);
});

test("when the network is known to be away, stored content is shown without waiting for a failure", async () => {
  await cacheResponse("m1", nameOf(SUMMARY), { at: Date.now(), data: "kept" });
  markUnreachable();
  void read(SUMMARY, () => new Promise(() => {}));
  await expect.poll(() => client.getQueryData(SUMMARY)).toBe("kept");
});

test("when the network does not respond, stored content is shown after a while and marked as slow", async () => {
  await cacheResponse("m1", nameOf(SUMMARY), { at: Date.now(), data: "kept" });
  void read(SUMMARY, () => new Promise(() => {}));
  await vi.waitFor(() => expect(networkState().network).toBe("slow"), 4_500);
  expect(client.getQueryData(SUMMARY)).toBe("kept");
});

test("a definite refusal of the server shows no stored content", async () => {
  await cacheResponse("m1", nameOf(SUMMARY), { at: Date.now(), data: "kept" });
  await read(SUMMARY, () =>
    Promise.reject(new ApiFailure({ code: "AUTH_EXPIRED", message: "no", status: 401 })),
  );
  await new Promise((done) => setTimeout(done, 50));
  expect(client.getQueryData(SUMMARY)).toBeUndefined();
});

test("another member starts with no data, in memory and on the phone", async () => {
  await cacheResponse("m1", nameOf(SUMMARY), { at: Date.now(), data: "kept" });
  client.setQueryData(SUMMARY, "seen");
  saveToken(tokenOf("m2"));
  expect(client.getQueryData(SUMMARY)).toBeUndefined();
  await expect.poll(() => cachedResponse("m1", nameOf(SUMMARY))).toBeUndefined();
  await read(SUMMARY, away);
  expect(client.getQueryData(SUMMARY)).toBeUndefined();
});

test("what a page is reading while another login is stored is read again, and answered", async () => {
  const answers: ((value: unknown) => void)[] = [];
  const queryFn = () => new Promise((answer) => answers.push(answer));
  const observer = new QueryObserver(client, { queryKey: SUMMARY, queryFn });
  const stop = observer.subscribe(() => undefined);
  saveToken(tokenOf("m2"));
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.("of the first member");
  answers[1]?.("of the second member");
  await expect.poll(() => observer.getCurrentResult().data).toBe("of the second member");
  stop();
});
