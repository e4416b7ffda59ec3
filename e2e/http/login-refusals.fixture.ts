/** Provokes the refusals of the second step of an operator's login. */
import { giveTicket, testTotpCode } from "@yunjing/server/domain/operators/testing";
import { CONSOLE_DEVICE, type ConsoleAnswer, postAtConsole } from "./console-login.fixture.ts";
import type { HttpTestEnv } from "./test-env.fixture.ts";

const UNKNOWN_TICKET = "AAAAAAAAAAAAAAAAAAAAAAAA";
const RECOVERY = "AAAAA-AAAAA";

type Cases = Readonly<Record<string, Readonly<Record<string, () => Promise<ConsoleAnswer>>>>>;

/** One operator per case, so that one case's wrong codes do not lock another's. */
export function loginRefusalCases(env: () => { readonly testEnv: HttpTestEnv }): Cases {
  let next = 0;
  const newPhone = () => `1370033${String(1_000 + next++)}`;
  const ticketFor = (memberId: string, step: "totp" | "enrol") => {
    const { context, db } = env().testEnv;
    return giveTicket(context, db, { memberId, device: CONSOLE_DEVICE, step });
  };
  const ticketOf = async () => {
    const { memberId } = await env().testEnv.logIn(newPhone(), ["audit:read"]);
    return { ticket: await ticketFor(memberId, "totp"), memberId };
  };
  const enrolTicket = async (): Promise<string> => {
    const { memberId } = await env().testEnv.logIn(newPhone(), ["audit:read"]);
    await env().testEnv.forgetAuthenticator(memberId);
    return ticketFor(memberId, "enrol");
  };
  const post = (path: string, payload: object) => postAtConsole(env().testEnv, path, payload);
  const wrongCode = () => (testTotpCode(env().testEnv.context) === "000000" ? "000001" : "000000");
  const lockedAfter = async (path: string, payload: object): Promise<ConsoleAnswer> => {
    for (let n = 0; n < 5; n++) await post(path, payload);
    return post(path, payload);
  };
  const begun = async (): Promise<string> => {
    const ticket = await enrolTicket();
    await post("/passport/totp/begin", { ticket });
    return ticket;
  };
  const loggedIn = async () => {
    const { ticket, memberId } = await ticketOf();
    const code = testTotpCode(env().testEnv.context);
    const { data } = await post("/passport/totp/verify", { ticket, code });
    return { token: data["token"] ?? "", code, memberId };
  };
  const prove = (token: string, code: string) =>
    postAtConsole(env().testEnv, "/passport/step-up", { code }, token);
  return {
    "operatorPassport.totpVerify": {
      LOGIN_TICKET: () => post("/passport/totp/verify", { ticket: UNKNOWN_TICKET, code: "000000" }),
      TOTP_WRONG: async () =>
        post("/passport/totp/verify", { ticket: (await ticketOf()).ticket, code: wrongCode() }),
      TOTP_USED: async () => {
        const { memberId, code } = await loggedIn();
        return post("/passport/totp/verify", { ticket: await ticketFor(memberId, "totp"), code });
      },
      TOTP_LOCKED: async () =>
        lockedAfter("/passport/totp/verify", {
          ticket: (await ticketOf()).ticket,
          code: wrongCode(),
        }),
    },
    "operatorPassport.totpRecover": {
      LOGIN_TICKET: () =>
        post("/passport/totp/recover", { ticket: UNKNOWN_TICKET, code: RECOVERY }),
      RECOVERY_WRONG: async () =>
        post("/passport/totp/recover", { ticket: (await ticketOf()).ticket, code: RECOVERY }),
      TOTP_LOCKED: async () =>
        lockedAfter("/passport/totp/recover", {
          ticket: (await ticketOf()).ticket,
          code: RECOVERY,
        }),
    },
    "operatorPassport.totpBegin": {
      LOGIN_TICKET: () => post("/passport/totp/begin", { ticket: UNKNOWN_TICKET }),
    },
    "operatorPassport.totpConfirm": {
      LOGIN_TICKET: () =>
        post("/passport/totp/confirm", { ticket: UNKNOWN_TICKET, code: "000000" }),
      TOTP_WRONG: async () =>
        post("/passport/totp/confirm", { ticket: await begun(), code: wrongCode() }),
      TOTP_LOCKED: async () =>
        lockedAfter("/passport/totp/confirm", { ticket: await begun(), code: wrongCode() }),
    },
    "operatorPassport.stepUp": {
      TOTP_WRONG: async () => prove((await loggedIn()).token, wrongCode()),
      TOTP_USED: async () => {
        const { token, code } = await loggedIn();
        return prove(token, code);
      },
      TOTP_LOCKED: async () => {
        const { token } = await loggedIn();
        for (let n = 0; n < 5; n++) await prove(token, wrongCode());
        return prove(token, wrongCode());
      },
    },
  };
}
