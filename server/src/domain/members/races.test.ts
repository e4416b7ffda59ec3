/**
 * One openid, one member; one state, one login; one phone, one owner: with 64 connections; fails
 * without the guards.
 */
import { describe, expect, test } from "vitest";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db, type Tx } from "../../platform/database/pool.ts";
import {
  type RaceDatabase,
  CONNECTIONS,
  raceDatabases,
  race,
  times,
  WAIT_FOR_ANOTHER,
} from "../ledger/race.fixture.ts";
import {
  findOrCreateMemberByPhone,
  findOrCreateMemberByWechat,
  openSession,
  sendCode,
} from "./actions.ts";
import { phoneFields } from "./actions/login.ts";
import { refreshSession } from "./actions/session.ts";
import { bindPhoneRow, changePhoneRow, consumeState } from "./store/identities.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const openMutatedDatabase = raceDatabases();

const withoutKey = (table: string) => ({
  statement: `ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`,
});

describe("64 concurrent first logins of one openid", () => {
  const identity = { appId: "wx-race", openid: "o-race", unionid: undefined };
  async function made({ context, db }: RaceDatabase): Promise<Record<string, number>> {
    return race(
      db,
      times(CONNECTIONS, () => async (tx) => {
        const { isNew } = await findOrCreateMemberByWechat(context, tx, identity);
        return isNew ? "new" : "known";
      }),
    );
  }
  test("create one member", async () => {
    expect(await made(await openMutatedDatabase())).toEqual({ new: 1, known: CONNECTIONS - 1 });
  });
  test.runIf(isSlowTier)("would create more if the claim were not unique", async () => {
    expect(
      (await made(await openMutatedDatabase(withoutKey("identity_claim"))))["new"],
    ).toBeGreaterThan(1);
  });
});

describe("64 concurrent returns with one state", () => {
  async function used({ db }: RaceDatabase): Promise<Record<string, number>> {
    const state = { stateHash: Buffer.from("state"), expiresAt: new Date(), now: null };
    return race(
      db,
      times(CONNECTIONS, () => async (tx) => ((await consumeState(tx, state)) ? "first" : "late")),
    );
  }
  test("are accepted once", async () => {
    expect(await used(await openMutatedDatabase())).toEqual({ first: 1, late: CONNECTIONS - 1 });
  });
  test("would be accepted more often if used states were not unique", async () => {
    expect(
      (await used(await openMutatedDatabase(withoutKey("wechat_state"))))["first"],
    ).toBeGreaterThan(1);
  });
});

describe("64 members who bind one phone at once", () => {
  async function bound({ context, db }: RaceDatabase): Promise<Record<string, number>> {
    const memberIds = await Promise.all(
      times(CONNECTIONS, async (n) => {
        const identity = { appId: "wx-bind", openid: `o-bind-${n}`, unionid: undefined };
        return db.transaction(
          async (tx) => (await findOrCreateMemberByWechat(context, tx, identity)).memberId,
        );
      }),
    );
    return race(
      db,
      memberIds.map((memberId) => async (tx) => {
        const phone = phoneFields(context, memberId, "13700030000");
        return bindPhoneRow(tx, { memberId, phone, now: null });
      }),
    );
  }
  test("leave one with the phone", async () => {
    expect(await bound(await openMutatedDatabase())).toEqual({ bound: 1, taken: CONNECTIONS - 1 });
  });
  test.runIf(isSlowTier)("would leave more if the claim were not unique", async () => {
    expect(
      (await bound(await openMutatedDatabase(withoutKey("phone_claim"))))["bound"],
    ).toBeGreaterThan(1);
  });
});

const DAY_MS = 86_400_000;
const change = ({ context }: RaceDatabase, tx: Tx, memberId: string, phone: string) =>
  changePhoneRow(tx, {
    memberId,
    phone: phoneFields(context, memberId, phone),
    now: null,
    everyMs: 30 * DAY_MS,
    coolMs: DAY_MS,
  });
