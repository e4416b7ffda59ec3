/** A database with members who invite each other, on a clock of its own. */
import { closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { testContext } from "../../platform/testing.ts";
import { memberOfPhone } from "../members/actions.ts";
import { bind, codeOf, visit } from "./actions.ts";
import type { RiskJudge } from "./port.ts";

const ADDRESS = "10.1.1.1";

/** Members with phones of `prefix`, one second apart. `size` is how many statements may run at once. */
export async function inviteWorld(
  prefix: string,
  settings: Readonly<Record<string, unknown>> = {},
  size = 8,
) {
  const database = await freshDatabase();
  const context = testContext(settings);
  const db = openDatabase({ url: database.appUrl, log: context.log, size });
  const owner = openDatabase({ url: database.ownerUrl, log: context.log });
  let phones = 0;

  const member = async () => {
    context.clock.advance(1_000);
    const phone = `${prefix}${String(++phones).padStart(11 - prefix.length, "0")}`;
    return (await transaction(db, (tx) => memberOfPhone(context, tx, phone))).memberId;
  };
  const click = (inviteCode: string, device: string, from?: string) =>
    visit(context, db, { inviteCode, from, device, address: ADDRESS });
  const bindTo = (
    memberId: string,
    inviteCode: string | undefined,
    more: { device?: string; judge?: RiskJudge } = {},
  ) => {
    const { device = `device of ${memberId}`, judge } = more;
    const newcomer = { memberId, inviteCode, channel: "sms", device, address: ADDRESS } as const;
    return transaction(db, (tx) => bind(context, tx, newcomer, judge));
  };
  /** A new member, brought by another. */
  const friendOf = async (inviterId: string, judge?: RiskJudge) => {
    const code = await codeOf(context, db, inviterId);
    const memberId = await member();
    const bound = await bindTo(memberId, code, judge ? { judge } : {});
    return { memberId, ...bound };
  };
  const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
    (await owner.$client.query(text, [...values])).rows as R[];
  const close = async () => {
    await closeDatabase(db);
    await closeDatabase(owner);
    await database.drop();
  };
  return { context, db, owner, member, click, bindTo, friendOf, query, close };
}
export type InviteWorld = Awaited<ReturnType<typeof inviteWorld>>;
