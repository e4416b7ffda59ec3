/** Tests which devices and payers of an inviter's friends are drawn as shared. */
import { expect, test } from "vitest";
import { sharedSigns } from "./shared-signs.ts";

const friend = (memberNo: string, signs: { device?: string; payer?: string } = {}) => ({
  bindingId: memberNo,
  memberNo,
  ...signs,
});

test("what at least two friends share is a sign, what most share first", () => {
  const rows = [
    friend("1", { device: "9a07", payer: "77aa" }),
    friend("2", { device: "9a07", payer: "77aa" }),
    friend("3", { device: "9a07", payer: "0001" }),
    friend("4", { device: "ffff" }),
    friend("5"),
  ];
  expect(sharedSigns(rows)).toEqual([
    { kind: "device", tail: "9a07", friends: [0, 1, 2] },
    { kind: "payer", tail: "77aa", friends: [0, 1] },
  ]);
});

test("a device and a payer of the same characters are two signs", () => {
  const rows = [friend("1", { device: "9a07" }), friend("2", { payer: "9a07" })];
  expect(sharedSigns(rows)).toEqual([]);
});