/** Returns how many phones these members have claimed. */
const claims = async ({ owner }: RaceDatabase, memberIds: readonly string[]): Promise<number> =>
  (await owner.query("SELECT 1 FROM phone_claim WHERE member_id = ANY ($1)", [memberIds])).rows
    .length;

describe("64 members who change to one phone at once", () => {
  async function changed(at: RaceDatabase) {
    const { context, db } = at;
    const members = await Promise.all(
      times(CONNECTIONS, (n) =>
        db.transaction((tx) =>
          findOrCreateMemberByPhone(context, tx, `137000097${String(n).padStart(2, "0")}`),
        ),
      ),
    );
    const memberIds = members.map(({ memberId }) => memberId);
    const outcomes = await race(
      db,
      memberIds.map((memberId) => async (tx) => {
        return (await change(at, tx, memberId, "13700009799")).outcome;
      }),
    );
    return { outcomes, memberIds };
  }
  test("leave one with the phone, and only that member's old phone is free", async () => {
    const at = await openMutatedDatabase();
    const { outcomes, memberIds } = await changed(at);
    expect(outcomes).toEqual({ changed: 1, taken: CONNECTIONS - 1 });
    expect(await claims(at, memberIds)).toBe(CONNECTIONS);
    const holders = await at.owner.query(
      `SELECT 1 FROM member m JOIN phone_claim c USING (phone_hash, member_id)
       WHERE member_id = ANY ($1)`,
      [memberIds],
    );
    expect(holders.rows).toHaveLength(CONNECTIONS);
  });
  test.runIf(isSlowTier)("would leave more without the check for a taken phone", async () => {
    const at = await openMutatedDatabase({
      module: "members",
      file: "phone.sql",
      from: "IF NOT FOUND THEN RETURN jsonb_build_object('outcome', 'taken'); END IF;",
      to: "",
    });
    expect((await changed(at)).outcomes["changed"]).toBeGreaterThan(1);
  });
});

describe("64 concurrent changes of one member", () => {
  async function changed(at: RaceDatabase) {
    const { memberId } = await at.db.transaction((tx) =>
      findOrCreateMemberByPhone(at.context, tx, "13700009400"),
    );
    const outcomes = await race(
      at.db,
      times(CONNECTIONS, (n) => async (tx) => {
        return (await change(at, tx, memberId, `137000098${String(n).padStart(2, "0")}`)).outcome;
      }),
    );
    return { outcomes, memberIds: [memberId] };
  }
  test("change once, and the member has one phone", async () => {
    const at = await openMutatedDatabase();
    const { outcomes, memberIds } = await changed(at);
    expect(outcomes).toEqual({ changed: 1, early: CONNECTIONS - 1 });
    expect(await claims(at, memberIds)).toBe(1);
  });
  test.runIf(isSlowTier)(
    "would change more often without the lock on the member's row",
    async () => {
      const at = await openMutatedDatabase({
        module: "members",
        file: "phone.sql",
        from: "WHERE member_id = p_member FOR UPDATE;",
        to: `WHERE member_id = p_member; ${WAIT_FOR_ANOTHER}`,
      });
      expect((await changed(at)).outcomes["changed"]).toBeGreaterThan(1);
    },
  );
});

