/** Logs an operator in to the console over HTTP in both steps: the code by SMS and the second factor. */
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { testTotpCode } from "@yunjing/server/domain/operators/testing";
import type { HttpTestEnv } from "./test-env.fixture.ts";

export type ConsoleAnswer = {
  readonly status: boolean;
  readonly code?: string;
  readonly data: Record<string, string>;
  readonly cookies: readonly {
    readonly name: string;
    readonly value: string;
    readonly maxAge?: number;
  }[];
};

/** The device of all calls of this fixture; a ticket is good on one device only. */
export const CONSOLE_DEVICE = "console-device-of-tests";

type Env = Pick<HttpTestEnv, "app" | "context" | "db">;

/** Posts to the operators' API from one device, like one browser. */
export async function postAtConsole(
  { app }: Pick<Env, "app">,
  path: string,
  payload: object,
  token?: string,
): Promise<ConsoleAnswer> {
  const answer = await app.server.inject({
    method: "POST",
    url: `/console/api${path}`,
    payload,
    headers: {
      cookie: `did=${CONSOLE_DEVICE}`,
      ...(token === undefined ? {} : { authorization: token }),
    },
  });
  const body: Omit<ConsoleAnswer, "cookies"> = JSON.parse(answer.body);
  return { ...body, cookies: answer.cookies };
}

/** The first step: sends the code to the phone and shows it; the answer has the ticket. */
export async function firstStep(env: Env, phone: string): Promise<ConsoleAnswer> {
  const sent = await postAtConsole(env, "/passport/sms/send", { phone, scene: "login" });
  const { challengeId = "" } = sent.data;
  const code = await sentCode(env.context, env.db, challengeId);
  return postAtConsole(env, "/passport/sms/login", { challengeId, phone, code });
}

/**
 * Logs in a test operator (`makeTestOperator`): both steps. A second login within 30 seconds needs
 * the code of the next step: `stepsLater` 1.
 */
export async function logInAtConsole(
  env: Env,
  phone: string,
  stepsLater = 0,
): Promise<ConsoleAnswer> {
  const first = await firstStep(env, phone);
  if (!first.status) return first;
  const { ticket } = first.data;
  const code = testTotpCode(env.context, stepsLater);
  return postAtConsole(env, "/passport/totp/verify", { ticket, code });
}
