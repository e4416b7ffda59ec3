/**
 * Simulates members who redeem codes continuously; each intent is written to a log file before it
 * is sent, and its outcome afterwards.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { expect, vi } from "vitest";
import { call, type MealChoice, callOrThrow, type Outcome } from "./caller.fixture.ts";

export type CodeToRedeem = { readonly code: string; readonly meal: MealChoice | undefined };

/** What is known of one intent; every retry uses the same key. */
export type Intent = CodeToRedeem & {
  readonly key: string;
  readonly token: string;
  session?: string;
  /** Set once the server has acknowledged the redemption. */
  orderNo?: string;
};

const RETRY_PAUSE_MS = 20;

/** Waits until the server is ready: an intent is logged only when a server can receive it. */
export async function waitUntilReady(origin: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(RETRY_PAUSE_MS);
  }
}

async function newestCode(origin: string, phone: string): Promise<string> {
  for (let tried = 0; tried < 100; tried++) {
    const answer = await fetch(`${origin}/sandbox/sms?phone=${phone}`);
    const [newest]: { code: string }[] = await answer.json();
    if (newest) return newest.code;
    await pause(100);
  }
  throw new Error("no text message came");
}

/** Logs a new member in and returns the token. */
export async function logIn(origin: string, phone: string): Promise<string> {
  const sent = await callOrThrow<{ challengeId: string }>(origin, "/passport/sms/send", {
    body: { phone, scene: "login" },
  });
  const code = await newestCode(origin, phone);
  const body = { challengeId: sent.challengeId, phone, code, termsVersion: TERMS_VERSION };
  const { token } = await callOrThrow<{ token: string }>(origin, "/passport/sms/login", { body });
  return token;
}

/** The intent log: one line per fact, in order of time. */
export function openIntentLog(path: string) {
  const note = (line: object) => appendFileSync(path, `${JSON.stringify(line)}\n`);
  return {
    note,
    /** Reads all intents from the file, with what is known of each. */
    read(): Intent[] {
      const known = new Map<string, Intent>();
      for (const line of readFileSync(path, "utf8").trim().split("\n")) {
        const fact: Intent = JSON.parse(line);
        known.set(fact.key, { ...known.get(fact.key), ...fact });
      }
      return [...known.values()];
    },
  };
}
export type IntentLog = ReturnType<typeof openIntentLog>;

/** Redeems an intent with its session or a new one, under its key. Returns the outcome. */
export async function redeemIntent(
  origin: string,
  intent: Intent,
  notebook: IntentLog,
): Promise<Outcome<{ orderNo: string }>> {
  const { code, key, token, meal } = intent;
  let { session } = intent;
  if (session === undefined) {
    const body = { code };
    const opened = await call<{ session: string }>(origin, "/exchange/sessions", { body, token });
    if (opened.kind !== "done") return opened;
    session = opened.data.session;
    notebook.note({ key, session });
  }
  const verb = meal ? "dining-order" : "redeem";
  const path = `/exchange/sessions/${session}/${verb}`;
  return call(origin, path, { body: { ...meal }, token, key });
}

/**
 * Repeats every intent under its key: each is done, as an order of its own, and what was acknowledged is
 * the same order. Returns the numbers of the orders.
 */
export async function repeatIntents(origin: string, notebook: IntentLog): Promise<string[]> {
  const intents = notebook.read();
  const answers: string[] = [];
  for (const intent of intents) {
    const outcome = await redeemIntent(origin, intent, notebook);
    if (outcome.kind !== "done") throw new Error(`a retry: ${JSON.stringify(outcome)}`);
    expect(outcome.data.orderNo).toBe(intent.orderNo ?? outcome.data.orderNo);
    answers.push(outcome.data.orderNo);
  }
  expect(new Set(answers).size).toBe(intents.length);
  return answers;
}

export type Load = {
  /** Takes no new intents, and waits for those in progress. */
  stop(): Promise<void>;
  acknowledged(): number;
  /** How often the answer was 503 SYS_BUSY. */
  busy(): number;
  /** Answers that must never occur: refusals of valid codes, and 5xx other than 503 SYS_BUSY. */
  readonly unexpectedAnswers: string[];
};

/** Starts `connections` loops that use each ticket once, whatever happens to the server. */
export function startLoad(
  origin: string,
  shop: {
    tickets: CodeToRedeem[];
    tokens: readonly string[];
    connections: number;
    notebook: IntentLog;
    /** The beginning of the keys of its intents. */
    keys?: string;
    /** How long a connection waits after an answer that was not acknowledged. */
    restMs?: number;
  },
): Load {
  const { tickets, tokens, notebook } = shop;
  const unexpectedAnswers: string[] = [];
  let isStopping = false;
  let acknowledged = 0;
  let busy = 0;
  const redeemNext = async (number: number) => {
    const token = tokens[number % tokens.length] ?? "";
    for (let turn = 0; !isStopping; turn++) {
      const ticket = tickets.pop();
      if (!ticket) return;
      const intent: Intent = {
        ...ticket,
        token,
        key: `${shop.keys ?? "intent"}-${number}-${turn}`,
      };
      notebook.note(intent);
      const outcome = await redeemIntent(origin, intent, notebook);
      if (outcome.kind === "done") {
        notebook.note({ key: intent.key, orderNo: outcome.data.orderNo });
        acknowledged += 1;
        continue;
      }
      if (outcome.kind === "refused") unexpectedAnswers.push(outcome.code);
      else if (outcome.status !== undefined && outcome.code !== "SYS_BUSY")
        unexpectedAnswers.push(`HTTP ${outcome.status} ${outcome.code}`);
      else busy += outcome.status === undefined ? 0 : 1;
      await waitUntilReady(origin);
      await pause(shop.restMs ?? 0);
    }
  };
  const redemptions = Promise.all(
    Array.from({ length: shop.connections }, (_, number) => redeemNext(number)),
  );
  return {
    unexpectedAnswers,
    acknowledged: () => acknowledged,
    busy: () => busy,
    async stop() {
      isStopping = true;
      await redemptions;
    },
  };
}

/** Waits until the load has `more` redemptions acknowledged than now. */
export function untilAcknowledged(
  load: Load,
  more: number,
  patience: { readonly timeout: number; readonly interval: number },
): Promise<void> {
  const target = load.acknowledged() + more;
  return vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(target), patience);
}
