/** Tests U11: a tree walk ends at level 10. */
import { expect, test } from "vitest";
import { walkTree } from "./tree.ts";

type Node = { readonly name: number; readonly children?: readonly Node[] };
const chain = (name: number, last: number): Node =>
  name === last ? { name } : { name, children: [chain(name + 1, last)] };

test("U11 a tree is walked to level 10 and no deeper", () => {
  const seen: number[] = [];
  walkTree([chain(1, 12)], ({ name }, level) => {
    expect(level).toBe(name);
    seen.push(name);
  });
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("U11 parents come before their children, in the order given", () => {
  const seen: number[] = [];
  const roots: Node[] = [{ name: 1, children: [{ name: 2 }, { name: 3 }] }, { name: 4 }];
  walkTree(roots, ({ name }) => seen.push(name));
  expect(seen).toEqual([1, 2, 3, 4]);
});
