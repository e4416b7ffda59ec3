/**
 * Sends malformed requests, each operation's under its own login, and lists the invalid answers.
 */
import { Agent } from "node:http";
import { operations, type Operation } from "@yunjing/contract/operations";
import { type Malformed, malformedRequests } from "./malformed.fixture.ts";
import { expectEnvelope, sendRawRequest } from "./raw-request.fixture.ts";
import type { HttpTestEnv } from "./test-env.fixture.ts";

const AT_ONCE = 8;
const permissions = [...new Set(operations.flatMap((one) => one.permissions ?? []))];
/** Node's own answer to an unknown `Expect` header has no body. */
const EXPECTATION_FAILED = 417;

/**
 * Returns the fault of the answer, or `undefined`. A body that is bytes or text must be a success.
 */
async function faultOf(origin: string, agent: Agent, malformed: Malformed, token: string) {
  const { operation, description, isUpgrade, headers, ...rest } = malformed;
  const login = { authorization: token, "idempotency-key": crypto.randomUUID() };
  const request = { ...rest, headers: { ...login, ...headers } };
  try {
    const answer = await sendRawRequest(origin, request, isUpgrade ? false : agent);
    const isEnvelope = answer.type.includes("application/json");
    if (isEnvelope) expectEnvelope(answer);
    else if (answer.status >= 400 && answer.status !== EXPECTATION_FAILED) {
      throw new Error(`${answer.status} ${answer.type} ${answer.body}`);
    }
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 300) : String(error);
    return `${operation.topic}.${operation.name}: ${description}: ${why}`;
  }
}

/**
 * Returns a login with all permissions for one operation only, because some operations end the
 * session.
 */
async function tokenFor(testEnv: HttpTestEnv, { host }: Operation, phone: string): Promise<string> {
  const { token, consoleToken } = await testEnv.logIn(phone, permissions);
  return host === "console" ? consoleToken : token;
}

/**
 * Sends the chosen malformed requests of every operation to `origin`. Returns how many were sent,
 * and one line for each answer of 500 and above, each answer without an envelope, and each request
 * without an answer.
 */
export async function runMalformed(
  testEnv: HttpTestEnv,
  origin: string,
  { phones, isChosen }: { phones: string; isChosen: (malformed: Malformed) => boolean },
): Promise<{ readonly sent: number; readonly faults: readonly string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const faults: string[] = [];
  let sent = 0;
  for (const [n, operation] of operations.entries()) {
    const token = await tokenFor(testEnv, operation, `${phones}${String(n).padStart(4, "0")}`);
    const waiting = [...malformedRequests(operation)].filter(isChosen);
    sent += waiting.length;
    const sender = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const fault = await faultOf(origin, agent, next, token);
        if (fault !== undefined) faults.push(fault);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  }
  agent.destroy();
  return { sent, faults };
}
