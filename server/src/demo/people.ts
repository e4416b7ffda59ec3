/**
 * The demo's accounts: two members, dealers who create codes in the member app, and operators of
 * every role, who work in the console; no account both is a dealer and approves codes.
 */
import { operatorPermissions } from "@yunjing/contract/permissions";
import type { Context } from "../platform/context.ts";
import type { Db, Tx } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { findOrCreateMemberByPhone, setRights } from "../domain/members/actions.ts";
import { enrolDirectly, grantRoles, makeTotpSecret } from "../domain/operators/actions.ts";

type Person = {
  readonly phone: string;
  readonly what: string;
  readonly permissions: readonly string[];
};

/** Every permission of operators, and the developer page of the member app. */
const OPERATING = ["devop:debug", ...operatorPermissions];

const people = {
  member: { phone: "13800000001", what: "会员：有积分、余额、订单", permissions: [] },
  second: { phone: "13800000002", what: "会员：新注册", permissions: [] },
  dealer: {
    phone: "13800000003",
    what: "经销商：在会员端生成兑换码",
    permissions: ["exchange:generate"],
  },
  southDealer: {
    phone: "13800000016",
    what: "经销商：华南渠道",
    permissions: ["exchange:generate"],
  },
  westDealer: {
    phone: "13800000017",
    what: "经销商：西部渠道",
    permissions: ["exchange:generate"],
  },
} as const satisfies Record<string, Person>;

type Operator = {
  readonly phone: string;
  readonly name: string;
  readonly what: string;
  readonly roleIds: readonly string[];
  /** Permissions besides those of the roles. */
  readonly permissions: readonly string[];
};

/** Two operators with every permission, so that one person can try both hands of an approval. */
const makerAndChecker = {
  maker: {
    phone: "13800000004",
    name: "沈若溪",
    what: "运营 maker：后台全部权限",
    roleIds: ["service", "catalog"],
    permissions: OPERATING,
  },
  checker: {
    phone: "13800000005",
    name: "林知远",
    what: "运营 checker：后台全部权限",
    roleIds: ["lead"],
    permissions: OPERATING,
  },
} as const satisfies Record<string, Operator>;

const oneRole = (phone: string, name: string, what: string, roleId: string): Operator => ({
  phone,
  name,
  what: `运营 ${what}`,
  roleIds: [roleId],
  permissions: [],
});

const operators: readonly Operator[] = [
  ...Object.values(makerAndChecker),
  oneRole("13800000006", "白晓", "客服", "service"),
  oneRole("13800000007", "许嘉禾", "财务", "finance"),
  oneRole("13800000008", "何书言", "财务复核", "finance_check"),
  oneRole("13800000009", "宋以宁", "管理员", "admin"),
  oneRole("13800000010", "陆航", "管理员", "admin"),
  oneRole("13800000011", "顾南星", "商品", "catalog"),
  oneRole("13800000012", "江一帆", "营销", "marketing"),
  oneRole("13800000013", "周砚", "经销商务", "dealers"),
  oneRole("13800000014", "安然", "审计", "audit"),
  oneRole("13800000015", "苏明远", "运营主管", "lead"),
];

/** The nickname of the first member, and the seed of their face. */
export const FIRST_MEMBER = "林知夏";

export type Role = keyof typeof people | keyof typeof makerAndChecker;
export const demoAccounts = [...Object.values(people), ...operators].map(({ phone, what }) => ({
  phone,
  what,
}));

/** Returns the member ids of the demo's accounts; creates the missing ones. */
export async function createPeople(context: Context, db: Db): Promise<Record<Role, string>> {
  const createPerson = ({ phone, permissions }: Person): Promise<string> =>
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
    southDealer: await createPerson(people.southDealer),
    westDealer: await createPerson(people.westDealer),
    maker: await createOperator(context, db, makerAndChecker.maker),
    checker: await createOperator(context, db, makerAndChecker.checker),
  };
}

/** Creates an operator with an enrolled authenticator; leaves an existing account as it is. */
const createOperator = (
  context: Context,
  db: Db,
  { phone, name, roleIds, permissions: ownPermissions }: Operator,
): Promise<string> =>
  transaction(db, async (tx: Tx) => {
    const { memberId, isNew } = await findOrCreateMemberByPhone(context, tx, phone);
    if (isNew) {
      await grantRoles(context, tx, { memberId, name, roleIds, ownPermissions, by: null });
      await enrolDirectly(context, tx, { memberId, secret: makeTotpSecret(context) });
    }
    return memberId;
  });

/** Creates the demo's operators of every role. */
export async function createOperators(context: Context, db: Db): Promise<void> {
  for (const operator of operators) await createOperator(context, db, operator);
}
