/** Logs an operator in: the code by SMS gives a ticket, the second factor gives the session. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { MemberCaller } from "../../../platform/http/call.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { auditLogin, auditRefusal } from "../../audit/actions.ts";
import {
  nameOf,
  openConsoleSession,
  proveOperatorPhone,
  proveSession,
} from "../../members/actions.ts";
import { makeRecoveryCodes, type Step } from "../model.ts";
import { findOperator, recordLogin } from "../store/accounts.ts";
import {
  beginTicket,
  confirmAuthenticator,
  consumeTicket,
  findTicket,
  insertRecoveryCodes,
  insertTicket,
  storePendingSecret,
} from "../store/authenticators.ts";
import { makeTotpSecret, otpauthUri, qrRows } from "../totp.ts";
import {
  checkTotp,
  consumeTotp,
  recoveryHash,
  recoveryUse,
  totpSealContext,
} from "./second-factor.ts";

const TICKET_BYTES = 24;

/** Where a call of the login comes from. */
export type Origin = {
  readonly device: string;
  readonly address: string;
  readonly requestId: string;
};
type FirstStep = Origin & {
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
};
type SecondStep = Origin & { readonly ticket: string; readonly code: string };
export type Granted = {
  readonly token: string;
  readonly tokenExpired: number;
  readonly uid: string;
  /** For the refresh cookie; never in a response body. */
  readonly refreshToken: string;
};

/**
 * The first step: consumes the code by SMS and returns a ticket for the second one. Refuses
 * SMS_CODE_WRONG {triesLeft}, SMS_CODE_EXPIRED, and NO_PERMISSION for a phone of no operator or of a
 * disabled one.
 */
export async function beginLogin(context: Context, db: Db, login: FirstStep) {
  const isAdmitted = async (id: string) => (await findOperator(db, id))?.isDisabled === false;
  const memberId = await proveOperatorPhone(context, db, login, isAdmitted);
  const [operator, person] = await Promise.all([findOperator(db, memberId), nameOf(db, memberId)]);
  invariant(operator && person, "an admitted operator is a member");
  const step: Step = operator.isEnrolled ? "totp" : "enrol";
  const ticket = Buffer.from(context.random.bytes(TICKET_BYTES)).toString("base64url");
  const { operatorTicketMs: lifeMs, operatorTotpTriesMax: triesMax } = context.settings;
  const ticketHash = hashToken(ticket);
  const now = context.clock.sql();
  await insertTicket(db, { ticketHash, memberId, device: login.device, step, lifeMs, now });
  const { requestId, address } = login;
  const operation = "operatorPassport.smsLogin";
  await transaction(db, (tx) =>
    auditLogin(context, tx, { operatorId: memberId, requestId, address, operation }),
  );
  const ticketExpired = context.clock.now().getTime() + lifeMs;
  return { step, ticket, ticketExpired, name: operator.name, phone: person.phone, triesMax };
}

const keyOf = (context: Context, step: Step, { ticket, device }: Omit<SecondStep, "code">) => ({
  ticketHash: hashToken(ticket),
  device,
  step,
  now: context.clock.sql(),
});

/** Returns the operator of a ticket; refuses LOGIN_TICKET. */
async function operatorOf(
  context: Context,
  db: Db,
  step: Step,
  shown: SecondStep,
): Promise<string> {
  const memberId = await findTicket(db, keyOf(context, step, shown));
  if (memberId === undefined) throw new Refusal("LOGIN_TICKET");
  return memberId;
}

/** Runs a second step and writes its refusal to the audit log. */
async function auditedStep<T>(
  context: Context,
  db: Db,
  call: { memberId: string; operation: string; address: string; requestId: string },
  run: () => Promise<T>,
): Promise<T> {
  const { memberId: operatorId, operation, address, requestId } = call;
  try {
    return await run();
  } catch (error) {
    // The refusal is recorded and goes on to the caller.
    if (error instanceof Refusal) {
      const refused = { operatorId, operation, address, requestId, code: error.code };
      await auditRefusal(context, db, refused);
    }
    throw error;
  }
}

/** Uses the ticket and opens the session, in the transaction that used the code. */
async function openSession(
  context: Context,
  tx: Tx,
  login: SecondStep & { memberId: string; step: Step; operation: string },
): Promise<Granted> {
  const { memberId, step, device, operation, requestId, address } = login;
  const operator = await findOperator(tx, memberId);
  if (!operator || operator.isDisabled) throw new Refusal("LOGIN_TICKET");
  if (!(await consumeTicket(tx, keyOf(context, step, login)))) throw new Refusal("LOGIN_TICKET");
  await recordLogin(tx, memberId, context.clock.sql());
  await auditLogin(context, tx, { operatorId: memberId, requestId, address, operation });
  return openConsoleSession(context, tx, { memberId, device });
}

