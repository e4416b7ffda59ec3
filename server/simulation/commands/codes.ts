/**
 * Exchange code commands: granted, opened, released and redeemed, by the holder and by another
 * member.
 */
import { codeMac, foldCode } from "../../src/domain/exchange/model.ts";
import { grantCodes } from "../../src/domain/exchange/actions.ts";
import {
  pickPreferring,
  CODE_FEN,
  CODE_POINTS,
  type Code,
  expectSame,
  givePoints,
  mustPick,
} from "../model.ts";
import type { Run } from "../run.ts";
import { always, type Commands } from "./command.ts";

const LEASE_MS = 15 * 60_000;
/** Codes that are granted manually are valid for a year. */
const YEAR_MS = 365 * 86_400_000;

const isHeld = ({ lock }: Code, now: number): boolean => lock !== undefined && lock.until > now;

async function open(run: Run, { a, b }: { a: number; b: number }): Promise<string> {
  const code = pickPreferring(
    run.model.codes,
    a,
    ({ isUsed, endsAt }) => !isUsed && endsAt > run.now,
  );
  const member = mustPick(run.model.members, b);
  const { code: opened, data } = await run.callAsMember(member, "exchange", "open", {
    code: code.text,
  });
  const isOwn = code.lock?.memberIndex === member.index;
  const isOver = code.endsAt <= run.now && !isHeld(code, run.now);
  const should =
    code.isUsed || isOver ? "CODE_INVALID" : isHeld(code, run.now) && !isOwn ? "CODE_BUSY" : "DONE";
  if (opened === "CODE_LOCKED") {
    expectSame("only wrong tries lock", run.wrongTries(member) >= WRONG_MOST, true);
    return opened;
  }
  expectSame("opening", opened, should);
  if (opened === "CODE_INVALID") run.countWrong(member);
  if (opened !== "DONE") return opened;
  const until = isHeld(code, run.now) && code.lock ? code.lock.until : run.now + LEASE_MS;
  code.lock = { memberIndex: member.index, session: data.session, until };
  return `code ${run.model.codes.indexOf(code)} to ${member.index}`;
}
const WRONG_MOST = 10;

async function redeem(run: Run, { a, b, c }: { a: number; b: number; c: number }): Promise<string> {
  const opened = run.model.codes.filter(({ lock }) => lock !== undefined);
  const code = pickPreferring(opened, a, (one) => !one.isUsed && isHeld(one, run.now));
  const { lock } = code;
  if (!lock) return "none";
  // Sometimes another member uses the session's token.
  const memberIndex = c % 5 === 0 ? b % run.model.members.length : lock.memberIndex;
  const member = mustPick(run.model.members, memberIndex);
  const { session } = lock;
  const input = { session };
  const otherInput = async () => ({ session, contactPhone: "13900000009" });
  const { code: outcome } = await run.callIdempotent(member.memberId, "exchange", "redeem", input, {
    resultOf: ({ orderNo }) => orderNo,
    otherInput,
  });
  const may = !code.isUsed && lock.until > run.now && memberIndex === lock.memberIndex;
  expectSame("redeeming", outcome, may ? "DONE" : "SESSION_OVER");
  if (outcome !== "DONE") return outcome;
  code.isUsed = true;
  if (code.kind === "points") givePoints(member, CODE_POINTS, run.now);
  else member.fen += CODE_FEN;
  return `code ${run.model.codes.indexOf(code)} by ${memberIndex}`;
}

/** Redeems one session twice at once, under two keys, like a double tap by the holder. */
async function redeemTwice(run: Run, { a }: { a: number }): Promise<string> {
  const code = mustPick(
    run.model.codes.filter((one) => !one.isUsed && isHeld(one, run.now)),
    a,
  );
  const member = mustPick(run.model.members, code.lock?.memberIndex ?? 0);
  const token = await run.token(member.memberId);
  const input = { session: code.lock?.session ?? "" };
  const both = [run.nextKey(), run.nextKey()].map((key) =>
    run.server.call("exchange", "redeem", input, { token, key }),
  );
  const outcomes = (await Promise.all(both)).map((one) => one.code).toSorted();
  expectSame("of two redemptions at once", outcomes, ["DONE", "SESSION_OVER"]);
  code.isUsed = true;
  if (code.kind === "points") givePoints(member, CODE_POINTS, run.now);
  else member.fen += CODE_FEN;
  return `code ${run.model.codes.indexOf(code)}: one of two`;
}

export const codes: Commands = {
  redeemTwice: {
    weight: 4,
    isPossible: ({ model, now }) => model.codes.some((one) => !one.isUsed && isHeld(one, now)),
    run: redeemTwice,
  },
  grantCode: {
    weight: 4,
    isPossible: always,
    run: async (run, { a }) => {
      const { context, db } = run.server;
      const kind = a % 2 === 0 ? "points" : "balance";
      const target = kind === "points" ? "points-500" : "balance-20";
      const operators = { makerId: run.operators.maker, checkerId: run.operators.checker };
      const [text = ""] = await grantCodes(context, db, { target, count: 1, ...operators });
      const mac = codeMac(context, foldCode(text) ?? "").toString("hex");
      run.model.codes.push({
        text,
        mac,
        kind,
        lock: undefined,
        isUsed: false,
        endsAt: run.now + YEAR_MS,
      });
      return `code ${run.model.codes.length - 1} of ${kind}`;
    },
  },
  openCode: {
    weight: 6,
    isPossible: ({ model }) => model.codes.length > 0 && model.members.length > 0,
    run: open,
  },
  redeem: {
    weight: 6,
    isPossible: ({ model }) => model.codes.some(({ lock }) => lock !== undefined),
    run: redeem,
  },
  releaseCode: {
    weight: 2,
    isPossible: ({ model }) => model.codes.some(({ lock }) => lock !== undefined),
    run: async (run, { a }) => {
      const code = mustPick(
        run.model.codes.filter(({ lock }) => lock !== undefined),
        a,
      );
      const { lock } = code;
      if (!lock) return "none";
      const member = mustPick(run.model.members, lock.memberIndex);
      const { session } = lock;
      const { code: outcome } = await run.callAsMember(member, "exchange", "leave", { session });
      const may = !code.isUsed && lock.until > run.now;
      expectSame("leaving", outcome, may ? "DONE" : "SESSION_OVER");
      if (may) code.lock = { ...lock, until: run.now };
      return outcome;
    },
  },
};
