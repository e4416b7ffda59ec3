/**
 * The demo's accounts: two members, a dealer who creates codes, and two operators; no account both
 * creates and approves codes.
 */
import { operatorPermissions } from "@yunjing/contract/permissions";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { findOrCreateMemberByPhone, setRights } from "../domain/members/actions.ts";

type Person = {
  readonly phone: string;
  readonly what: string;
  readonly permissions: readonly string[];
};

/** Every operator permission except creating codes, because another person must approve them. */
const OPERATING = ["devop:debug", ...operatorPermissions];

const people = {
  member: { phone: "13800000001", what: "会员：有积分、余额、订单", permissions: [] },
  second: { phone: "13800000002", what: "会员：新注册", permissions: [] },
  dealer: {
    phone: "13800000003",
    what: "经销商：可生成兑换码",
    permissions: ["exchange:generate"],
  },
  maker: { phone: "13800000004", what: "运营 maker", permissions: OPERATING },
  checker: { phone: "13800000005", what: "运营 checker", permissions: OPERATING },
} as const satisfies Record<string, Person>;

export type Role = keyof typeof people;
export const demoAccounts = Object.values(people).map(({ phone, what }) => ({ phone, what }));

/** Returns the member ids of the demo's accounts; creates the missing ones. */
export async function createPeople(context: Context, db: Db): Promise<Record<Role, string>> {
  const createPerson = async ({ phone, permissions }: Person): Promise<string> =>
    transaction(db, async (tx) => {
      const { memberId, isNew } = await findOrCreateMemberByPhone(context, tx, phone);
      if (isNew && permissions.length > 0)
        await setRights(tx, { memberId, roles: [], permissions });
      return memberId;
    });
  return {
    member: await createPerson(people.member),
    second: await createPerson(people.second),
    dealer: await createPerson(people.dealer),
    maker: await createPerson(people.maker),
    checker: await createPerson(people.checker),
  };
}