/**
 * The second step with a code of the authenticator. Refuses LOGIN_TICKET, TOTP_WRONG {triesLeft},
 * TOTP_USED, TOTP_LOCKED {minutes} and RATE_LIMITED.
 */
export async function verifyLogin(context: Context, db: Db, shown: SecondStep): Promise<Granted> {
  const memberId = await operatorOf(context, db, "totp", shown);
  const operation = "operatorPassport.totpVerify";
  return auditedStep(context, db, { ...shown, memberId, operation }, async () => {
    const { step } = await checkTotp(context, db, { ...shown, memberId });
    return transaction(db, async (tx) => {
      await consumeTotp(tx, { memberId, step });
      return openSession(context, tx, { ...shown, memberId, step: "totp", operation });
    });
  });
}

/**
 * The second step with a recovery code. Refuses LOGIN_TICKET, RECOVERY_WRONG {triesLeft},
 * TOTP_LOCKED {minutes} and RATE_LIMITED.
 */
export async function recoverLogin(
  context: Context,
  db: Db,
  shown: SecondStep,
): Promise<Granted & { readonly codesLeft: number }> {
  const memberId = await operatorOf(context, db, "totp", shown);
  const operation = "operatorPassport.totpRecover";
  return auditedStep(context, db, { ...shown, memberId, operation }, async () => {
    const consume = await recoveryUse(context, db, { ...shown, memberId });
    return transaction(db, async (tx) => {
      const codesLeft = await consume(tx);
      const login = { ...shown, memberId, step: "totp", operation } as const;
      return { ...(await openSession(context, tx, login)), codesLeft };
    });
  });
}

/** Begins to enrol an authenticator, once for a ticket. Refuses LOGIN_TICKET. */
export async function beginEnrolment(
  context: Context,
  db: Db,
  shown: Omit<SecondStep, "code">,
): Promise<{ otpauth: string; secret: string; qr: string[] }> {
  const secret = makeTotpSecret(context);
  return transaction(db, async (tx) => {
    const memberId = await beginTicket(tx, keyOf(context, "enrol", shown));
    if (memberId === undefined) throw new Refusal("LOGIN_TICKET");
    const secretSealed = context.secrets.seal(secret, totpSealContext(memberId));
    if (!(await storePendingSecret(tx, { memberId, secretSealed }))) {
      throw new Refusal("LOGIN_TICKET");
    }
    const operator = await findOperator(tx, memberId);
    const otpauth = otpauthUri(secret, operator?.name ?? memberId);
    return { otpauth, secret, qr: qrRows(otpauth) };
  });
}

/**
 * Confirms the authenticator by its first code; the answer alone has the recovery codes. Refuses
 * LOGIN_TICKET, TOTP_WRONG {triesLeft}, TOTP_LOCKED {minutes} and RATE_LIMITED.
 */
export async function confirmEnrolment(
  context: Context,
  db: Db,
  shown: SecondStep,
): Promise<Granted & { readonly recoveryCodes: string[] }> {
  const memberId = await operatorOf(context, db, "enrol", shown);
  const operation = "operatorPassport.totpConfirm";
  return auditedStep(context, db, { ...shown, memberId, operation }, async () => {
    const checked = await checkTotp(context, db, { ...shown, memberId, isPending: true });
    const recoveryCodes = makeRecoveryCodes(context);
    return transaction(db, async (tx) => {
      await storeEnrolment(context, tx, { memberId, ...checked, recoveryCodes });
      const login = { ...shown, memberId, step: "enrol", operation } as const;
      return { ...(await openSession(context, tx, login)), recoveryCodes };
    });
  });
}

/** Confirms a pending authenticator and stores the hashes of its recovery codes. */
async function storeEnrolment(
  context: Context,
  tx: Tx,
  enrolment: {
    readonly memberId: string;
    readonly secretSealed: Buffer;
    readonly step: number;
    readonly recoveryCodes: readonly string[];
  },
): Promise<void> {
  const { memberId, secretSealed, step, recoveryCodes } = enrolment;
  const now = context.clock.sql();
  if (!(await confirmAuthenticator(tx, { memberId, secretSealed, step, now }))) {
    throw new Refusal("LOGIN_TICKET");
  }
  const hashes = recoveryCodes.map((code) => recoveryHash(context, memberId, code));
  await insertRecoveryCodes(tx, memberId, hashes);
}

/**
 * Proves the second factor again for this session; returns until when it is fresh, ms. Refuses
 * TOTP_WRONG {triesLeft}, TOTP_USED, TOTP_LOCKED {minutes}, RATE_LIMITED and AUTH_EXPIRED.
 */
export async function stepUp(
  context: Context,
  db: Db,
  { caller, code, address }: { caller: MemberCaller; code: string; address: string },
): Promise<number> {
  const { memberId } = caller;
  const { step } = await checkTotp(context, db, { memberId, code, address });
  return transaction(db, async (tx) => {
    await consumeTotp(tx, { memberId, step });
    return proveSession(context, tx, caller);
  });
}
