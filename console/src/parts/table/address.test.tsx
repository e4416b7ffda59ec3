/** Tests that the state of a page survives its way through the address. */
import { expect, test } from "vitest";
import { button, click, eventually, mount, textsOf } from "../testing.tsx";
import { parseSearch, stringifySearch } from "./address.ts";
import { oneOf, type SearchPatch, text, useSearchState } from "./search-state.ts";

const SPEC = {
  tab: oneOf("waiting", "done"),
  keyword: text(),
  open: text(),
  cursor: text(),
};

function Page(props: { readonly patch: SearchPatch<typeof SPEC> }) {
  const [values, change] = useSearchState(SPEC);
  return (
    <>
      <output>{JSON.stringify(values)}</output>
      <button type="button" onClick={() => change(props.patch)}>
        改
      </button>
    </>
  );
}
const values = () => JSON.parse(textsOf("output")[0] ?? "") as unknown;

async function changed(from: string, patch: SearchPatch<typeof SPEC>) {
  const { address, remove } = await mount(<Page patch={patch} />, `/${from}`);
  await click(button("改"));
  await eventually(() => expect(address()).not.toBe(from));
  const outcome = { address: address(), values: values() };
  await remove();
  return outcome;
}

test("what a page writes into its address is what it reads from it", async () => {
  const patch = { tab: "done", keyword: "20261122 17383&=?+" } as const;
  const { address, values: read } = await changed("", patch);
  expect(read).toEqual(patch);
  const { remove } = await mount(<Page patch={{}} />, `/${address}`);
  expect(values()).toEqual(patch);
  await remove();
});

test("a number of 19 digits keeps its last ones", () => {
  const search = stringifySearch({ keyword: "2026112217383407116", none: undefined });
  expect(search).toBe("?keyword=2026112217383407116");
  expect(parseSearch(search)).toEqual({ keyword: "2026112217383407116" });
  expect(stringifySearch({})).toBe("");
});

test("a filter leaves the page key out, an opened panel keeps it", async () => {
  expect((await changed("?cursor=c1&keyword=a", { tab: "done" })).address).toBe(
    "?keyword=a&tab=done",
  );
  expect((await changed("?cursor=c1", { open: "R1" })).address).toBe("?cursor=c1&open=R1");
});

test("undefined removes a value; values of other parts of the page stay", async () => {
  const { address } = await changed("?tab=done&keyword=a&other=1", { keyword: undefined });
  expect(address).toBe("?tab=done&other=1");
});

test("an address with values that the page does not know draws the page without them", async () => {
  const wrong = "?tab=gone&keyword=&__proto__=1";
  const { remove } = await mount(<Page patch={{}} />, `/${wrong}`);
  expect(values()).toEqual({});
  await remove();
});