describe("64 strangers who request one phone's code at once", () => {
  type Asked = { readonly phone: string; readonly address: string };
  async function countSent(
    { context }: RaceDatabase,
    db: Db,
    asked: Asked,
  ): Promise<Record<string, number>> {
    const tally: Record<string, number> = {};
    const asking = times(CONNECTIONS, async (n) => {
      const requester = { ...asked, device: `${asked.phone}-${n}` };
      const outcome = await sendCode(
        { ...context, settings: { ...context.settings, smsDayCapsOn: false } },
        db,
        requester,
      ).then(
        () => "sent",
        (error: { code?: string }) => String(error.code),
      );
      tally[outcome] = (tally[outcome] ?? 0) + 1;
    });
    await Promise.all(asking);
    return tally;
  }
  test("get six codes, which is 30 guesses", async () => {
    const at = await openMutatedDatabase();
    expect(await countSent(at, at.db, { phone: "13700009600", address: "10.0.0.1" })).toEqual({
      sent: 6,
      RATE_LIMITED: CONNECTIONS - 6,
    });
  });
  test.runIf(isSlowTier)("would get more without the lock", async () => {
    const asked = { phone: "13700009601", address: "10.0.0.2" };
    const at = await openMutatedDatabase();
    const { db } = openMutantDatabase({ url: at.appUrl, log: at.context.log, size: CONNECTIONS }, [
      {
        from: "ON CONFLICT (subject, window_start) DO UPDATE SET used = 1",
        to: "ON CONFLICT DO NOTHING",
      },
    ]);
    const phone = at.context.secrets.mac("phone-lookup", asked.phone).toString("hex");
    // The lock's row exists beforehand, so that inserting it is no lock either.
    await at.owner.query(
      "INSERT INTO limit_counter (subject, window_start, used) VALUES ($1, 'epoch', 1)",
      [`sms-turn:${phone}`],
    );
    expect((await countSent(at, db, asked))["sent"]).toBeGreaterThan(6);
    await closeDatabase(db);
  });
});

describe("a refresh token that was rotated twice, used 64 times at once", () => {
  const device = "browser";
  type Family = { readonly first: string; readonly second: string };
  async function family({ context, db }: RaceDatabase): Promise<Family> {
    const session = await db.transaction(async (tx) => {
      const { memberId } = await findOrCreateMemberByPhone(context, tx, "13700009500");
      return openSession(context, tx, { memberId, device });
    });
    const first = session.refreshToken;
    const second = await refreshSession(context, db, { token: first, device });
    return { first, second: second.refreshToken };
  }
  const use = ({ context }: RaceDatabase, db: Db, token: string) =>
    refreshSession(context, db, { token, device }).then(
      ({ refreshToken }) => refreshToken,
      (error: { code?: string }) => String(error.code),
    );
  const useAll = async (at: RaceDatabase, db: Db, token: string) =>
    new Set(await Promise.all(times(CONNECTIONS, () => use(at, db, token))));

  test("is refused each time, and the session is over", async () => {
    const at = await openMutatedDatabase();
    const { first, second } = await family(at);
    const third = await use(at, at.db, second);
    expect(await useAll(at, at.db, first)).toEqual(new Set(["AUTH_EXPIRED"]));
    expect(await use(at, at.db, third)).toBe("AUTH_EXPIRED");
  });
  test("while its successor is rotated, returns that successor or ends the session", async () => {
    const at = await openMutatedDatabase();
    const { first, second } = await family(at);
    const [old, rotated] = await Promise.all([
      Promise.all(times(CONNECTIONS / 2, () => use(at, at.db, first))),
      Promise.all(times(CONNECTIONS / 2, () => use(at, at.db, second))),
    ]);
    expect(old.filter((token) => token !== second && token !== "AUTH_EXPIRED")).toEqual([]);
    const thirds = new Set(rotated.filter((token) => token !== "AUTH_EXPIRED"));
    expect(thirds.size).toBeLessThanOrEqual(1);
    for (const third of thirds) {
      const isOver = (await use(at, at.db, third)) === "AUTH_EXPIRED";
      expect(isOver).toBe(old.includes("AUTH_EXPIRED"));
    }
  });
  test("would be accepted if only the grace period were checked", async () => {
    const at = await openMutatedDatabase();
    const { first, second } = await family(at);
    await use(at, at.db, second);
    const { db } = openMutantDatabase({ url: at.appUrl, log: at.context.log, size: CONNECTIONS }, [
      { from: " AND rotated_at IS NULL", to: "" },
    ]);
    expect(await useAll(at, db, first)).toEqual(new Set([second]));
    await closeDatabase(db);
  });
});
