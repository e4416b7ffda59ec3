// @vitest-environment happy-dom
/** Tests how an invitation is read from an address, stored, and passed to the login. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeInviteFromUrl } from "./invite-url.ts";
import {
  recordInviteVisit,
  clearInvite,
  storedInvite,
  inviteForLogin,
  storeInvite,
} from "./stored-invite.ts";

const DAY_MS = 86_400_000;
const arriveAt = (address: string) => history.replaceState({ key: "kept" }, "", address);
const poster = { code: "K7QM2XPA", channel: "poster" } as const;

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A fake server; returns the requests that it received. */
function answering(answer: () => Promise<Response>) {
  const fetchMock = vi.fn(answer);
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
}
const answerWith = (data: object) => async () => Response.json({ status: true, msg: "成功", data });

test("I2 only the code is removed from the address bar", () => {
  arriveAt("/pages/exchange/manifest?a=1&inviteCode=K7QM2XPA&from=poster&b=%E4%BA%91#code=2");
  expect(takeInviteFromUrl()).toEqual(poster);
  expect(location.pathname + location.search + location.hash).toBe(
    "/pages/exchange/manifest?a=1&b=%E4%BA%91#code=2",
  );
  expect(history.state).toEqual({ key: "kept" });
  expect(takeInviteFromUrl()).toBeUndefined();
});

test("I2 an address without a code keeps its own `from`", () => {
  arriveAt("/pages/x?from=search");
  expect(takeInviteFromUrl()).toBeUndefined();
  expect(location.search).toBe("?from=search");
});

test.each(["", "abc", "A".repeat(17), "<script>", "K7QM 2XP"])(
  "I2 %j is not a valid code, and is still removed from the address",
  (code) => {
    arriveAt(`/?inviteCode=${encodeURIComponent(code)}`);
    expect(takeInviteFromUrl()).toBeUndefined();
    expect(location.search).toBe("");
  },
);

test("I2 any channel except a poster counts as a link", () => {
  arriveAt("/?inviteCode=K7QM2XPA&from=timeline");
  expect(takeInviteFromUrl()).toEqual({ ...poster, channel: "link" });
});

test("I2 the first invitation is valid for 30 days, then a later one may replace it", () => {
  vi.useFakeTimers();
  expect(inviteForLogin()).toEqual({});
  expect(storeInvite(poster)).toBe(true);
  vi.advanceTimersByTime(29 * DAY_MS);
  expect(storeInvite({ code: "OTHER-ONE", channel: "link" })).toBe(false);
  expect(inviteForLogin()).toEqual({ inviteCode: "K7QM2XPA" });
  vi.advanceTimersByTime(DAY_MS);
  expect(inviteForLogin()).toEqual({});
  expect(storeInvite({ code: "OTHER-ONE", channel: "link" })).toBe(true);
  expect(storedInvite()?.code).toBe("OTHER-ONE");
});

test("I2 after a login the invitation is removed", () => {
  storeInvite(poster);
  clearInvite();
  expect(inviteForLogin()).toEqual({});
});

test("I2 a visit is reported to the server once, with its channel", async () => {
  const fetchMock = answering(answerWith({ visitId: "v" }));
  await recordInviteVisit(poster);
  await recordInviteVisit({ code: "OTHER-ONE", channel: "link" });
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(fetchMock).toHaveBeenCalledWith(
    "/api/invite/visit",
    expect.objectContaining({ body: JSON.stringify({ inviteCode: poster.code, from: "poster" }) }),
  );
  expect(storedInvite()).toEqual(poster);
});

test("I2 an unknown code is removed to allow the next one; a lost network does not remove it", async () => {
  answering(answerWith({}));
  await recordInviteVisit(poster);
  expect(storedInvite()).toBeUndefined();
  answering(() => Promise.reject(new TypeError("fetch failed")));
  await recordInviteVisit(poster);
  expect(storedInvite()).toEqual(poster);
});
