/** Provokes the refusals of the operations on operators and roles. */
import type { Input, Name } from "@yunjing/contract/operations";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type Cases = Readonly<Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>>;
type Given = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly operator: Login;
};
const OWN_PHONE = "13700000004";
const OTHER_PHONE = "13700000005";
const reason = "岗位变动";

/** The maker is the operator of `OWN_PHONE`; the operator of `OTHER_PHONE` is enrolled and enabled. */
export function accountRefusalCases(given: () => Given): Cases {
  const call = <N extends Name<"operatorAccounts">>(name: N, input: Input<"operatorAccounts", N>) =>
    given().exchange.call("operatorAccounts", name, input, {
      token: given().operator.consoleToken,
    });
  const own = () => ({ operatorId: given().operator.memberId, reason });
  const pendingOne = async () => {
    const { memberId } = await given().testEnv.logIn("13700034001", ["audit:read"]);
    await given().testEnv.forgetAuthenticator(memberId);
    return { operatorId: memberId, reason };
  };
  const role = (sinceVersion: number) => {
    const permissions = ["audit:read"];
    return { roleId: "audit", name: "审计", permissions, sinceVersion, reason };
  };
  return {
    "operatorAccounts.invite": {
      OWN_ACCOUNT: () => call("invite", { phone: OWN_PHONE, name: "我", roles: [], reason }),
      STATE_CHANGED: () => call("invite", { phone: OTHER_PHONE, name: "他", roles: [], reason }),
    },
    "operatorAccounts.setRoles": { OWN_ACCOUNT: () => call("setRoles", { ...own(), roles: [] }) },
    "operatorAccounts.enable": {
      OWN_ACCOUNT: () => call("enable", own()),
      STATE_CHANGED: async () => call("enable", await pendingOne()),
    },
    "operatorAccounts.resetTotp": {
      OWN_ACCOUNT: () => call("resetTotp", own()),
      STATE_CHANGED: async () => call("resetTotp", await pendingOne()),
    },
    "operatorAccounts.disable": {
      OWN_ACCOUNT: () => call("disable", own()),
      STATE_CHANGED: async () => {
        const other = await given().testEnv.logIn("13700034002", ["audit:read"]);
        const input = { operatorId: other.memberId, reason };
        await call("disable", input);
        return call("disable", input);
      },
    },
    "operatorAccounts.setRole": {
      STATE_CHANGED: () => call("setRole", role(9)),
      OWN_ACCOUNT: async () => {
        const { memberId } = given().operator;
        await given().testEnv.giveRole(memberId, "audit");
        const before = role(1);
        const permissions = [...before.permissions, "ledger:approve"];
        return call("setRole", { ...before, permissions });
      },
    },
  };
}
