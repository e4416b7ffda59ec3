/** Tests the table of reasons on ordinary behaviour and on behaviour that only fraud rings show. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreRisk, type RiskFacts, reasonText } from "./model.ts";

const thresholds = { hold: 50, reject: 90 };
const alone: RiskFacts = {
  deviceOthers: 0,
  isInvitersDevice: false,
  addressOthers: 0,
  addressInviters: 1,
  agentOthers: 0,
  segmentOthers: 0,
  payerOthers: 0,
  isInvitersPayer: false,
  accountOthers: 0,
  hourOthers: 0,
  dayOthers: 0,
  visitMs: 90_000,
  chain: 2,
  chainShared: 0,
};
const scoreOf = (facts: Partial<RiskFacts>) => scoreRisk({ ...alone, ...facts }, thresholds);

describe("ordinary behaviour passes", () => {
  test.each([
    ["a friend without other signals", {}],
    ["a friend without a recorded click", { visitMs: undefined }],
    [
      "a couple on one tablet, one line, one payer",
      { deviceOthers: 1, addressOthers: 1, payerOthers: 1 },
    ],
    ["a household of five on one line", { addressOthers: 4, agentOthers: 4 }],
    [
      "a dormitory behind one address",
      { addressOthers: 30, addressInviters: 12, agentOthers: 30, dayOthers: 16 },
    ],
    ["a poster in a big group", { hourOthers: 30, dayOthers: 60 }],
    ["three friends who each told the next the same day", { chain: 4 }],
  ])("%s", (_, facts) => expect(scoreOf(facts).decision).toBe("pass"));
});

describe("behaviour that only fraud rings show is held", () => {
  test.each([
    ["a new member on the inviter's own device", { isInvitersDevice: true }],
    ["a fourth account on one device", { deviceOthers: 3 }],
    ["a fourth first order of one payer", { payerOthers: 3 }],
    ["a third account topped up to the same number", { accountOthers: 2 }],
    ["a chain of eight", { chain: 8 }],
    ["a chain of six on two lines", { chain: 6, chainShared: 2 }],
    [
      "phones of one make on one line in one evening",
      { addressOthers: 8, agentOthers: 8, dayOthers: 8 },
    ],
  ])("%s", (_, facts) => expect(scoreOf(facts).decision).not.toBe("pass"));
});

test("the inviter's own device is held for review at any threshold, and not rejected automatically", () => {
  const high = { hold: 100, reject: 100 };
  expect(scoreRisk({ ...alone, isInvitersDevice: true }, high).decision).toBe("hold");
});

test("the reasons explain the whole score, heaviest first, as text", () => {
  const { score, reasons } = scoreOf({ deviceOthers: 2, visitMs: 900, segmentOthers: 3 });
  expect(reasons).toEqual([
    { code: "device", points: 35, count: 2 },
    { code: "segment", points: 15, count: 3 },
    { code: "robot", points: 15, count: 1 },
  ]);
  expect(score).toBe(65);
  for (const { code } of reasons) expect(reasonText(code)).not.toBe("");
});

test("a higher count never makes a binding less suspicious, except for a shared exit", () => {
  const count = fc.integer({ min: 0, max: 40 });
  const facts = fc.record({
    deviceOthers: count,
    isInvitersDevice: fc.boolean(),
    addressOthers: count,
    addressInviters: fc.constant(1),
    agentOthers: count,
    segmentOthers: count,
    payerOthers: count,
    isInvitersPayer: fc.boolean(),
    accountOthers: count,
    hourOthers: count,
    dayOthers: count,
    visitMs: fc.option(count, { nil: undefined }),
    chain: count,
    chainShared: count,
  });
  const counted = [
    "deviceOthers",
    "addressOthers",
    "agentOthers",
    "payerOthers",
    "accountOthers",
    "chain",
  ] as const;
  fc.assert(
    fc.property(facts, fc.constantFrom(...counted), (given, name) => {
      const more = { ...given, [name]: given[name] + 1 };
      const [before, after] = [scoreRisk(given, thresholds), scoreRisk(more, thresholds)];
      expect(after.score).toBeGreaterThanOrEqual(before.score);
      expect(before.score).toBe(
        Math.min(
          100,
          before.reasons.reduce((sum, { points }) => sum + points, 0),
        ),
      );
    }),
  );
});
