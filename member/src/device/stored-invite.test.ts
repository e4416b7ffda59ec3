// @vitest-environment happy-dom
/** Holds how an invitation is taken from an address, kept, and told to the login. */
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

/** The server, as the page hears it; answers what it was asked. */
function answering(answer: () => Promise<Response>) {
  const asked = vi.fn(answer);
  vi.stubGlobal("fetch", asked);
  return asked;
}
const said = (data: object) => async () => Response.json({ status: true, msg: "成功", data });

test("I2 the code leaves the address bar, and nothing else does", () => {
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
  "I2 %j is no code, and leaves the address all the same",
  (code) => {
    arriveAt(`/?inviteCode=${encodeURIComponent(code)}`);
    expect(takeInviteFromUrl()).toBeUndefined();
    expect(location.search).toBe("");
  },
);

test("I2 whoever came by anything but a poster came by a link", () => {
  arriveAt("/?inviteCode=K7QM2XPA&from=timeline");
  expect(takeInviteFromUrl()).toEqual({ ...poster, channel: "link" });
});

test("I2 the first invitation counts for 30 days, then the next one may", () => {
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

test("I2 after a login nobody is left to be invited", () => {
  storeInvite(poster);
  clearInvite();
  expect(inviteForLogin()).toEqual({});
});

test("I2 a visit is told to the server once, with its way", async () => {
  const asked = answering(said({ visitId: "v" }));
  await recordInviteVisit(poster);
  await recordInviteVisit({ code: "OTHER-ONE", channel: "link" });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledWith(
    "/api/invite/visit",
    expect.objectContaining({ body: JSON.stringify({ inviteCode: poster.code, from: "poster" }) }),
  );
  expect(storedInvite()).toEqual(poster);
});

test("I2 a code that is nobody's makes room for the next; a lost network does not", async () => {
  answering(said({}));
  await recordInviteVisit(poster);
  expect(storedInvite()).toBeUndefined();
  answering(() => Promise.reject(new TypeError("fetch failed")));
  await recordInviteVisit(poster);
  expect(storedInvite()).toEqual(poster);
});
