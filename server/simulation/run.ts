/**
 * One simulation run: the server with its model, the members' keys and logins, and requests that
 * are repeated after a crash.
 */
import type { Input, Name, Output, Topic } from "@yunjing/contract/operations";
import {
  findOrCreateMemberByPhone,
  openSession,
  setRights,
  signToken,
} from "../src/domain/members/actions.ts";
import type { Audience } from "../src/domain/members/tokens.ts";
import { transaction } from "../src/platform/database/transaction.ts";
import { expectSame, type Member, Model } from "./model.ts";
import type { View } from "./database-view.ts";
import type { CallResult, SimulatedServer } from "./simulated-server.ts";

const TOKEN_MS = 10 * 60_000;
const SESSION_MS = 7 * 60 * 60_000;
const CRASHES_MAX = 40;

type LoginSession = { sessionId: string; openedAt: number; token: string; signedAt: number };

export const OPERATORS = {
  maker: {
    phone: "13600000001",
    permissions: ["ledger:adjust", "ledger:approve", "withdrawals:review"],
  },
  checker: {
    phone: "13600000002",
    permissions: ["ledger:approve", "orders:refund", "withdrawals:review"],
  },
} as const;

/**
 * How a request under an idempotency key is repeated, and which part of its answer must stay the
 * same.
 */
export type RepeatCheck<T extends Topic, N extends Name<T>> = {
  readonly resultOf: (data: Output<T, N>) => string;
  /**
   * Returns another body, which must be rejected under the same key; `undefined` when there is none
   * at that moment.
   */
  readonly otherInput?: () => Promise<Input<T, N> | undefined>;
};

export class Run {
  readonly server: SimulatedServer;
  readonly model = new Model();
  readonly log: string[] = [];
  readonly operators = { maker: "", checker: "" };
  readonly #seats = new Map<string, LoginSession>();
  #keys = 0;
  /**
   * The number of the statement of the next request at which the process crashes; 0 means no crash.
   */
  crashAt = 0;
  /** The total money last shown to a member, compared after the command. */
  lastShownMoney: { readonly memberId: string; readonly fen: number } | undefined;
  /**
   * Points that a member was shown or spent: at least as many must be unexpired after the command.
   */
  lastUsedPoints: { readonly memberId: string; readonly points: number } | undefined;
  /** The database view after the last command. */
  view: View | undefined;
  readonly #wrong = new Map<string, number>();

  /** A restart takes as long as a hundred requests, so only some runs may do it. */
  restartsLeft: number;

  constructor(server: SimulatedServer, seed: number) {
    this.server = server;
    this.restartsLeft = seed % 4 === 0 ? 1 : 0;
  }

  get now(): number {
    return this.server.clock.now().getTime();
  }

  /** Creates two operators before the run starts. */
  async createOperators(): Promise<void> {
    const { context, db } = this.server;
    for (const role of ["maker", "checker"] as const) {
      const { phone, permissions } = OPERATORS[role];
      this.operators[role] = await transaction(db, async (tx) => {
        const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
        await setRights(tx, { memberId, roles: ["user"], permissions: [...permissions] });
        return memberId;
      });
    }
  }

  /** Returns a valid token: signs it again or opens a new session when time has passed. */
  async token(memberId: string, audience: Audience = "member"): Promise<string> {
    const { context, db } = this.server;
    const at = `${audience} ${memberId}`;
    let session = this.#seats.get(at);
    if (!session || this.now - session.openedAt > SESSION_MS || audience === "console") {
      const { sessionId } = await transaction(db, (tx) =>
        openSession(context, tx, { memberId, device: "simulation", audience }),
      );
      session = { sessionId, openedAt: this.now, token: "", signedAt: 0 };
    }
    if (this.now - session.signedAt > TOKEN_MS) {
      const who = { memberId, sessionId: session.sessionId, sessionVersion: 1 };
      const { token } = await signToken(context, audience, { ...who, roles: [], permissions: [] });
      session = { ...session, token, signedAt: this.now };
    }
    this.#seats.set(at, session);
    return session.token;
  }

  wrongTries({ memberId }: Member): number {
    return this.#wrong.get(memberId) ?? 0;
  }

  countWrong(member: Member): void {
    this.#wrong.set(member.memberId, this.wrongTries(member) + 1);
  }

  nextKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** Calls an operation as a member, without an idempotency key. */
  async callAsMember<T extends Topic, N extends Name<T>>(
    member: Member,
    topic: T,
    name: N,
    input: Input<T, N>,
  ): Promise<CallResult<Output<T, N>>> {
    return this.server.call(topic, name, input, { token: await this.token(member.memberId) });
  }

  /** Agrees to a proposal, `<kind>.<ref>`, in the approvals inbox with what is seen there. */
  async agree(approvalId: string, token: string): Promise<CallResult<object>> {
    const seen = await this.server.call("operatorApprovals", "detail", { approvalId }, { token });
    const etag = seen.data?.etag ?? "0".repeat(32);
    const decision = { approvalId, etag, reason: "核对无误" };
    return this.server.call("operatorApprovals", "approve", decision, {
      token,
      key: this.nextKey(),
    });
  }

  /**
   * Calls an operation under a new key, and repeats it under the same key while there is no answer,
   * because the process crashed or the channel did not answer. The final answer is the result of
   * the one request. A success is stored, so that it can be repeated later.
   */
  async callIdempotent<T extends Topic, N extends Name<T>>(
    memberId: string,
    topic: T,
    name: N,
    input: Input<T, N>,
    repeat: RepeatCheck<T, N> | undefined,
    audience: Audience = "member",
  ): Promise<CallResult<Output<T, N>>> {
    const key = this.nextKey();
    const send = async (body: Input<T, N>) =>
      this.server.call(topic, name, body, { token: await this.token(memberId, audience), key });
    const token = await this.token(memberId, audience);
    if (this.crashAt > 0) this.server.crashablePool.dieAfter(this.crashAt);
    this.crashAt = 0;
    let response = await this.server.call(topic, name, input, { token, key });
    for (let died = 0; response.code === "LOST" || response.code === "PARTNER_DOWN"; died++) {
      if (died === CRASHES_MAX) throw new Error("the call never got an answer");
      response = await send(input);
    }
    await this.server.crashablePool.revive();
    if (response.code === "DONE" && repeat) {
      const result = repeat.resultOf(response.data);
      const { otherInput } = repeat;
      this.model.completedRequests.push({
        name: `${topic}.${String(name)}`,
        result,
        at: this.now,
        repeat: async () => {
          const { code, data } = await send(input);
          expectSame(`${topic}.${String(name)} under its old key`, code, "DONE");
          expectSame(`${topic}.${String(name)} under its old key`, repeat.resultOf(data), result);
        },
        repeatWithOtherInput:
          otherInput === undefined
            ? undefined
            : async () => {
                const body = await otherInput();
                return body === undefined ? undefined : (await send(body)).code;
              },
      });
    }
    return response;
  }
}
