/** Provokes each refusal of the address book and the saved accounts over HTTP. */
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type AddressList = { readonly list: readonly { readonly addressId: string }[] };
type RefusalContext = { readonly exchange: ExchangeFixture; readonly member: Login };

const home = {
  name: "张三",
  phone: "13700009999",
  detail: "科技园1号",
  regionCodes: ["440000", "440300", "440305"],
};
const unknown = { addressId: "00000000-0000-7000-8000-000000000000" };

export function addressRefusalCases(given: () => RefusalContext): RefusalCases {
  const by = () => ({ token: given().member.token });
  const add = (changes: Partial<typeof home>) =>
    given().exchange.call("addresses", "add", { ...home, ...changes }, by());
  return {
    "addresses.add": {
      INPUT_INVALID: () => add({ regionCodes: ["440000", "440300"] }),
      ADDRESS_FULL: async () => {
        for (let n = 1; n <= 20; n++) await add({ detail: `科技园${n}号` });
        return add({ detail: "科技园21号" });
      },
    },
    "addresses.change": {
      NOT_FOUND: () => given().exchange.call("addresses", "change", unknown, by()),
      INPUT_INVALID: async () => {
        const { data } = await given().exchange.call<"addresses", "list", AddressList>(
          "addresses",
          "list",
          {},
          by(),
        );
        const addressId = data.list[0]?.addressId ?? "";
        const change = { addressId, regionCodes: ["440000", "440300"] };
        return given().exchange.call("addresses", "change", change, by());
      },
    },
    "addresses.remove": {
      NOT_FOUND: () => given().exchange.call("addresses", "remove", unknown, by()),
    },
    "addresses.makeDefault": {
      NOT_FOUND: () => given().exchange.call("addresses", "makeDefault", unknown, by()),
    },
    "addresses.used": {
      NOT_FOUND: () => given().exchange.call("addresses", "used", unknown, by()),
    },
    "accounts.remove": {
      NOT_FOUND: () => {
        const account = { savedAccountId: unknown.addressId };
        return given().exchange.call("accounts", "remove", account, by());
      },
    },
  };
}
