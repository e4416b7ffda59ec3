/** One run: a model beside the server, the keys and logins of its members, and requests that survive a crash. */
import type { Input, Name, Output, Topic } from "@yunjing/contract/operations";
import { memberOfPhone, openSession, setRights, signToken } from "../src/domain/members/actions.ts";
import type { Audience } from "../src/domain/members/tokens.ts";
import { transaction } from "../src/platform/database/transaction.ts";
import { expectSame, type Member, Model } from "./model.ts";
import type { View } from "./view.ts";
import type { Said, World } from "./world.ts";

const TOKEN_MS = 10 * 60_000;
const SESSION_MS = 7 * 60 * 60_000;
const CRASHES_MAX = 40;

type Seat = { sessionId: string; openedAt: number; token: string; signedAt: number };

export const DESK = {
  maker: {
    phone: "13600000001",
    permissions: ["ledger:adjust", "ledger:approve", "withdrawals:review"],
  },
  checker: {
    phone: "13600000002",
    permissions: ["ledger:approve", "orders:refund", "withdrawals:review"],
  },
} as const;

/** How a request under a key is repeated, and what of its answer must stay the same. */
export type Repeat<T extends Topic, N extends Name<T>> = {
  readonly what: (data: Output<T, N>) => string;
  /** Another body, which the same key must not be taken for; undefined when there is none just now. */
  readonly other?: () => Promise<Input<T, N> | undefined>;
};

export class Run {
  readonly world: World;
  readonly model = new Model();
  readonly log: string[] = [];
  readonly desk = { maker: "", checker: "" };
  readonly #seats = new Map<string, Seat>();
  #keys = 0;
  /** The process dies at the so-manieth statement of the next request; 0: it does not. */
  crashAt = 0;
  /** What a member was last shown of all their money, to be compared after the command. */
  shown: { readonly memberId: string; readonly fen: number } | undefined;
  /** Points that a member was shown as their own, or spent: as many must be alive after the command. */
  used: { readonly memberId: string; readonly points: number } | undefined;
  /** What was seen after the last command. */
  view: View | undefined;
  readonly #wrong = new Map<string, number>();

  /** To begin again takes as long as a hundred requests: not every run may. */
  restartsLeft: number;

  constructor(world: World, seed: number) {
    this.world = world;
    this.restartsLeft = seed % 4 === 0 ? 1 : 0;
  }

  get now(): number {
    return this.world.clock.now().getTime();
  }

  /** Two operators, who exist before anything happens. */
  async hire(): Promise<void> {
    const { context, db } = this.world;
    for (const hand of ["maker", "checker"] as const) {
      const { phone, permissions } = DESK[hand];
      this.desk[hand] = await transaction(db, async (tx) => {
        const { memberId } = await memberOfPhone(context, tx, phone);
        await setRights(tx, { memberId, roles: ["user"], permissions: [...permissions] });
        return memberId;
      });
    }
  }

  /** A good token of somebody: signed again, or of a new session, where time has gone by. */
  async token(memberId: string, audience: Audience = "member"): Promise<string> {
    const { context, db } = this.world;
    const at = `${audience} ${memberId}`;
    let seat = this.#seats.get(at);
    if (!seat || this.now - seat.openedAt > SESSION_MS || audience === "console") {
      const { sessionId } = await transaction(db, (tx) =>
        openSession(context, tx, { memberId, device: "simulation", audience }),
      );
      seat = { sessionId, openedAt: this.now, token: "", signedAt: 0 };
    }
    if (this.now - seat.signedAt > TOKEN_MS) {
      const who = { memberId, sessionId: seat.sessionId, sessionVersion: 1 };
      const { token } = await signToken(context, audience, { ...who, roles: [], permissions: [] });
      seat = { ...seat, token, signedAt: this.now };
    }
    this.#seats.set(at, seat);
    return seat.token;
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

  /** Asks as a member, without a key. */
  async ask<T extends Topic, N extends Name<T>>(
    member: Member,
    topic: T,
    name: N,
    input: Input<T, N>,
  ): Promise<Said<Output<T, N>>> {
    return this.world.call(topic, name, input, { token: await this.token(member.memberId) });
  }

  /**
   * Asks under a fresh key, and again under the same one while there is no answer, because the process died over it or
   * the channel was silent: what is answered in the end is the truth about the one intent. A success is kept, so that
   * it can be asked for once more later.
   */
  async intend<T extends Topic, N extends Name<T>>(
    memberId: string,
    topic: T,
    name: N,
    input: Input<T, N>,
    repeat: Repeat<T, N> | undefined,
    audience: Audience = "member",
  ): Promise<Said<Output<T, N>>> {
    const key = this.nextKey();
    const send = async (body: Input<T, N>) =>
      this.world.call(topic, name, body, { token: await this.token(memberId, audience), key });
    const token = await this.token(memberId, audience);
    if (this.crashAt > 0) this.world.life.dieAfter(this.crashAt);
    this.crashAt = 0;
    let said = await this.world.call(topic, name, input, { token, key });
    for (let died = 0; said.code === "LOST" || said.code === "PARTNER_DOWN"; died++) {
      if (died === CRASHES_MAX) throw new Error("no answer for ever");
      said = await send(input);
    }
    await this.world.life.revive();
    if (said.code === "DONE" && repeat) {
      const what = repeat.what(said.data);
      const { other } = repeat;
      this.model.kept.push({
        name: `${topic}.${String(name)}`,
        what,
        at: this.now,
        again: async () => {
          const { code, data } = await send(input);
          expectSame(`${topic}.${String(name)} under its old key`, code, "DONE");
          expectSame(`${topic}.${String(name)} under its old key`, repeat.what(data), what);
        },
        other:
          other === undefined
            ? undefined
            : async () => {
                const body = await other();
                return body === undefined ? undefined : (await send(body)).code;
              },
      });
    }
    return said;
  }
}
