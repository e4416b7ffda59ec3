/**
 * Walks nested data no deeper than the spec allows (U11). No response of the contract is nested
 * today (regions and categories come one level at a time); future ones must use this.
 */
import { TREE_LEVEL_MAX } from "@yunjing/contract/limits";

export type TreeNode<N> = { readonly children?: readonly N[] };

/** Visits parents before children; the roots are level 1, and levels below 10 are skipped. */
export function walkTree<N extends TreeNode<N>>(
  nodes: readonly N[],
  visit: (node: N, level: number) => void,
  level = 1,
): void {
  if (level > TREE_LEVEL_MAX) return;
  for (const node of nodes) {
    visit(node, level);
    walkTree(node.children ?? [], visit, level + 1);
  }
}
